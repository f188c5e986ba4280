"""An answer decided on a look at the table that has gone stale meanwhile must not be taken."""

from __future__ import annotations

import threading

import pytest

from tests.support.events import in_threads
from tests.support.house import House, answer_of, question
from tests.support.invariants import violations
from wagering.dispatch import raw
from wagering.rounds import cache
from wagering.rounds.load import load_play
from wagering.wallet.commands import AskWithdrawal, PayWithdrawal, Withdraw

pytestmark = pytest.mark.database


def asked_for_insurance(house: House) -> tuple[str, str, str]:
    """A table that asks two people for insurance: table, who sits, who bets behind."""
    table, player, behind = house.table(), house.player("ana"), house.player("bob")
    house.shoe(table)
    house.open(table)
    assert house.sit(table, player, 3).accepted
    assert house.bet(table, player, 3, 1_000).accepted
    assert house.bet(table, behind, 3, 1_000, "behind").accepted
    assert house.close_bets(table).accepted
    house.deal(table, "TH", "AS", "6H", "5D")
    assert load_play(table).deadline is not None
    return table, player, behind


def test_insurance_after_another_process_closed_it(run_id: str) -> None:
    """This process remembers the table as it was while insurance was asked; the cards to come are known by now."""
    house = House(run_id)
    table, player, behind = asked_for_insurance(house)
    seen = cache.get(table)
    assert seen is not None
    assert house.expire(table).content["awaits"] != "insurance"
    for late in (player, behind):
        cache.put(seen)  # what a process still holds that has not heard of it
        assert house.send(f"player:{late}", answer_of(table, late, "yes")).code == "no_question"
    assert violations(run_id) == []


def test_the_close_of_a_betting_that_this_process_has_not_seen_all_of(run_id: str) -> None:
    """It remembers an empty table, and finds a bet on a seat that another process has given away."""
    house = House(run_id)
    table, player = house.table(), house.player("ana")
    house.shoe(table)
    house.open(table)
    seen = cache.get(table)
    assert seen is not None
    assert house.sit(table, player, 3).accepted
    assert house.bet(table, player, 3, 1_000).accepted
    cache.put(seen)
    assert house.close_bets(table).content["awaits"].startswith("deal")
    assert violations(run_id) == []


def test_insurance_while_another_process_closes_it(run_id: str) -> None:
    """Nothing remembered, but the look was taken before waiting for the lock of the one who closes the question."""
    house = House(run_id)
    table, player, _ = asked_for_insurance(house)
    number = question(load_play(table))
    cache.clear()
    held, closed = threading.Event(), threading.Event()
    begin = raw.begin_locked

    def begin_late(stream: str) -> None:
        if threading.current_thread().name == "late":
            held.set()
            assert closed.wait(10)
        begin(stream)

    def answer(late: int) -> str:
        if not late:
            assert held.wait(10)
            house.expire(table)
            closed.set()
            return ""
        threading.current_thread().name = "late"
        cache.clear()
        return house.send(f"player:{player}", answer_of(table, player, "yes")).code

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wagering.dispatch.work.begin_locked", begin_late)
        assert in_threads(2, answer)[1] == "no_question"
    assert number is not None
    assert violations(run_id) == []


def test_a_withdrawal_at_once_keeps_its_hands_off_a_pending_one(run_id: str) -> None:
    """Names that the cashier's withdrawals choose for themselves may be taken already."""
    house = House(run_id)
    player = house.player("ana", 1_000)
    for name in ("w4", "w5", "w6"):
        house.must(f"player:{player}", AskWithdrawal(player=player, withdrawal=name, amount=100))
    house.must(f"operator:{run_id}", Withdraw(player=player, amount=50))
    for name in ("w4", "w5", "w6"):
        assert house.send(f"operator:{run_id}", PayWithdrawal(player=player, withdrawal=name)).accepted, name
    assert violations(run_id) == []
