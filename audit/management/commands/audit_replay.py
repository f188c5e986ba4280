"""``manage.py audit_replay ROUND [--json] [--all]``: a round card by card, and worked out again by its rules."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console

from audit.decode import UnreadableError
from audit.replay.printed import show
from audit.replay.record import UnknownRoundError
from audit.replay.report import replay
from audit.snapshot import snapshot


class Command(BaseCommand):
    help = "Replay a recorded round in words and compare what was paid with its rules. Exit code 1 on any difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("round", help="id of the round")
        parser.add_argument("--json", action="store_true", help="print the replay as JSON")
        parser.add_argument("--all", action="store_true", help="print every line and bet, however many there are")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with snapshot() as connection:
                report = replay(connection, options["round"])
        except (UnknownRoundError, UnreadableError) as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(report.as_json(), ensure_ascii=False, indent=1))
        else:
            show(Console(), report, options["all"])
        if report.differences:
            sys.exit(1)
