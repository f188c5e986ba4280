"""``manage.py audit_verify [--json] [--stream S]``: is the log what was written?"""

import json
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.table import Table

from audit.console import progress
from audit.snapshot import snapshot
from audit.verify import Verified, estimate, verify


class Command(BaseCommand):
    help = "Recompute every hash of the event log, and check heads and shoes. Exit code 1 names the first bad event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the result as JSON")
        parser.add_argument("--stream", help="only this stream's chain, such as wallet/ana")

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.perf_counter()
        with snapshot() as connection:
            total = None if options["stream"] else estimate(connection)
            with progress("verifying events", total) as tick:
                found = verify(connection, options["stream"], tick)
        seconds = time.perf_counter() - began
        if options["json"]:
            self.stdout.write(json.dumps({**found.as_json(), "seconds": round(seconds, 3)}, indent=1))
        else:
            _show(found, seconds)
        if found.findings.count:
            sys.exit(1)


def _show(found: Verified, seconds: float) -> None:
    console = Console()
    speed = f"{found.events / seconds:,.0f} events/s" if seconds else ""
    console.print(
        f"{found.events:,} events in {found.streams:,} streams, {found.cards:,} cards from {found.shoes:,} shoes"
        f" ({found.opened:,} opened), {seconds:.1f} s, {speed}",
        highlight=False,
    )
    first = found.findings.first()
    if first is None:
        console.print("[bold green]The log is whole.[/] Every hash, version, head and shoe fits.")
        return
    table = Table(title=f"{found.findings.count:,} findings, the first bad event on top", title_style="bold red")
    for name, justify in (("position", "right"), ("stream", "left"), ("version", "right"), ("what is wrong", "left")):
        table.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for finding in found.findings.sorted()[:20]:
        position = "-" if finding.position is None else str(finding.position)
        table.add_row(position, finding.stream, str(finding.version), finding.what)
    console.print(table)
