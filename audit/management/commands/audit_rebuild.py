"""``manage.py audit_rebuild [--swap] [--json]``: do the projections say what the events say?"""

import json
import sys
from argparse import ArgumentParser
from typing import Any

import psycopg
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table
from rich.text import Text

from audit.console import progress
from audit.snapshot import snapshot
from audit.verify import estimate
from wagering.projector.rebuild import BrokenEventError, Rebuilt, rebuild
from wagering.projector.shadow import BusyError


class Command(BaseCommand):
    help = "Rebuild projections from the events alone and compare. Exit code 1 if a row differed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--swap", action="store_true", help="replace the live rows by the rebuilt ones")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        with snapshot() as connection:
            total = estimate(connection)
        try:
            with progress("folding events", total) as tick:
                done = rebuild(options["swap"], tick)
        except (BrokenEventError, BusyError) as error:
            raise CommandError(str(error)) from error
        except psycopg.errors.InsufficientPrivilege as error:
            raise CommandError(f"the tables' owner is needed (DATABASE_OWNER_URL): {error}") from error
        except psycopg.errors.LockNotAvailable as error:
            raise CommandError(f"writers did not pause in time, nothing was changed; try again: {error}") from error
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(done), ensure_ascii=False, indent=1))
        else:
            _show(done)
        if sum(done.counts.values()):
            sys.exit(1)


def _as_json(done: Rebuilt) -> dict[str, Any]:
    return {
        "ok": not sum(done.counts.values()),
        "events": done.events,
        "position": done.position,
        "seconds": round(done.seconds, 3),
        "swapped": done.swapped,
        "writers_held_seconds": round(done.held, 3),
        "tables": {table: {"rows": rows, "differing": done.counts[table]} for table, rows in done.rows.items()},
        "differences": [
            {"table": found.table, "key": found.key, "live": found.live, "rebuilt": found.rebuilt}
            for found in done.differences
        ],
    }


def _show(done: Rebuilt) -> None:
    console = Console()
    table = Table(title=f"Rebuilt from {done.events:,} events, compared at position {done.position:,}")
    table.add_column("table")
    table.add_column("rows", justify="right")
    table.add_column("differing", justify="right")
    for name, rows in done.rows.items():
        differing = done.counts[name]
        table.add_row(name, f"{rows:,}", Text(f"{differing:,}", style="bold red" if differing else "green"))
    console.print(table)
    speed = f"{done.events / done.seconds:,.0f} events/s" if done.seconds else ""
    console.print(f"{done.seconds:.1f} s, {speed}", highlight=False)
    for found in done.differences:
        words = _words(found.live, found.rebuilt, found.columns)
        console.print(Text(f"{found.table} {found.key}: {words}", style="red"))
    if done.swapped:
        console.print(f"The live rows are the rebuilt ones now; writers waited {done.held:.2f} s.", style="bold")


def _words(live: Any, rebuilt: Any, columns: tuple[str, ...]) -> str:
    if live is None:
        return f"is missing, the events give {rebuilt}"
    if rebuilt is None:
        return f"follows from no event: {live}"
    return "; ".join(f"{name} is {live[name]!r}, the events give {rebuilt[name]!r}" for name in columns)
