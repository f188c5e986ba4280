"""Players who limit themselves or take a break, and tables for them of any game."""

from __future__ import annotations

from datetime import timedelta

from games.catalog import CATALOG, SAMPLES
from tests.support.house import House
from wagering.dispatch.command import Answer
from wagering.rounds import commands as r
from wagering.tables.commands import MountShoe, OpenTable
from wagering.wallet import commands as w


def limit(house: House, player: str, kind: str, amount: int | None, period: str = "day") -> Answer:
    return house.send(f"player:{player}", w.SetLimit(player=player, limit=kind, period=period, amount=amount))


def pause(house: House, player: str, **length: float) -> Answer:
    until = (house.now + timedelta(**length)).isoformat()
    return house.send(f"player:{player}", w.Pause(player=player, until=until))


def deposit(house: House, player: str, amount: int) -> str:
    return house.send(f"operator:{house.run}", w.Deposit(player=player, amount=amount)).code


def dealt_by_the_system(house: House, game: str, count: int) -> tuple[str, list[str]]:
    """A virtual table of ``game`` with ``count`` players on its first seats."""
    sample, table = SAMPLES[game], house.id("G")
    options = sample.table_options("virtual", 100, {})
    house.must(f"operator:{house.run}", OpenTable(
        table=table, operator=house.run, game=game, currency="USD", options=options, clock=f"session {house.run}",
    ))  # fmt: skip
    if CATALOG[game].shoe_lasts != "deal":
        house.must(f"studio:{table}", MountShoe(table=table, shoe=house.id("GS"), source="virtual"))
    players = [house.player(f"p{seat}") for seat in list(sample.seats)[:count]]
    for player, seat in zip(players, sample.seats, strict=False):
        house.must(f"player:{player}", r.Sit(table=table, player=player, seat=seat))
    return table, players
