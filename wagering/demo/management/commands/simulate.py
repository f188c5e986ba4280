"""``manage.py simulate GAME --rounds N``: the rules played in memory, and what every bet returned."""

from __future__ import annotations

import json
import os
import secrets
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.table import Table

from games.catalog import CATALOG, SAMPLES
from games.kernel.sample import Return, Theory
from wagering.demo import screen
from wagering.demo.simulation import Plan, Result, simulate, table_options


class Command(BaseCommand):
    """Plays the pure rules, without a database."""

    help = "Play a game's rules in memory and compare what every bet returns with theory."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Options of the command."""
        parser.add_argument("game", choices=sorted(SAMPLES))
        parser.add_argument("--rounds", type=int, default=100_000, metavar="N")
        names = sorted({name for sample in SAMPLES.values() for name in sample.strategies})
        parser.add_argument("--strategy", choices=names, help="default: the game's usual one")
        parser.add_argument("--seed", type=int, help="the same seed gives the same figures (default: a new one)")
        parser.add_argument("--fresh-shoe", action="store_true", help="a new shoe for every round, as theory has it")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
        parser.add_argument("--json", action="store_true", help="figures for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulates and prints."""
        if options["rounds"] < 2 or options["processes"] < 1:
            raise CommandError("at least 2 rounds and 1 process are needed")
        known = SAMPLES[options["game"]].strategies
        strategy = options["strategy"] or next(iter(known))
        if strategy not in known:
            raise CommandError(f"{options['game']} has no strategy {strategy!r}")
        seed = secrets.randbits(32) if options["seed"] is None else options["seed"]
        plan = Plan(options["game"], strategy, options["rounds"], seed, options["fresh_shoe"])
        begun = time.monotonic()
        result = simulate(plan, options["processes"])
        seconds = time.monotonic() - begun
        theory = {one.name: one for one in theory_of(plan.game).returns}
        report = {
            "game": plan.game, "strategy": plan.strategy, "seed": plan.seed, "fresh_shoe": plan.fresh,
            "rounds": result.rounds, "hands": result.hands, "seconds": round(seconds, 2),
            "hands_per_second": round(result.hands / seconds), "rounds_per_second": round(result.rounds / seconds),
            "bets": [figures(name, result, theory.get(name)) for name in sorted(result.sums, key=_order(theory))],
        }  # fmt: skip
        if options["json"]:
            self.stdout.write(json.dumps(report, indent=1))
        else:
            show(report)


def theory_of(game: str) -> Theory:
    """For the very table that is simulated."""
    options = table_options(game)
    theory = SAMPLES[game].theory
    return theory(options.get("pay", {}), int(options.get("packs", 1))) if theory else Theory((), (), (), ())


def figures(name: str, result: Result, theory: Return | None) -> dict[str, Any]:
    """Return of one bet with the 95 % confidence interval, and how far theory is from it in standard errors."""
    sums = result.sums[name]
    low, high = sums.rtp - 1.96 * sums.error, sums.rtp + 1.96 * sums.error
    return {
        "bet": name, "rounds": sums.rounds, "rtp": sums.rtp, "standard_error": sums.error, "low": low, "high": high,
        "title": theory.title if theory else name,
        "theory": theory.rtp if theory else None,
        "standard_errors_from_theory": (sums.rtp - theory.rtp) / sums.error if theory and sums.error else None,
    }  # fmt: skip


def show(report: dict[str, Any]) -> None:
    """For people."""
    console = screen.console()
    cut = CATALOG[report["game"]].shoe_lasts == "until_cut" and not report["fresh_shoe"]
    shoe = "shoes with a cut card" if cut else "fresh packs"
    console.print(
        f"{report['game']}: {report['rounds']:,} rounds, strategy {report['strategy']}, {shoe}, seed {report['seed']}"
    )
    table = Table()
    for title in ("bet", "rounds with it", "RTP", "95 % confidence", "house keeps", "theory", "difference"):
        table.add_column(title, justify="left" if title == "bet" else "right", no_wrap=True)
    for bet in report["bets"]:
        theory = "" if bet["theory"] is None else f"{bet['theory']:.4%}"
        errors = bet["standard_errors_from_theory"]
        table.add_row(
            bet["title"], f"{bet['rounds']:,}", f"{bet['rtp']:.3%}", f"{bet['low']:.3%} to {bet['high']:.3%}",
            f"{1 - bet['rtp']:.3%}", theory,
            "" if errors is None else f"{errors:+.2f} standard errors",
        )  # fmt: skip
    console.print(table)
    hands = f"{report['hands']:,} hands, {report['hands_per_second']:,} a second; " if report["hands"] else ""
    console.print(f"{hands}{report['rounds_per_second']:,} rounds a second, {report['seconds']:.1f} s")


def _order(theory: dict[str, Return]) -> Any:
    names = list(theory)
    return lambda name: (names.index(name) if name in names else len(names), name)
