"""A round closes with empty escrow and empty pots or not at all: the commit looks at the entries themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import DatabaseError

from games.catalog import SAMPLES
from tests.support.house import House
from wagering.eventstore.session import execute as sql
from wagering.eventstore.session import sqlstate
from wagering.rounds import commands as r
from wagering.rounds import settling
from wagering.rounds.queries import current
from wagering.tables.commands import MountShoe, OpenTable
from wagering.wallet import book
from wagering.wallet.ledger import Leg, legs

pytestmark = pytest.mark.database
GAME = "royal_9k@1"


class Duel(House):
    """Two players with their antes in the pot; the first one asked leaves."""

    def __init__(self, run: str) -> None:
        super().__init__(run)
        self.duel, sample = self.id("D"), SAMPLES[GAME]
        options = sample.table_options("virtual", 100, {})
        table = OpenTable(table=self.duel, operator=run, game=GAME, currency="USD", options=options, clock="session x")
        self.must(f"operator:{run}", table)
        for seat in (1, 2):
            player = self.player(f"P{seat}")
            self.must(f"player:{player}", r.Sit(table=self.duel, player=player, seat=seat))
        self.must(f"studio:{self.duel}", MountShoe(table=self.duel, shoe=f"{self.duel}.S", source="virtual"))
        self.must(f"studio:{self.duel}", r.OpenRound(table=self.duel, round=f"{self.duel}.R", dealer=1))

    def give_up(self) -> None:
        question: Any = current(self.duel).expects()
        self.must(f"player:{question.player}", r.Leave(table=self.duel, player=question.player))


def refused(error: DatabaseError) -> bool:
    return sqlstate(error) == "WG422"


def test_a_bet_that_was_not_paid(run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(run_id)
    table, player, round_id = house.seated_round("T", "TH", "TS", "9H", "8D")
    monkeypatch.setattr(settling, "_pay", lambda _stage, _bets: None)
    with pytest.raises(DatabaseError) as caught:
        house.act(table, player, "stand")
    assert refused(caught.value)
    monkeypatch.undo()
    assert house.act(table, player, "stand").accepted
    assert sql("SELECT status FROM rounds_round WHERE id = %b::text", (round_id,)).fetchone() == ("settled",)


def test_a_pot_that_was_not_paid_out(run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    duel = Duel(run_id)

    def kept(player: str, ledger: str, event: Any) -> Sequence[Leg]:
        """What should come out of the pot comes out of nowhere."""
        found = legs(player, ledger, event)
        return [leg._replace(account="nowhere") if leg.account.startswith("pot/") and leg.amount < 0 else leg
                for leg in found]  # fmt: skip

    monkeypatch.setattr(book, "legs", kept)
    with pytest.raises(DatabaseError) as caught:
        duel.give_up()
    assert refused(caught.value)
    monkeypatch.undo()
    duel.give_up()
    assert current(duel.duel).status == "settled"
