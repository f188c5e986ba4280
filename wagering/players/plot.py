"""A line of the net over time. Lines and areas only; the words around it are HTML, so that they keep their size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Final

from wagering.players.queries import Standing
from wagering.wallet.amounts import currency_of, money, plain, purse_of

WIDTH: Final = 1_000
HEIGHT: Final = 200
FEWEST: Final = 3
"""Fewer points than this say no more than the figures do."""


@dataclass(frozen=True, slots=True)
class Plot:
    """``line`` and ``area`` are paths in a box of ``WIDTH`` x ``HEIGHT``, ``zero`` the height of no gain in it."""

    title: str
    told: str
    line: str
    area: str
    zero: int
    high: Any
    low: Any
    first: str
    last: str


def plot(ledger: str, standings: Sequence[Standing]) -> Plot | None:
    """The course of one ledger; None if it is too short to be drawn."""
    begin, end = standings[0].at, standings[-1].at
    if len(standings) < FEWEST or begin == end:
        return None
    currency = currency_of(ledger)
    high, low = (pick(0, *(each.net for each in standings)) for pick in (max, min))
    span = max(1, high - low)
    zero = high * HEIGHT // span
    steps = "".join(
        f"H{round(WIDTH * ((each.at - begin) / (end - begin)))}V{(high - each.net) * HEIGHT // span}"
        for each in standings
    )
    days = [at.astimezone(UTC).strftime("%Y-%m-%d %H:%M") for at in (begin, end)]
    told = (
        f"From {days[0]} to {days[1]} UTC between {plain(low, currency)} and {plain(high, currency)} {currency},"
        f" {plain(standings[-1].net, currency)} in the end"
    )
    return Plot(
        title=f"Net over time, {currency}, {purse_of(ledger)}", told=told, line=f"M0 {zero}{steps}",
        area=f"M0 {zero}{steps}V{zero}Z", zero=zero, high=money(high, currency), low=money(low, currency),
        first=days[0], last=days[1],
    )  # fmt: skip
