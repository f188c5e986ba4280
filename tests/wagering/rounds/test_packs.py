"""Packs inside a round, when several processes have to do with one table."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalog import SAMPLES
from games.kernel.expectations import Shuffle
from tests.support.house import House
from wagering.incidents.commands import ReportIncident
from wagering.rounds import cache, load
from wagering.rounds import commands as r
from wagering.rounds.queries import current
from wagering.tables.commands import OpenTable

pytestmark = pytest.mark.database
GAME = "kozel@1"


class Match(House):
    """Four players whose match waits for its first pack."""

    def __init__(self, run: str) -> None:
        super().__init__(run)
        self.match, sample = self.id("M"), SAMPLES[GAME]
        options = sample.table_options("virtual", 100, {})
        table = OpenTable(table=self.match, operator=run, game=GAME, currency="USD", options=options, clock="session x")
        self.must(f"operator:{run}", table)
        for seat in sample.seats:
            player = self.player(f"P{seat}")
            self.must(f"player:{player}", r.Sit(table=self.match, player=player, seat=seat))
        self.studio(r.OpenRound(table=self.match, round=f"{self.match}.R", dealer=0))

    def studio(self, command: Any) -> None:
        self.must(f"studio:{self.match}", command)

    def pack(self, number: int) -> None:
        self.studio(r.DealPack(table=self.match, shoe=f"{self.match}.S{number}"))

    def void_deal(self) -> None:
        self.studio(ReportIncident(table=self.match, note="a card fell"))
        self.must("supervisor:maya", r.VoidDeal(table=self.match, reason="EXPOSED", supervisor="maya"))


def test_a_pack_mounted_while_the_table_is_read(run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Board, round and pack are read one after the other; what is found must be of one moment all the same."""
    match, first = Match(run_id), load._first
    match.pack(1)
    match.void_deal()
    assert isinstance(current(match.match).expects(), Shuffle)

    def meanwhile(table: str) -> Any:
        monkeypatch.setattr(load, "_first", first)
        match.pack(2)
        cache.clear()
        return first(table)

    monkeypatch.setattr(load, "_first", meanwhile)
    play = load.load_play(match.match)
    assert play.shoe is not None
    assert (play.shoe.id, play.shoe.retired) == (play.state.game.shoe, False) == (f"{match.match}.S2", False)
