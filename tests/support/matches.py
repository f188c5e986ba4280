"""A match of four whose packs are dealt inside the round."""

from __future__ import annotations

from typing import Any, Final

from games.catalog import SAMPLES
from tests.support.house import House
from wagering.incidents.commands import ReportIncident
from wagering.rounds import commands as r
from wagering.tables.commands import OpenTable

GAME: Final = "kozel@1"


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
