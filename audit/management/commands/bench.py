"""``manage.py bench``: what the system reaches of what is possible on this server (tests/bench)."""

from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Measure commands, settlement, replay, verification and the interface, each against a limit in the same run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "only", nargs="?", default="", choices=("", "play", "settle", "replay", "verify", "api"),
            help="only this figure", metavar="FIGURE",
        )  # fmt: skip
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here, too")
        parser.add_argument("--quick", action="store_true", help="a short run, to see that everything works")
        parser.add_argument("--database", default="bench_wagering", help="name of its own database (made anew)")
        parser.add_argument("--keep", action="store_true", help="do not drop that database in the end")
        parser.add_argument("--admin", default="", metavar="URL", help="a role that may create databases")

    def handle(self, *args: Any, **options: Any) -> None:
        # By name: the measuring code lies with the tests, which nothing that is installed imports.
        bench = import_module("tests.bench.run")
        names = ("database", "admin", "quick", "only", "keep", "json")
        bench.run(**{name: options[name] for name in names})
