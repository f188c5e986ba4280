"""Short sessions for corners of the play: questions, shortage of money, corrections, repeated messages, views."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.corner import Corner

pytestmark = pytest.mark.database


def check(corner: Corner, run_id: str) -> None:
    assert corner.wrong(run_id) == []


def insure(c: Corner, player: str, seat: int, answer: str, refused: str = "") -> Corner:
    return c.line("insurance", refused, player=player, seat=seat, answer=answer)


def follow(c: Corner, player: str, place: str, question: str, answer: str, refused: str = "") -> Corner:
    seat, hand = map(int, place.split("."))
    return c.line("follow", refused, player=player, seat=seat, hand=hand, question=question, answer=answer)


def test_insurance_per_bet_while_the_money_lasts(run_id: str) -> None:
    c = Corner(ana=26, bo=60, cy=1, dee=3).open("r1").sit("ana", 1, 2).sit("bo", 5)
    c.bet("ana", 1, "seat", 10).bet("bo", 5, "seat", 11).bet("ana", 5, "behind", 2).bet("cy", 5, "behind", 1)
    c.bet("dee", 5, "behind", 2).close()
    c.cards("1.1 TC", "2.1 AC", "5.1 9D", "up AD", "1.1 9H", "2.1 KD", "5.1 9S", "down KS")
    c.view("ana", "insurance", dealer="AD ??", s1_1="TC 9H", s2_1="AC KD", s5_1="9D 9S").view(
        "cy", "", dealer="AD ??", s1_1="TC 9H", s2_1="AC KD", s5_1="9D 9S"
    )
    insure(c, "cy", 5, "no", "no_question")  # half of 1 is 0
    insure(c, "ana", 1, "yes", "no_question")  # 5 is not there: not offered
    insure(c, "ana", 5, "yes")  # back bet of 2 for 1
    insure(c, "ana", 5, "no", "no_question")
    insure(c, "dee", 5, "yes")
    insure(c, "bo", 5, "yes")
    bets: dict[str, list[Any]] = {
        "1/seat/ana": ["lose", 10, 0], "2/seat/ana": ["push", 10, 10], "5/behind/ana": ["lose", 3, 3],
        "5/behind/cy": ["lose", 1, 0], "5/behind/dee": ["lose", 3, 3], "5/seat/bo": ["lose", 16, 15],
    }  # fmt: skip
    c.expect("r1", "settled", bets, balances={"ana": 16, "bo": 59, "cy": 0, "dee": 3})
    check(c.view("bo", "", dealer="AD KS", s1_1="TC 9H", s2_1="AC KD", s5_1="9D 9S"), run_id)


def test_insurance_for_one_of_two_seats(run_id: str) -> None:
    c = Corner(ana=26).open("r1").sit("ana", 1, 2).bet("ana", 1, "seat", 10).close()
    c.cards("1.1 TC", "2.1 9C", "up AD", "1.1 9H", "2.1 KD", "down 8S")
    insure(c, "ana", 2, "yes")
    c.view("ana", "", dealer="AD ??", s1_1="TC 9H", s2_1="9C KD")
    insure(c, "ana", 1, "yes", "insufficient_funds")
    c.silence("insurance", 7).view("ana", "hit stand", dealer="AD ??", s1_1="TC 9H", s2_1="9C KD")
    c.act("ana", "1.1", "stand").act("ana", "2.1", "stand")
    bets = {"1/seat/ana": ["push", 10, 10], "2/seat/ana": ["push", 15, 10]}
    check(c.expect("r1", "settled", bets, balances={"ana": 21}), run_id)


def test_nobody_can_be_insured(run_id: str) -> None:
    c = Corner(ana=10).open("r1").sit("ana", 1).bet("ana", 1, "seat", 10).close()
    c.cards("1.1 TC", "up AD", "1.1 9H", "down 8S").act("ana", "1.1", "surrender", "illegal_action")
    c.act("ana", "1.1", "double", "insufficient_funds").act("ana", "1.1", "stand")
    check(c.expect("r1", "settled", {"1/seat/ana": ["push", 10, 10]}, balances={"ana": 10}), run_id)


def test_following_a_split_and_its_doubles(run_id: str) -> None:
    c = Corner(ana=60, bo=30, cy=20, dee=12).open("r1").sit("ana", 4).bet("ana", 4, "seat", 10)
    c.bet("bo", 4, "behind", 10).bet("cy", 4, "behind", 10).bet("dee", 4, "behind", 10).bet("dee", 4, "pair", 2)
    c.close().cards("4.1 8C", "up TD", "4.1 8H", "down 9S").act("ana", "4.1", "split")
    c.view("dee", "follow", dealer="TD ??", s4_1="8C 8H").act("ana", "4.1", "hit", "not_your_turn")
    follow(c, "bo", "4.1", "double", "yes", "no_question")
    follow(c, "bo", "4.1", "split", "yes")
    follow(c, "dee", "4.1", "split", "yes")  # no money: no
    follow(c, "dee", "4.1", "split", "no", "no_question")
    c.silence("follow", 3).cards("4.1 3C").preselect("ana", "4.1", "hit", "wrong_phase")
    c.preselect("ana", "4.2", "double").cards("4.2 2D").view(
        "ana", "hit stand double", dealer="TD ??", s4_1="8C 3C", s4_2="8H 2D"
    )
    c.act("ana", "4.1", "double")
    follow(c, "cy", "4.1", "double", "yes")
    follow(c, "bo", "4.1", "double", "no")
    follow(c, "dee", "4.1", "double", "no")
    c.cards("4.1 TC")  # 21; then the second hand doubles as chosen
    c.view("cy", "", dealer="TD ??", s4_1="8C 3C TC", s4_2="8H 2D")
    follow(c, "cy", "4.2", "double", "yes", "no_question")
    follow(c, "bo", "4.2", "double", "yes")
    c.cards("4.2 8D")
    bets: dict[str, list[Any]] = {
        "4/seat/ana": ["win+lose", 40, 40], "4/behind/bo": ["win+lose", 30, 20], "4/behind/cy": ["win", 20, 40],
        "4/behind/dee": ["win", 10, 20], "4/pair/dee": ["pair_mixed", 2, 18],
    }  # fmt: skip
    c.expect("r1", "settled", bets, balances={"ana": 60, "bo": 20, "cy": 40, "dee": 38})
    check(c, run_id)


def test_silence_on_one_split_hand_asks_anew_for_the_other(run_id: str) -> None:
    c = Corner(ana=100).open("r1").sit("ana", 4).bet("ana", 4, "seat", 10).close()
    c.cards("4.1 2C", "up 6D", "4.1 2H", "down TS").act("ana", "4.1", "split").cards("4.1 3C", "4.2 4C")
    c.silence("decision", 12).cards("4.1 4D").act("ana", "4.1", "stand", "not_your_turn").cards("4.1 3D")
    c.view("ana", "hit stand double", dealer="6D ??", s4_1="2C 3C 4D 3D", s4_2="2H 4C")
    c.silence("decision", 12).cards("4.2 AC")  # 17: stands
    c.cards("up TC")
    check(c.expect("r1", "settled", {"4/seat/ana": ["win+win", 20, 40]}, balances={"ana": 120}), run_id)


def test_preselected_with_the_money_gone(run_id: str) -> None:
    c = Corner(ana=20, bo=100, cy=20).open("r1").sit("ana", 1).sit("bo", 2).sit("cy", 3)
    c.bet("ana", 1, "seat", 20).bet("bo", 2, "seat", 20).bet("cy", 3, "seat", 20).close()
    c.preselect("ana", "1.1", "stand").preselect("ana", "1.1", "split").preselect("cy", "3.1", "split")
    c.cards("1.1 AC", "2.1 TH", "3.1 5C", "up TD", "1.1 AH", "2.1 TS", "3.1 5H", "down 7S")
    c.preselect("ana", "1.1", "hit", "wrong_phase")  # two aces: 12, stood
    c.preselect("bo", "2.1", "hit", "wrong_phase").preselect("cy", "3.1", None).preselect("cy", "3.1", "double")
    c.preselect("cy", "3.1", "fly", "illegal_action").act("bo", "2.1", "surrender", "illegal_action")
    c.act("bo", "2.1", "stand").cards("3.1 2C").view(
        "cy", "hit stand", dealer="TD ??", s1_1="AC AH", s2_1="TH TS", s3_1="5C 5H 2C"
    )
    c.act("cy", "3.1", "hit").cards("3.1 TC")
    bets = {"1/seat/ana": ["lose", 20, 0], "2/seat/bo": ["win", 20, 40], "3/seat/cy": ["lose", 20, 0]}
    check(c.expect("r1", "settled", bets, balances={"ana": 0, "bo": 120, "cy": 0}), run_id)


@pytest.mark.parametrize("first", ["2C", "9C"])
def test_surrender(run_id: str, first: str) -> None:
    c = Corner(ana=100, bo=100).open("r1").sit("ana", 1).bet("ana", 1, "seat", 11).bet("bo", 1, "behind", 5).close()
    c.cards("1.1 TC", f"up {first}", "1.1 6H", "down TS").act("ana", "1.1", "surrender")
    bets = {"1/seat/ana": ["surrender", 11, 5], "1/behind/bo": ["surrender", 5, 2]}
    c.expect("r1", "settled", bets, balances={"ana": 94, "bo": 97})
    check(c.view("public", "", dealer=f"{first} TS", s1_1="TC 6H"), run_id)


def test_everybody_has_a_natural(run_id: str) -> None:
    c = Corner(ana=100, bo=100).open("r1").sit("ana", 1).sit("bo", 2).bet("ana", 1, "seat", 15).bet("bo", 2, "seat", 10)
    c.close().cards("1.1 AC", "2.1 TC", "up 6C", "1.1 JH", "2.1 AH", "down TS")
    bets = {"1/seat/ana": ["blackjack", 15, 37], "2/seat/bo": ["blackjack", 10, 25]}
    check(c.expect("r1", "settled", bets, balances={"ana": 122, "bo": 115}), run_id)


def test_resume_gives_back_the_time_that_was_left(run_id: str) -> None:
    c = Corner(ana=100).open("r1").sit("ana", 1).bet("ana", 1, "seat", 10).close()
    c.cards("1.1 2C", "up 6C", "1.1 3H", "down TS")
    asked = c.at
    c.until(asked + 4).line("incident", note="n").line("incident", note="n").silence("decision", 2)
    c.line("deposit", player="ana", amount=7, table=None).line("withdraw", player="ana", amount=7, table=None)
    c.until(asked + 100).line("resume", supervisor="mo").line("resume", "not_paused", supervisor="mo")
    c.until(asked + 107.5).line("silence", what="decision")  # half a second too early
    c.view("ana", "hit stand double surrender", dealer="6C ??", s1_1="2C 3H")
    c.until(asked + 108).line("silence", what="decision").cards("1.1 TC").cards("up TH")
    check(c.expect("r1", "settled", {"1/seat/ana": ["win", 10, 20]}, balances={"ana": 110}), run_id)


def test_scans_read_twice(run_id: str) -> None:
    c = Corner({"packs": 1}, ana=100).open("r1").sit("ana", 1).bet("ana", 1, "seat", 10).close()
    c.cards("1.1 TC", "up 6C", "1.1 9H", "down TS")
    again: dict[str, Any] = {"shoe": "S", "face": "up"}
    c.line("card", **again, draw=3, to="1.1", card="TC").line(
        "card", "draw_conflict", **again, draw=1, to="1.1", card="AS"
    )
    c.line("card", "draw_conflict", **again, draw=3, to="1.1", card="9C").line(
        "card", "draw_conflict", **again, draw=3, to="dealer", card="TC")  # fmt: skip
    c.line("card", "draw_gap", **again, draw=8, to="1.1", card="2C")
    c.line("incident", note="n").correct("r1", 3, "8C").correct("r1", 3, "AS", "impossible_card")
    c.line("resume", supervisor="mo")
    c.line("card", **again, draw=3, to="1.1", card="8C")
    c.act("ana", "1.1", "hit").line("card", "impossible_card", **again, draw=7, to="1.1", card="AS")
    c.line("incident", note="n").line("resume", supervisor="mo")
    c.line("card", "impossible_card", **again, draw=7, to="1.1", card="8C").line("incident", note="n")
    c.line("resume", supervisor="mo").cards("1.1 TC")  # 8 9 T: bust
    c.line("card", **again, draw=7, to="1.1", card="TC")
    c.line("card", "unexpected_card", **again, draw=8, to="dealer", card="2C")
    check(c.expect("r1", "settled", {"1/seat/ana": ["lose", 10, 0]}, balances={"ana": 90}), run_id)


def test_keys_answer_the_same_for_ever(run_id: str) -> None:
    c = Corner(ana=20).open("r1").sit("ana", 1)
    bet = {"player": "ana", "seat": 1, "bet_kind": "seat", "amount": 30}
    c.line("bet", "insufficient_funds", cmd="a", **bet).line("deposit", table=None, player="ana", amount=50)
    c.line("bet", "insufficient_funds", cmd="a", **bet).line("bet", cmd="b", **bet).line("bet", cmd="b", **bet)
    c.line("bet", "idempotency_conflict", cmd="b", **{**bet, "amount": 10})
    c.line("leave", "idempotency_conflict", cmd="b", player="ana")
    c.line("close_bets", cmd="c").until(c.due).line("close_bets", cmd="c").line("close_bets", cmd="d")
    c.line("incident", cmd="e", note="n").line("incident", "idempotency_conflict", cmd="e", note="m").void("r1")
    check(c.expect("r1", "void", {"1/seat/ana": ["void", 30, 30]}, balances={"ana": 70}), run_id)


def test_late_remedies_of_an_earlier_round_while_another_runs(run_id: str) -> None:
    c = Corner(ana=20, bo=100).open("r1").sit("ana", 1).bet("ana", 1, "seat", 20).bet("bo", 1, "behind", 5)
    c.bet("bo", 1, "pair", 4).close().cards("1.1 TC", "up 6C", "1.1 TH", "down TS").act("ana", "1.1", "stand")
    c.cards("up 9H")
    bets = {"1/seat/ana": ["win", 20, 40], "1/behind/bo": ["win", 5, 10], "1/pair/bo": ["pair_mixed", 4, 36]}
    c.expect("r1", "settled", bets, balances={"ana": 40, "bo": 137}).open("r2").bet("ana", 1, "seat", 35).close()
    c.cards("1.1 TC", "up 6C").line("incident", note="n")
    c.correct("r1", 5, "9S")  # 19 against 25: still a win, but no pair
    bets["1/pair/bo"] = ["lose", 4, 0]
    c.expect("r1", "settled", bets, balances={"ana": 5, "bo": 101}).line("resume", supervisor="mo")
    c.cards("1.1 9H").void("r1").void("r1", "already_void")
    void = {"1/seat/ana": ["void", 20, 20], "1/behind/bo": ["void", 5, 5], "1/pair/bo": ["void", 4, 4]}
    c.expect("r1", "void", void, balances={"ana": 0, "bo": 100}, receivables={"ana": 15})
    c.correct("r1", 5, "8S", "already_void").cards("down TD").act("ana", "1.1", "stand").cards("up TH")
    c.expect("r2", "settled", {"1/seat/ana": ["win", 35, 70]}, balances={"ana": 70}, receivables={"ana": 15})
    c.void("r2").expect("r2", "void", {"1/seat/ana": ["void", 35, 35]}, balances={"ana": 35})
    totals = [
        {"table": "T", "game": "deluxe_blackjack@1", "bet_kind": kind, "money": "cash", "rounds": 0, "bets": 0,
         "handle": 0, "returned": 0, "ggr": 0, "voided": voided, "refunded": 0, "escrow": 0}
        for kind, voided in (("behind", 5), ("pair", 4), ("seat", 55))
    ]  # fmt: skip
    c.line("expect_totals", table=None, totals=totals, balances={}, receivables={"ana": 15})
    check(c, run_id)


def test_two_tables_share_a_player(run_id: str) -> None:
    c = Corner(ana=40).open("r1").sit("ana", 1).bet("ana", 1, "seat", 20).close()
    c.cards("1.1 5C", "up 6C", "1.1 6H", "down TS").preselect("ana", "1.1", "double", "wrong_phase")
    c.view("ana", "hit stand double surrender", dealer="6C ??", s1_1="5C 6H")
    asked, draw = c.at, c.draw
    c.open_table("T2", "S2").open("q1").sit("ana", 7).bet("ana", 7, "seat", 15)
    opened = c.due
    c.table = "T"
    c.view("ana", "hit stand surrender", dealer="6C ??", s1_1="5C 6H")
    c.act("ana", "1.1", "double", "insufficient_funds").line("leave", player="ana")
    c.until(asked - 1 + 12).line("silence", what="decision")
    c.shoe, c.draw = "S", draw
    c.cards("1.1 7C", "up 9D").expect("r1", "settled", {"1/seat/ana": ["win", 20, 40]}, balances={"ana": 45}, seats={})
    c.table = "T2"
    c.view("ana", "").until(opened).line("close_bets").expect("q1", seats={7: "ana"}).line("incident", note="n")
    c.until(c.at + 900.5).line("silence", what="incident")
    check(c.expect("q1", "void", {"7/seat/ana": ["void", 15, 15]}, balances={"ana": 60}, seats={7: "ana"}), run_id)


def test_play_money_bets_behind_and_on_pairs(run_id: str) -> None:
    c = Corner(ana=100)
    for player, kind in (("tia", "trial"), ("fun", "fun")):
        c.line("account", table=None, player=player, type=kind, deposit=10)
    c.open("r1").line("sit", "account_type", player="fun", seat=2).sit("ana", 1).bet("ana", 1, "seat", 10)
    c.bet("fun", 1, "seat", 10, "not_your_seat").bet("fun", 1, "behind", 5).bet("tia", 1, "pair", 2).bet(
        "ana", 1, "pair", 1
    )
    for amount in (0, -5, 2.5, "5", True, None):
        c.bet("tia", 1, "behind", amount, "bad_amount")
    c.bet("tia", 1, "pair", 9, "insufficient_funds").bet("tia", 1, "pair", 1).close()
    c.cards("1.1 TC", "up 6C", "1.1 TC", "down TS").act("ana", "1.1", "stand").cards("up 9H")
    bets: dict[str, list[Any]] = {
        "1/seat/ana": ["win", 10, 20], "1/pair/ana": ["pair_perfect", 1, 26], "1/behind/fun": ["win", 5, 10],
        "1/pair/tia": ["pair_perfect", 3, 78],
    }  # fmt: skip
    check(c.expect("r1", "settled", bets, balances={"ana": 135, "fun": 15, "tia": 85}), run_id)


def test_shoes_and_cut_cards(run_id: str) -> None:
    c = Corner(ana=100).line("cut_card", "wrong_shoe", shoe="X").open("r1")
    c.line("shoe", "round_running", shoe="S2", source="live", burn_card="AS", burned=1)
    c.line("cut_card", shoe="S").close().expect("r1", "not_played", {}, balances={"ana": 100})
    c.line("open_round", "no_shoe", round="r2").line("cut_card", shoe="S")
    c.line("shoe", "bad_burn", shoe="S2", source="live", burn_card="KS", burned=11).mount("S2")
    c.line("cut_card", "wrong_shoe", shoe="S").line("incident", "no_round", note="n").open("r3").close()
    check(c.expect("r3", "not_played", {}).void("r3").expect("r3", "void", {}), run_id)
