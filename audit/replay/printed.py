"""A replay on a terminal of 100 columns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from audit.replay.report import Line, Report

FOLD_ABOVE: Final = 8
"""So many events of one name by one command are shown one by one; of more, the first three and a sum."""

WIDTH: Final = 100


def show(console: Console, report: Report, every_line: bool) -> None:
    """Heading, lines, hands, bets, verdict. Everything from the log is printed as text, never as markup."""
    console.print(_heading(report), width=WIDTH)
    console.print(_lines(report, every_line), width=WIDTH)
    console.print(_hands(report), width=WIDTH)
    console.print(_bets(report, every_line), width=WIDTH)
    console.print(_verdict(report), width=WIDTH)


def _heading(report: Report) -> Panel:
    text = Text.assemble(
        ("REPLAY ", "bold reverse"), " of recorded events. Nothing is played, nothing is paid.\n",
        ("Round ", "dim"), report.round, ("   Rules ", "dim"), f"{report.title} ({report.ruleset})",
        ("   Status ", "dim"), report.status.replace("_", " "),
    )  # fmt: skip
    return Panel(text, border_style="cyan")


def _lines(report: Report, every_line: bool) -> Table:
    table = Table(box=None, header_style="dim", padding=(0, 1, 0, 0))
    table.add_column("position", justify="right", no_wrap=True, style="dim")
    table.add_column("time", no_wrap=True, style="dim")
    table.add_column("by", no_wrap=True)
    table.add_column("what happened", ratio=1, overflow="fold")
    table.add_column("money", justify="right", no_wrap=True)
    table.add_column("escrow", justify="right", no_wrap=True, style="dim")
    differing = {position for position, _ in report.differences}
    for line in _folded(report.lines, every_line):
        event, amount = line.event, report.amount(line.event.owner)
        text = Text(line.text, style="bold red" if event.position in differing else "")
        if line.cards:
            text.append(f"  {line.cards}", style="cyan")
        if event.by_system and not line.text.endswith("by the system."):
            text.append("  by the system", style="yellow")
        money = Text(f"{'+' if line.money > 0 else ''}{amount(line.money)}" if line.money else "")
        money.stylize("green" if line.money > 0 else "red")
        by = Text(event.by, style="yellow" if event.by_system else "")
        escrow = "" if line.escrow is None else amount(line.escrow)
        table.add_row(
            str(event.position), f"{event.at:%H:%M:%S}.{event.at.microsecond // 1000:03}", by, text, money, escrow
        )
    return table


def _folded(lines: list[Line], every_line: bool) -> Iterator[Line]:
    """Long runs of one kind of event by one command, shortened."""
    for (_, name), run in groupby(lines, key=lambda line: (line.event.command, line.event.name)):
        several = list(run)
        if every_line or len(several) <= FOLD_ABOVE:
            yield from several
            continue
        yield from several[:3]
        rest = several[3:]
        text = f"... and {len(rest):,} more of {name}"
        last = rest[-1]
        yield Line(last.event, text, sum(line.money for line in rest), last.escrow, last.currency, "")


def _hands(report: Report) -> Table:
    table = Table(title="Cards at the end", title_justify="left", title_style="bold", box=None, header_style="dim")
    table.add_column("place")
    table.add_column("cards")
    table.add_column("result", overflow="fold")
    results = _results(report.outcome)
    for place, cards in sorted(report.places.items()):
        table.add_row(Text(place), Text(" ".join(cards)), Text(results.get(place, "")))
    return table


def _results(outcome: Any) -> dict[str, str]:
    """Place -> score and result, where the game's outcome lists hands by place."""
    found: dict[str, str] = {}
    if not isinstance(outcome, dict):
        return found
    for hand in outcome.get("hands", ()):
        if isinstance(hand, dict) and "place" in hand:
            words = (hand.get("score"), hand.get("result"), hand.get("clause"))
            found[str(hand["place"])] = " ".join(str(word) for word in words if word is not None)
    dealer = outcome.get("dealer")
    if isinstance(dealer, dict) and "score" in dealer:
        found["dealer"] = str(dealer["score"])
    return found


def _bets(report: Report, every_line: bool) -> Group | Table:
    table = Table(
        title="Bets, worked out again", title_justify="left", title_style="bold", box=None, header_style="dim"
    )
    table.add_column("bet", overflow="fold", ratio=1)
    table.add_column("stake", justify="right", no_wrap=True)
    table.add_column("recorded", justify="right")
    table.add_column("by the rules", justify="right")
    table.add_column("", no_wrap=True)
    ordered = sorted(report.bets, key=lambda found: found.agrees)
    shown = ordered if every_line or len(ordered) <= 40 else ordered[:20]
    for found in shown:
        amount = report.amount(found.bet.player)
        table.add_row(
            Text(found.bet.id.partition("/")[2]), amount(found.bet.stake),
            Text(f"{found.bet.outcome or found.bet.status} {amount(found.bet.returned)}"),
            Text(f"{found.outcome} {amount(found.returned)}"),
            Text("agrees", style="green") if found.agrees else Text("DIFFERS", style="bold red"),
        )  # fmt: skip
    if len(shown) == len(ordered):
        return table
    return Group(table, Text(f"... and {len(ordered) - len(shown):,} more that agree (--all shows them)", style="dim"))


def _verdict(report: Report) -> Text:
    if not report.differences:
        return Text(
            f"No difference: {len(report.bets):,} bets and every hand are as the rules give them.", "bold green"
        )
    text = Text(f"{len(report.differences):,} differences\n", style="bold red")
    for position, what in report.differences[:40]:
        text.append(f"  {f'position {position}' if position else 'board'}: {what}\n", style="red")
    return text
