"""``manage.py rtp GAME``: the theoretical return of every bet, and the strategy that reaches it."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from games.catalog import SAMPLES
from games.kernel.sample import Chart, Theory
from wagering.demo import screen
from wagering.demo.simulation import table_options

STYLES = {"H": "green", "S": "yellow", "D": "cyan", "d": "cyan", "R": "red", "r": "red", "P": "magenta", "-": "dim"}


def odds(text: str) -> tuple[int, int]:
    """``6:5`` as (6, 5)."""
    match = re.fullmatch(r"(\d{1,6}):([1-9]\d{0,5})", text)
    if match is None:
        raise ArgumentTypeError(f"{text!r} is no payout such as 6:5")
    return int(match[1]), int(match[2])


class Command(BaseCommand):
    """Computes; nothing is simulated and no database is needed."""

    help = "Theoretical return to player of every bet of a game, with its best strategy."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Options of the command: one for each entry of a pay table."""
        parser.add_argument("game", choices=sorted(SAMPLES))
        parser.add_argument("--packs", type=int, help="default: as many as the game is usually played with")
        for name in sorted({name for sample in SAMPLES.values() for name in sample.pay}):
            option = f"--pay-{name.replace('_', '-')}"
            parser.add_argument(option, type=odds, metavar="N:D", help="net win of N for a stake of D")
        parser.add_argument("--json", action="store_true", help="figures for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Computes and prints."""
        sample = SAMPLES[options["game"]]
        if sample.theory is None:
            raise CommandError(f"{options['game']} is played among players; there is no theoretical return")
        packs = table_options(options["game"])["packs"] if options["packs"] is None else options["packs"]
        if packs < 1:
            raise CommandError("at least one pack is needed")
        given = {name: options[f"pay_{name}"] for name in _all_names() if options[f"pay_{name}"] is not None}
        if strangers := sorted(given.keys() - set(sample.pay)):
            raise CommandError(f"{options['game']} has no payout {strangers[0]!r}")
        theory = sample.theory(given, packs)
        if options["json"]:
            self.stdout.write(json.dumps(as_json(options["game"], theory), indent=1))
            return
        console = screen.console()
        console.print(f"{options['game']}, {packs} packs" + "".join(_words(given)))
        show(console, theory)


def as_json(game: str, theory: Theory) -> dict[str, Any]:
    """The figures with four decimals of a per cent and in full."""
    return {
        "game": game,
        "returns": {
            one.name: {"title": one.title, "rtp": one.rtp, "per_cent": f"{one.rtp:.4%}", "std_dev": one.std_dev}
            for one in theory.returns
        },
        "figures": dict(theory.figures),
        "strategy": {chart.title: {"columns": chart.columns, "rows": dict(chart.rows)} for chart in theory.charts},
        "legend": dict(theory.legend),
    }


def show(console: Console, theory: Theory) -> None:
    """For people: returns, further figures, the strategy."""
    table = Table("bet", title="Theoretical return to player", title_justify="left")
    table.add_column("RTP", justify="right")
    table.add_column("house edge", justify="right")
    table.add_column("standard deviation", justify="right")
    for one in theory.returns:
        spread = "" if one.std_dev is None else f"{one.std_dev:.4f}"
        table.add_row(one.title, f"{one.rtp:.4%}", f"{1 - one.rtp:.4%}", spread)
    console.print(table)
    for name, value in theory.figures:
        console.print(f"{name}: {value:.6f}", highlight=False)
    console.print()
    console.print(Columns([chart_table(chart) for chart in theory.charts]))
    console.print(", ".join(f"{letter} {meaning}" for letter, meaning in theory.legend), highlight=False)


def chart_table(chart: Chart) -> Table:
    """One part of the strategy, the dealer's card across."""
    table = Table(chart.title, box=None, padding=(0, 1, 0, 0))
    for column in chart.columns:
        table.add_column(column, justify="center")
    for label, letters in chart.rows:
        table.add_row(label, *(Text(letter, style=STYLES.get(letter, "")) for letter in letters))
    return table


def _words(given: dict[str, tuple[int, int]]) -> list[str]:
    return [f", {name.replace('_', ' ')} pays {n}:{d}" for name, (n, d) in given.items()]


def _all_names() -> list[str]:
    return sorted({name for sample in SAMPLES.values() for name in sample.pay})
