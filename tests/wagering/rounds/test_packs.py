"""Packs inside a round, when several processes have to do with one table."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalog import SAMPLES
from games.kernel.cards import from_rank
from games.kernel.expectations import Shuffle
from tests.support import office
from tests.support.house import House
from tests.support.matches import Match
from wagering.backoffice.html import address
from wagering.eventstore.models import Event
from wagering.eventstore.session import execute as sql
from wagering.incidents.commands import ReportIncident
from wagering.rounds import cache, load
from wagering.rounds import commands as r
from wagering.rounds.queries import current
from wagering.tables.commands import MountShoe, OpenTable

pytestmark = pytest.mark.database


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


def test_a_pack_comes_when_the_round_awaits_it(run_id: str) -> None:
    """Not between rounds, not of another kind, not twice."""
    match = Match(run_id)
    studio = f"studio:{match.match}"
    mount = MountShoe(table=match.match, shoe=f"{match.match}.S0", source="virtual")
    assert match.send(studio, mount).code == "round_running"
    assert (
        match.send(studio, r.DealPack(table=match.match, shoe=f"{match.match}.S1", what="reshuffle")).code
        == "wrong_phase"
    )
    match.pack(1)
    assert match.send(studio, r.DealPack(table=match.match, shoe=f"{match.match}.S2")).code == "wrong_phase"
    match.studio(ReportIncident(table=match.match, note="a card fell"))
    void = r.VoidRound(table=match.match, round=f"{match.match}.R", reason="EXPOSED", supervisor="maya")
    match.must("supervisor:maya", void)
    assert match.send(studio, mount).code == "bad_shoe"


def test_an_order_that_is_refused_is_in_no_receipt(run_id: str) -> None:
    """Whoever sends it again with its mistake put right has told nobody."""
    match = Match(run_id)
    due: Any = current(match.match).expects()
    command = r.DealPack(table=match.match, shoe=f"{match.match}.S1", cards=",".join(due.cards), shown_at=30)
    answer = match.send(f"studio:{match.match}", command)
    assert answer.code == "bad_shoe"
    assert due.cards[0] not in str(answer.content)


def test_a_cut_card_that_comes_out_with_the_last_card(run_id: str) -> None:
    """The shoe's board is written once by a command that both ends its last round and opens it."""
    house, sample = House(run_id), SAMPLES["royal_blackjack@1"]
    table, player, seat = house.id("B"), house.player("ana"), sample.seats[0]
    options = sample.table_options("virtual", 100, {})
    opening = OpenTable(
        table=table, operator=run_id, game="royal_blackjack@1", currency="USD", options=options, clock="session x"
    )
    house.must(f"operator:{run_id}", opening)
    for cut in range(4, 9):
        shoe = house.shoe(table, f"S{cut}", " ".join(from_rank("2")), cut=cut)
        house.open(table, f"R{cut}")
        house.sit(table, player, seat)
        assert house.bet(table, player, seat, 1_000, str(sample.seat_kind)).accepted
        assert house.close_bets(table).accepted
        while current(table).running:
            assert house.expire(table).accepted
        play = current(table)
        assert play.shoe is not None
        row = sql("SELECT cut_out, retired FROM tables_shoe WHERE id = %b::text", (shoe,)).fetchone()
        assert row == (play.shoe.cut_out, True)


def test_a_used_up_pack_is_shown_to_nobody_while_the_round_runs(run_id: str) -> None:
    """What was dealt from it may still be in somebody's hand: a reshuffle comes in the middle of a game."""
    match, client = Match(run_id), office.client(office.person())
    match.pack(1)
    match.void_deal()
    (opened,) = Event.objects.filter(stream=f"shoe/{match.match}.S1", name="shoe.retired@1")

    def page() -> str:
        return client.get(address("eventstore_event", opened.pk)).content.decode()

    assert "6S" in opened.body
    assert "6S" not in page()
    match.studio(ReportIncident(table=match.match, note="the table broke down"))
    void = r.VoidRound(table=match.match, round=f"{match.match}.R", reason="EXPOSED", supervisor="maya")
    match.must("supervisor:maya", void)
    assert "6S" in page()
