"""Short sessions for corners of leaving, of opening a round and of corrected cards."""

from __future__ import annotations

import pytest

from tests.support.corner import Corner

pytestmark = pytest.mark.database


def check(corner: Corner, run_id: str) -> None:
    assert corner.wrong(run_id) == []


def pause(c: Corner) -> Corner:
    return c.line("incident", note="n")


def resume(c: Corner) -> Corner:
    return c.line("resume", supervisor="mo")


def test_leaving_without_a_seat_bet(run_id: str) -> None:
    c = Corner(ana=100, bo=100, cy=100).line("leave", "not_seated", player="ana").open("r1").sit("ana", 1).sit("bo", 2)
    c.bet("ana", 1, "pair", 3).bet("ana", 2, "behind", 4).bet("bo", 1, "behind", 5).bet("bo", 2, "seat", 10)
    c.line("leave", player="ana").expect("r1", balances={"ana": 96, "bo": 90, "cy": 100}, seats={2: "bo"}).close()
    c.cards("2.1 TC", "up 6C", "2.1 TH", "down TS").line("leave", "not_seated", player="ana").act("bo", "2.1", "stand")
    c.cards("up TD")
    bets = {"1/pair/ana": ["refunded", 3, 3], "1/behind/bo": ["refunded", 5, 5], "2/behind/ana": ["win", 4, 8],
            "2/seat/bo": ["win", 10, 20]}  # fmt: skip
    c.expect("r1", "settled", bets, balances={"ana": 104, "bo": 110}).open("r2").sit("ana", 1).bet("ana", 1, "seat", 10)
    c.bet("cy", 2, "pair", 5).close().expect("r2", balances={"ana": 94}, seats={1: "ana", 2: "bo"})
    c.line("leave", player="bo").expect("r2", seats={1: "ana"}).cards("1.1 TC", "up 6C", "1.1 TH", "down TS")
    c.line("sit", "wrong_phase", player="bo", seat=2).line("leave", player="ana").expect("r2", seats={1: "ana"})
    c.act("ana", "1.1", "stand").cards("up TD")
    bets = {"1/seat/ana": ["win", 10, 20], "2/pair/cy": ["refunded", 5, 5]}
    check(c.expect("r2", "settled", bets, balances={"ana": 114}, seats={}), run_id)


def test_who_is_removed_when_a_round_opens(run_id: str) -> None:
    c = Corner(ana=20, bo=20, cy=20, dee=100).open("r1").sit("ana", 5, 2).sit("bo", 1).sit("cy", 3).sit("dee", 6, 7)
    c.bet("ana", 5, "seat", 10).bet("bo", 1, "seat", 11).bet("dee", 6, "seat", 10).close()
    c.expect("r1", balances={"ana": 0, "bo": 9, "cy": 20, "dee": 80}, seats={
        1: "bo", 2: "ana", 5: "ana", 6: "dee", 7: "dee"})  # fmt: skip
    c.cards("1.1 TC", "2.1 TD", "5.1 TH", "6.1 5C", "7.1 5H", "up 9C", "1.1 8C", "2.1 TS", "5.1 6D", "6.1 TC")
    c.cards("7.1 TD", "down 9D").act("bo", "1.1", "stand").act("ana", "2.1", "double", "insufficient_funds")
    c.act("ana", "2.1", "hit").cards("2.1 2D").act("ana", "5.1", "surrender")
    c.act("dee", "6.1", "stand").act("dee", "7.1", "stand")
    bets = {"1/seat/bo": ["push", 11, 11], "2/seat/ana": ["lose", 10, 0], "5/seat/ana": ["surrender", 10, 5],
            "6/seat/dee": ["lose", 10, 0], "7/seat/dee": ["lose", 10, 0]}  # fmt: skip
    c.expect("r1", "settled", bets, balances={"ana": 5, "bo": 20})
    c.line("deposit", table=None, player="ana", amount=14).line("withdraw", table=None, player="bo", amount=11)
    c.open("r2").expect("r2", balances={"ana": 19, "bo": 9}, seats={2: "ana", 6: "dee", 7: "dee"}).close()
    c.expect("r2", "not_played", {}, seats={2: "ana", 6: "dee", 7: "dee"}).open("r3").expect("r3", seats={})
    check(c.sit("cy", 1).close().expect("r3", "not_played", {}, seats={}), run_id)


def test_a_corrected_card_while_insurance_is_asked(run_id: str) -> None:
    c = Corner(ana=100).open("r1").sit("ana", 1).bet("ana", 1, "seat", 10).close()
    c.cards("1.1 TC", "up AC", "1.1 9H", "down 8S").correct("r1", 4, "AD", "not_paused")
    pause(c).correct("r1", 4, "9C", "correction_impossible").correct("r1", 99, "9C", "unknown_card")
    c.correct("r1", 1, "AD", "unknown_card").correct("r1", 6, "KS").correct("r1", 3, "JC").correct("r1", 4, "AD")
    c.view("ana", "", dealer="AD ??", s1_1="JC 9H")
    resume(c).view("ana", "insurance", dealer="AD ??", s1_1="JC 9H")
    c.line("insurance", player="ana", seat=1, answer="yes")
    check(c.expect("r1", "settled", {"1/seat/ana": ["lose", 15, 15]}, balances={"ana": 100}), run_id)


def test_a_corrected_card_while_somebody_decides(run_id: str) -> None:
    c = Corner(ana=100, bo=100).open("r1").sit("ana", 1).sit("bo", 2).bet("ana", 1, "seat", 10).bet("bo", 2, "seat", 10)
    c.close().preselect("ana", "1.1", "split").cards("1.1 TC", "2.1 5H", "up 6C", "1.1 9H", "2.1 6D", "down AS")
    pause(c).correct("r1", 5, "AC", "correction_impossible")  # insurance
    c.correct("r1", 5, "TD", "correction_impossible")  # a natural
    c.correct("r1", 6, "KH", "correction_impossible")  # the split chosen ahead would be possible
    c.correct("r1", 6, "AH", "correction_impossible")  # a natural is not asked
    c.correct("r1", 6, "8H").correct("r1", 5, "9C").correct("r1", 8, "TD")
    resume(c).view("ana", "hit stand double surrender", dealer="9C ??", s1_1="TC 8H", s2_1="5H 6D")
    c.act("ana", "1.1", "hit").cards("1.1 3D")  # 21
    pause(c).correct("r1", 9, "2D", "correction_impossible").correct("r1", 9, "9D")
    resume(c).act("bo", "2.1", "double")
    pause(c).correct("r1", 7, "TH").correct("r1", 7, "AD")
    resume(c).cards("2.1 3C").expect("r1", "settled", {
        "1/seat/ana": ["lose", 10, 0], "2/seat/bo": ["push", 20, 20]}, balances={"ana": 90, "bo": 100})  # fmt: skip
    check(c, run_id)


def test_a_corrected_card_while_a_follow_is_asked(run_id: str) -> None:
    c = Corner(ana=100, bo=100).open("r1").sit("ana", 1).bet("ana", 1, "seat", 10).bet("bo", 1, "behind", 10)
    c.bet("bo", 1, "pair", 1).close().cards("1.1 TC", "up 6C", "1.1 JC", "down TS").act("ana", "1.1", "split")
    asked = c.at
    pause(c).correct("r1", 3, "9C", "correction_impossible").correct("r1", 3, "JC")
    c.line("follow", "table_paused", player="bo", seat=1, hand=1, question="split", answer="yes")
    resume(c).view("bo", "follow", dealer="6C ??", s1_1="JC JC").until(asked + 4.5 + 2.5)
    c.line("silence", what="follow").cards("1.1 9D", "1.2 AD").act("ana", "1.1", "stand").cards("up TD")
    bets = {"1/seat/ana": ["win+win", 20, 40], "1/behind/bo": ["win", 10, 20], "1/pair/bo": ["pair_perfect", 1, 26]}
    check(c.expect("r1", "settled", bets, balances={"ana": 120, "bo": 135}), run_id)


def test_a_late_correction_makes_a_natural(run_id: str) -> None:
    c = Corner(ana=100).open("r1").sit("ana", 1).bet("ana", 1, "seat", 11).close()
    c.cards("1.1 AC", "up AD", "1.1 JC", "down 9S").line("insurance", player="ana", seat=1, answer="yes")
    c.expect("r1", "settled", {"1/seat/ana": ["blackjack", 16, 27]}, balances={"ana": 111})
    c.correct("r1", 5, "2C", "correction_impossible").correct("r1", 5, "AH", "correction_impossible")
    c.correct("r1", 6, "KS").expect("r1", "settled", {"1/seat/ana": ["push", 16, 26]}, balances={"ana": 110})
    c.view("ana", "", dealer="AD KS", s1_1="AC JC").correct("r1", 5, "2C")  # nobody is asked anyway
    c.expect("r1", "settled", {"1/seat/ana": ["lose", 16, 15]}, balances={"ana": 99})
    check(c.correct("r1", 4, "TD", "correction_impossible"), run_id)


def test_the_incident_s_deadline_in_betting_and_afterwards(run_id: str) -> None:
    c = Corner(ana=100, bo=100).open("r1").sit("ana", 1).bet("ana", 1, "seat", 10)
    pause(c).line("sit", "table_paused", player="bo", seat=2).line("close_bets", "table_paused")
    c.until(c.at + 898.5).line("silence", what="incident").line("silence", what="incident")
    c.expect("r1", "void", {"1/seat/ana": ["void", 10, 10]}, balances={"ana": 100, "bo": 100}, seats={1: "ana"})
    c.void("r1", "already_void").line("resume", "not_paused", supervisor="mo").open("r2").void("r2", "not_paused")
    check(c.close().expect("r2", "not_played", {}, seats={}), run_id)
