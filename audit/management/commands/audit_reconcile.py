"""``manage.py audit_reconcile [--json]``: the ledger's invariants over the whole database."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.table import Table
from rich.text import Text

from audit.console import progress
from audit.reconcile import bets, money
from audit.reconcile.check import Verdict, run
from audit.snapshot import snapshot

CHECKS = (*money.CHECKS, *bets.CHECKS)


class Command(BaseCommand):
    help = "Check the ledger's invariants with independent SQL. Exit code 1 names the first offenders."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        with snapshot() as connection, progress("checking invariants", len(CHECKS)) as tick:
            verdicts = run(connection, CHECKS, tick)
        wrong = sum(verdict.wrong for verdict in verdicts)
        if options["json"]:
            found = {"ok": not wrong, "invariants": [verdict.as_json() for verdict in verdicts]}
            self.stdout.write(json.dumps(found, ensure_ascii=False, indent=1))
        else:
            _show(verdicts, wrong)
        if wrong:
            sys.exit(1)


def _show(verdicts: list[Verdict], wrong: int) -> None:
    console = Console()
    table = Table(title="Reconciliation")
    table.add_column("no.")
    table.add_column("invariant", overflow="fold")
    table.add_column("checked", justify="right")
    table.add_column("verdict", justify="right")
    for verdict in verdicts:
        text = Text(f"{verdict.wrong:,} wrong", style="bold red") if verdict.wrong else Text("holds", style="green")
        table.add_row(verdict.number, verdict.what, f"{verdict.checked:,}", text)
    console.print(table)
    for verdict in verdicts:
        for offender in verdict.offenders:
            console.print(Text(f"{verdict.number} {verdict.what}: {offender}", style="red"))
    if not wrong:
        console.print("Every invariant holds.", style="bold green")
