"""Short sessions for corners of the published rules that the recorded ones never reach."""

from __future__ import annotations

import pytest

from tests.support.corner import Corner

pytestmark = pytest.mark.database


def check(corner: Corner, run_id: str) -> None:
    assert corner.wrong(run_id) == []


def test_close_bets_before_the_countdown_is_over_has_no_effect(run_id: str) -> None:
    c = Corner(ana=100).open("r1").sit("ana", 3).bet("ana", 3, "seat", 10)
    c.line("close_bets").bet("ana", 3, "seat", 5)
    c.line("incident", note="n").line("resume", supervisor="mo")  # gives 0.5 s
    c.until(c.due).line("close_bets").bet("ana", 3, "seat", 5)  # a half second is left
    c.until(c.due + 0.5).line("close_bets").bet("ana", 3, "seat", 1, "bets_closed")
    c.cards("3.1 TC", "up 9C", "3.1 9D", "down 8D").act("ana", "3.1", "stand")
    check(c.expect("r1", "settled", {"3/seat/ana": ["win", 20, 40]}, balances={"ana": 120}, seats={3: "ana"}), run_id)


def test_a_seat_left_between_rounds_stays_left_after_a_late_correction(run_id: str) -> None:
    c = Corner(ana=100, bo=100).open("r1").sit("ana", 3).sit("bo", 4).bet("ana", 3, "seat", 10).bet("bo", 4, "seat", 10)
    c.close().cards("3.1 TC", "4.1 TD", "up 9C", "3.1 9D", "4.1 8C", "down 8D")
    c.act("ana", "3.1", "stand").act("bo", "4.1", "stand")
    c.expect("r1", "settled", {"3/seat/ana": ["win", 10, 20], "4/seat/bo": ["win", 10, 20]},
             balances={"ana": 110, "bo": 110}, seats={3: "ana", 4: "bo"})  # fmt: skip
    c.line("leave", player="ana").expect("r1", seats={4: "bo"})
    c.correct("r1", 7, "7C")
    c.expect("r1", "settled", {"3/seat/ana": ["win", 10, 20], "4/seat/bo": ["push", 10, 10]},
             balances={"bo": 100}, seats={4: "bo"})  # fmt: skip
    c.open("r2").expect("r2", seats={4: "bo"}).sit("ana", 3).close()
    check(c.expect("r2", "not_played", {}, seats={4: "bo"}), run_id)


def test_who_leaves_twice_gives_up_a_seat_taken_in_between(run_id: str) -> None:
    c = Corner(ana=100).open("r1").sit("ana", 3).bet("ana", 3, "seat", 10).line("leave", player="ana")
    c.sit("ana", 4).line("leave", player="ana").close()
    c.cards("3.1 TC", "4.1 TD", "up 9C", "3.1 9D", "4.1 8C", "down 8D")
    c.act("ana", "3.1", "stand").act("ana", "4.1", "stand")
    bets = {"3/seat/ana": ["win", 10, 20], "4/seat/ana": ["win", 10, 20]}
    check(c.expect("r1", "settled", bets, balances={"ana": 120}, seats={}), run_id)


def test_a_bet_again_after_its_seat_was_given_up(run_id: str) -> None:
    c = Corner(ana=100, bo=100, cy=100).open("r1").sit("ana", 3).bet("cy", 3, "behind", 7).line("leave", player="ana")
    c.expect("r1", balances={"ana": 100, "bo": 100, "cy": 100}, seats={})
    c.sit("bo", 3).bet("bo", 3, "seat", 10).bet("cy", 3, "behind", 5).close()
    c.cards("3.1 TC", "up 9C", "3.1 9D", "down 8D").act("bo", "3.1", "stand")
    bets = {"3/seat/bo": ["win", 10, 20], "3/behind/cy": ["win", 5, 10]}
    check(c.expect("r1", "settled", bets, balances={"bo": 110, "cy": 105}, seats={3: "bo"}), run_id)


def test_leaving_with_a_bet_then_void(run_id: str) -> None:
    c = Corner(ana=100, bo=100).open("r1").sit("ana", 3).bet("ana", 3, "seat", 10).line("leave", player="ana")
    c.line("leave", player="ana").bet("ana", 3, "seat", 5).close().cards("3.1 TC")
    c.line("incident", note="n").line("leave", "table_paused", player="ana").void("r1")
    c.expect("r1", "void", {"3/seat/ana": ["void", 15, 15]}, balances={"ana": 100, "bo": 100})
    c.open("r2")
    check(c.expect("r2", seats={}).close().expect("r2", "not_played", {}), run_id)


def test_shares_and_limits_of_two_seats(run_id: str) -> None:
    c = Corner(ana=43, bo=15, cy=300).open("r1")
    c.sit("ana", 3).bet("ana", 3, "seat", 31).sit("ana", 4)  # 12 left: 15 each, 1 back
    c.expect("r1", balances={"ana": 13, "bo": 15, "cy": 300})
    c.bet("ana", 3, "seat", 14, "insufficient_funds").bet("ana", 4, "seat", 13)  # 6 each, 1 stays
    c.expect("r1", balances={"ana": 1})
    c.sit("bo", 1).bet("bo", 1, "seat", 15).line("sit", "insufficient_funds", player="bo", seat=2)
    c.sit("cy", 6).bet("cy", 6, "seat", 90).sit("cy", 7).bet("cy", 7, "seat", 11, "above_max")
    c.bet("cy", 7, "seat", 10).bet("cy", 7, "seat", 1, "above_max").bet("cy", 6, "seat", 1, "above_max").close()
    c.expect("r1", balances={"bo": 0, "cy": 100})
    c.line("incident", note="n").void("r1")
    bets = {"1/seat/bo": ["void", 15, 15], "3/seat/ana": ["void", 21, 21], "4/seat/ana": ["void", 21, 21],
            "6/seat/cy": ["void", 100, 100], "7/seat/cy": ["void", 100, 100]}  # fmt: skip
    check(c.expect("r1", "void", bets, balances={"ana": 43, "bo": 15, "cy": 300}), run_id)


def test_a_share_of_nothing(run_id: str) -> None:
    c = Corner(ana=21).open("r1").sit("ana", 3, 4).bet("ana", 3, "seat", 19, "below_min").bet("ana", 3, "seat", 20)
    c.bet("ana", 3, "seat", 2, "insufficient_funds").bet("ana", 3, "seat", 1)  # half of 1 is 0; the unit stays
    c.expect("r1", balances={"ana": 1}).close().line("incident", note="n").void("r1")
    bets = {"3/seat/ana": ["void", 10, 10], "4/seat/ana": ["void", 10, 10]}
    check(c.expect("r1", "void", bets, balances={"ana": 21}), run_id)


def test_a_second_seat_without_a_bet_sits_out_with_its_player(run_id: str) -> None:
    c = Corner(ana=100).open("r1").sit("ana", 3).bet("ana", 3, "seat", 10).close()
    c.cards("3.1 TC", "up 9C", "3.1 9D", "down 8D").act("ana", "3.1", "stand")
    c.expect("r1", "settled", {"3/seat/ana": ["win", 10, 20]}, balances={"ana": 110}, seats={3: "ana"})
    c.open("r2").sit("ana", 4).close().expect("r2", "not_played", {}, seats={3: "ana", 4: "ana"})
    check(c.open("r3").expect("r3", seats={}).close().expect("r3", "not_played", {}), run_id)


@pytest.mark.parametrize(("currency", "exponent"), [("CHF", 2), ("ISK", 0), ("BHD", 3)])
def test_currencies(run_id: str, currency: str, exponent: int) -> None:
    c = Corner(ana=100).open("r1").sit("ana", 1).bet("ana", 1, "seat", 11).close()
    c.lines[0] |= {"currency": currency, "exponent": exponent}
    c.cards("1.1 AC", "up 9D", "1.1 JC", "down 9S")
    check(c.expect("r1", "settled", {"1/seat/ana": ["blackjack", 11, 27]}, balances={"ana": 116}), run_id)
