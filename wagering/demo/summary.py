"""The end of a demonstration of so many rounds: its figures, and whether every audit agrees with them."""

import contextlib
import io
import traceback
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.core.management import CommandError, call_command
from rich.console import Console
from rich.table import Table

from wagering.demo import figures
from wagering.demo.sender import Sender
from wagering.wallet.currencies import decimal

AUDITS: Final = ("audit_verify", "audit_reconcile", "audit_rebuild")
REPLAYED: Final = 3
ENOUGH: Final = 10
"""Rounds from which a range is worth printing."""


def print_figures(console: Console, sender: Sender, since: datetime, events_per_second: float) -> None:
    """Rounds, money and refusals of the rounds opened ``since``."""
    statuses = figures.rounds_by_status(since)
    words = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    console.print(f"\nRounds: {sum(statuses.values())} ({words})")
    table = Table(title="Settled bets", title_justify="left")
    for name in ("table", "purse"):
        table.add_column(name, no_wrap=True)
    for name in ("rounds", "bets", "handle", "returned", "GGR", "RTP"):
        table.add_column(name, justify="right", no_wrap=True)
    purses = figures.by_purse(since)
    for row in purses:
        money = (decimal(amount, row.currency) for amount in (row.handle, row.returned, row.ggr))
        rtp = f"{row.rtp:.2%} ± {1.96 * row.error:.1%}" if row.rounds >= ENOUGH else f"{row.rtp:.2%}"
        table.add_row(row.table, f"{row.currency} {row.purse}", str(row.rounds), str(row.bets), *money, rtp)
    console.print(table)
    console.print(_uncertainty([1.96 * row.error for row in purses if row.rounds >= ENOUGH]), highlight=False)
    refused = ", ".join(f"{code} {count}" for code, count in sender.refused.most_common())
    console.print(f"Commands: {sender.commands}; refused: {refused or 'none'}", highlight=False)
    console.print(f"Events per second: {events_per_second:.0f}", highlight=False)


def _uncertainty(ranges: Sequence[float]) -> str:
    """What the RTP of a few rounds is worth, in words."""
    text = "The RTP of so few rounds says next to nothing"
    if ranges:
        text += (
            f": it may well be {max(ranges):.0%} away from the true return, to either side. ± is the range that would "
            "hold the true value 19 times out of 20"
        )
    return f"{text}. `manage.py simulate` plays enough of them, `manage.py rtp` computes the true return."


def audits_pass(console: Console) -> bool:
    """Run every audit; True only if all of them pass."""
    wanted: list[Sequence[str]] = [(name,) for name in AUDITS]
    wanted += [("audit_replay", round_id) for round_id in figures.last_ended(REPLAYED)]
    verdicts = [_passes(console, *words) for words in wanted]
    console.print("Every audit passes." if all(verdicts) else "[bold red]An audit does not pass.[/]", highlight=False)
    return all(verdicts)


def _passes(console: Console, name: str, *arguments: str) -> bool:
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            call_command(name, *arguments, stdout=output, stderr=output)
        passed = True
    except SystemExit as end:
        passed = end.code in (None, 0)
    except CommandError as error:
        passed = False
        output.write(str(error))
    except Exception:  # noqa: BLE001  (whatever is raised is a verdict, and is printed)
        passed = False
        output.write(traceback.format_exc())
    console.print(f"{' '.join((name, *arguments))}: {'passes' if passed else 'FAILS'}", highlight=False)
    if not passed:
        console.print(output.getvalue()[-3000:], markup=False, highlight=False)
    return passed
