"""A bet undone before betting closes counts as never placed, and may be placed anew."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from tests.support.house import House
from tests.support.invariants import violations
from wagering.dispatch.command import Answer
from wagering.eventstore.session import execute as sql
from wagering.incidents.commands import ReportIncident
from wagering.rounds import commands as r
from wagering.rounds.queries import totals
from wagering.wallet import commands as w
from wagering.wallet.queries import balances_of, limits_of

pytestmark = pytest.mark.database


def undo(house: House, table: str, player: str, seat: int = 3, kind: str = "seat") -> Answer:
    return house.send(f"player:{player}", r.UndoBet(table=table, player=player, seat=seat, bet_kind=kind))


def betting(run: str, **options: Any) -> tuple[House, str, str, str]:
    """Betting is open, ana sits on seat 3 with a bet of 2,000 and a pair bet of 500, bob bets 1,000 behind her."""
    house = House(run)
    table, ana, bob = house.table("T", **options), house.player("ana"), house.player("bob")
    house.shoe(table)
    house.open(table)
    assert house.sit(table, ana, 3).accepted
    assert house.bet(table, ana, 3, 2_000).accepted
    assert house.bet(table, ana, 3, 500, "pair").accepted
    assert house.bet(table, bob, 3, 1_000, "behind").accepted
    return house, table, ana, bob


def bets(table: str) -> dict[str, tuple[str, int]]:
    rows = sql('SELECT kind, status, stake FROM wallet_bet WHERE "table" = %b::text ORDER BY id', (table,))
    return {kind: (status, stake) for kind, status, stake in rows}


def finish(house: House, table: str, player: str) -> None:
    assert house.close_bets(table).accepted
    house.deal(table, "TH", "TS", "9H", "8D")
    assert house.act(table, player, "stand").accepted


def test_undone_and_not_bet_again(run_id: str) -> None:
    house, table, ana, bob = betting(run_id)
    answer = undo(house, table, bob, kind="behind")
    assert answer.content["returned"] == {"3/behind": 1_000}
    assert answer.content["funds"] == balances_of([bob])[bob] == 100_000
    assert bets(table)["behind"] == ("undone", 0)
    assert undo(house, table, bob, kind="behind").code == "no_bet"
    assert undo(house, table, ana, kind="pair").accepted
    finish(house, table, ana)
    (total,) = totals(run_id)
    assert (total["bet_kind"], total["handle"], total["voided"], total["refunded"]) == ("seat", 2_000, 0, 0)
    assert violations(run_id) == []
    call_command("audit_replay", f"{table}.R1", json=True, stdout=_Nowhere())


def test_bet_again_after_an_undo(run_id: str) -> None:
    house, table, ana, bob = betting(run_id)
    for amount in (700, 300):
        assert undo(house, table, bob, kind="behind").accepted
        assert house.bet(table, bob, 3, amount, "behind").accepted
    assert house.bet(table, bob, 3, 100, "behind").accepted
    assert bets(table)["behind"] == ("open", 400)
    finish(house, table, ana)
    behind = next(total for total in totals(run_id) if total["bet_kind"] == "behind")
    assert (behind["bets"], behind["handle"], behind["voided"], behind["refunded"]) == (1, 400, 0, 0)
    assert violations(run_id) == []
    call_command("audit_replay", f"{table}.R1", json=True, stdout=_Nowhere())


def test_without_his_seat_bet_a_newcomer_goes_at_the_close(run_id: str) -> None:
    """What others bet on the seat is refunded then, as if he had never bet."""
    house, table, ana, _ = betting(run_id)
    assert undo(house, table, ana).accepted
    assert bets(table) == {"behind": ("open", 1_000), "pair": ("open", 500), "seat": ("undone", 0)}
    assert house.close_bets(table).accepted
    assert bets(table) == {"behind": ("refunded", 1_000), "pair": ("refunded", 500), "seat": ("undone", 0)}
    assert violations(run_id) == []


def test_two_seats_lose_the_bet_on_both(run_id: str) -> None:
    house, table, ana, _ = betting(run_id)
    assert house.sit(table, ana, 4).accepted
    assert undo(house, table, ana, 4).content["returned"] == {"3/seat": 2_000, "4/seat": 2_000}
    assert house.bet(table, ana, 3, 1_500).content["taken"] == {"3/seat": 1_500, "4/seat": 1_500}
    assert violations(run_id) == []


def test_when_a_bet_stands(run_id: str) -> None:
    house, table, ana, bob = betting(run_id)
    assert undo(house, table, ana, kind="behind").code == "no_bet"
    assert undo(house, table, ana, 99, "seat").code == "no_bet"
    assert house.send(f"player:{bob}", r.UndoBet(table=table, player=ana, seat=3, bet_kind="seat")).code == "forbidden"
    assert house.send(f"player:{ana}", r.Leave(table=table, player=ana)).accepted
    assert undo(house, table, ana).code == "bets_stand"
    assert undo(house, table, ana, kind="pair").accepted
    assert house.close_bets(table).accepted
    assert undo(house, table, ana).code == "bets_closed"
    house.must(f"studio:{table}", ReportIncident(table=table, note="x"))
    assert undo(house, table, ana).code == "table_paused"
    assert violations(run_id) == []


def test_a_house_may_let_bets_stand(run_id: str) -> None:
    house, table, ana, _ = betting(run_id, undo_bets=False)
    assert undo(house, table, ana).code == "bets_stand"


def test_what_is_undone_counts_back(run_id: str) -> None:
    house, table, _, bob = betting(run_id)
    limit = w.SetLimit(player=bob, limit="stake", period="day", amount=1_000)
    assert house.send(f"player:{bob}", limit).accepted
    assert house.bet(table, bob, 3, 100, "behind").code == "limit_reached"
    assert undo(house, table, bob, kind="behind").accepted
    assert limits_of(bob, house.now).limits[0].used == 0
    assert house.bet(table, bob, 3, 1_000, "behind").accepted


class _Nowhere:
    """The text is not looked at; a difference ends the command with an error."""

    def write(self, _: str) -> None: ...
    def flush(self) -> None: ...
    def isatty(self) -> bool:
        return False
