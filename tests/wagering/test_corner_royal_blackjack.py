"""Short sessions for corners of Royal Blackjack: bets, splits, the dealer's end, leaving, pauses, late voids."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.cards import PACK
from tests.support.corner_royal import BlackjackCorner

pytestmark = pytest.mark.database


def check(corner: BlackjackCorner, run_id: str) -> None:
    assert corner.wrong(run_id) == []


def test_one_bet_within_the_limits(run_id: str) -> None:
    limits = {"chip_step": 5, "min_seat": 10, "max_seat": 50}
    c = BlackjackCorner(limits, ana=100, bo=20, cy=100).sit("ana", 1).sit("bo", 2)
    c.bet("ana", 1, "seat", 10, "bets_closed").mount("TC 9D TD 7C 9S 7H 2C 9H TS").open("r1")
    for amount in (12, 0, -5, 2.5, "10", True, None):
        c.bet("ana", 1, "seat", amount, "bad_amount")
    c.bet("ana", 1, "seat", 5, "below_min").bet("ana", 1, "seat", 55, "above_max")
    c.bet("ana", 1, "behind", 10, "bad_kind").bet("ana", 2, "pair", 10, "bad_kind")
    c.bet("bo", 2, "seat", 25, "insufficient_funds").bet("bo", 2, "seat", 20).bet("bo", 1, "seat", 10, "not_your_seat")
    c.bet("cy", 3, "seat", 10, "not_your_seat").act("ana", "1.1", "stand", "wrong_phase").bet("ana", 1, "seat", 15)
    c.bet("ana", 1, "seat", 10, "already_bet").view("ana", "").close().bet("cy", 3, "seat", 10, "bets_closed")
    c.act("ana", "1.2", "stand", "not_your_turn").act("ana", "2.1", "stand", "not_your_seat")
    c.act("ana", "1.1", "stand").view("bo", "draw stand", dealer="TD ??", s1_1="TC 7C", s2_1="9D 9S")
    c.act("bo", "2.1", "split", "insufficient_funds").money("deposit", "bo", 20)
    c.view("bo", "draw split stand", dealer="TD ??", s1_1="TC 7C", s2_1="9D 9S").act("bo", "2.1", "split")
    c.act("bo", "2.2", "stand", "not_your_turn").act("bo", "2.1", "draw")  # 9 2 T: closed
    c.view("bo", "draw stand", dealer="TD ??", s1_1="TC 7C", s2_1="9D 2C TS", s2_2="9S 9H")
    c.money("deposit", "bo", 20).act("bo", "2.2", "split", "illegal_action").act("bo", "2.1", "draw", "not_your_turn")
    c.act("bo", "2.2", "stand")
    bets = {"1/seat/ana": ["push", 15, 15], "2/seat/bo": ["win+win", 40, 80]}
    c.expect("r1", "settled", bets, balances={"ana": 100, "bo": 100, "cy": 100}, seats={1: "ana", 2: "bo"})
    check(c.total("seat", 1, 2, 55, 95), run_id)


def test_split_aces_and_payouts_rounded_down(run_id: str) -> None:
    c = BlackjackCorner({"pay": {"blackjack": [6, 5], "win": [19, 20]}}, ana=100, bo=100, cy=100)
    c.sit("ana", 1).sit("bo", 2).sit("cy", 3)
    c.bets("r1", "AC AH TC 9D AS KH 8C 9S KD 5C", ana=(1, 7), bo=(2, 7), cy=(3, 7)).act("ana", "1.1", "split")
    c.view("ana", "", dealer="9D ??", s1_1="AC KD", s1_2="AS 5C", s2_1="AH KH", s3_1="TC 8C")
    c.act("ana", "1.2", "draw", "not_your_turn").act("cy", "3.1", "stand")
    bets = {"1/seat/ana": ["win+lose", 14, 13], "2/seat/bo": ["blackjack", 7, 15], "3/seat/cy": ["push", 7, 7]}
    check(c.expect("r1", "settled", bets, balances={"ana": 99, "bo": 108, "cy": 100}), run_id)


def test_ace_on_a_split_ten_is_a_plain_21(run_id: str) -> None:
    c = BlackjackCorner(ana=100).sit("ana", 1).bets("r1", "TC 7H TD 7D AC 5C 6C 7S", ana=(1, 10))
    c.act("ana", "1.1", "split").act("ana", "1.1", "stand", "not_your_turn")
    c.view("public", "", dealer="7H ??", s1_1="TC AC", s1_2="TD 5C").act("ana", "1.2", "draw")
    c.view("public", "", dealer="7H 7D 7S", s1_1="TC AC", s1_2="TD 5C 6C")
    check(c.expect("r1", "settled", {"1/seat/ana": ["push+push", 20, 20]}, balances={"ana": 100}), run_id)


def test_everybody_may_split_once(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=100).sit("ana", 1).sit("bo", 2)
    c.bets("r1", "AC 8C 5D AD 8D TD KC QC 3C TH TS 6D", ana=(1, 10), bo=(2, 10)).act("ana", "1.1", "split")
    c.view("bo", "draw split stand", dealer="5D ??", s1_1="AC KC", s1_2="AD QC", s2_1="8C 8D")
    c.act("bo", "2.1", "split").act("bo", "2.1", "draw").act("bo", "2.2", "stand")
    bets = {"1/seat/ana": ["push+push", 20, 20], "2/seat/bo": ["push+lose", 20, 10]}
    c.expect("r1", "settled", bets, balances={"ana": 100, "bo": 90}).mount()
    c.bets("r2", "AC 5D AD TD KC QC 2S 4S", ana=(1, 10)).act("ana", "1.1", "split")
    c.view("public", "", dealer="5D TD 2S", s1_1="AC KC", s1_2="AD QC")
    check(c.expect("r2", "settled", {"1/seat/ana": ["win+win", 20, 40]}, balances={"ana": 120}), run_id)


def test_dealers_natural_takes_every_stake(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=100, cy=100).sit("ana", 1).sit("bo", 2).sit("cy", 3)
    c.bets("r1", "8C 5C AC TD 8D 6C KC AD 3C TH TS QS", ana=(1, 10), bo=(2, 10), cy=(3, 10))
    c.act("ana", "1.1", "split").act("ana", "1.1", "draw").act("ana", "1.2", "stand")
    c.view("bo", "draw stand", dealer="TD ??", s1_1="8C 3C TS", s1_2="8D TH", s2_1="5C 6C", s3_1="AC KC")
    c.act("bo", "2.1", "draw")
    c.view("cy", "", dealer="TD AD", s1_1="8C 3C TS", s1_2="8D TH", s2_1="5C 6C QS", s3_1="AC KC")
    bets = {"1/seat/ana": ["lose+lose", 20, 0], "2/seat/bo": ["lose", 10, 0], "3/seat/cy": ["push", 10, 10]}
    check(c.expect("r1", "settled", bets, balances={"ana": 80, "bo": 90, "cy": 100}), run_id)


def test_dealer_draws_nothing_when_all_are_bust_or_natural(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=100).sit("ana", 1).sit("bo", 2)
    c.bets("r1", "8C AH 6D 8D KH 5D 6C 7C TH TS", ana=(1, 10), bo=(2, 11)).act("ana", "1.1", "split")
    c.act("ana", "1.1", "draw").act("ana", "1.2", "draw")
    c.view("public", "", dealer="6D 5D", s1_1="8C 6C TH", s1_2="8D 7C TS", s2_1="AH KH")
    bets = {"1/seat/ana": ["lose+lose", 20, 0], "2/seat/bo": ["blackjack", 11, 27]}
    c.expect("r1", "settled", bets, balances={"ana": 80, "bo": 116}).bets("r2", "6D TD KC AC", bo=(2, 5))
    c.act("bo", "2.1", "stand")  # 16 against a natural
    c.expect("r2", "settled", {"2/seat/bo": ["lose", 5, 0]}, balances={"bo": 111})
    c.bets("r3", "AC 6D KC TD", bo=(2, 5)).view("bo", "", dealer="6D TD", s2_1="AC KC")
    check(c.expect("r3", "settled", {"2/seat/bo": ["blackjack", 5, 12]}, balances={"bo": 118}), run_id)


def test_aces_count_one_when_they_must(run_id: str) -> None:
    c = BlackjackCorner(ana=100).sit("ana", 6).bets("r1", "AC 5D AH AD 9C TC 5H", ana=(6, 10))
    c.view("ana", "draw split stand", dealer="5D ??", s6_1="AC AH").act("ana", "6.1", "draw")  # 21: closed
    c.view("public", "", dealer="5D AD TC 5H", s6_1="AC AH 9C")
    c.expect("r1", "settled", {"6/seat/ana": ["push", 10, 10]}, balances={"ana": 100})
    c.bets("r2", "TC 6D 7C AD", ana=(6, 10)).act("ana", "6.1", "stand")  # soft 17 stands
    c.view("public", "", dealer="6D AD", s6_1="TC 7C")
    check(c.expect("r2", "settled", {"6/seat/ana": ["push", 10, 10]}), run_id)


def test_natural_beats_a_drawn_21(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=100).sit("ana", 1).sit("bo", 2)
    c.bets("r1", "AC TC 7H KC 7C 7D 4C 7S", ana=(1, 10), bo=(2, 10)).act("bo", "2.1", "hit", "illegal_action")
    c.act("bo", "2.1", "split", "illegal_action").act("bo", "2.1", "draw")  # T 7 4
    bets = {"1/seat/ana": ["blackjack", 10, 25], "2/seat/bo": ["push", 10, 10]}
    check(c.expect("r1", "settled", bets, balances={"ana": 115, "bo": 100}), run_id)


def test_silence_stands_one_hand_at_a_time(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=100).sit("ana", 1).sit("bo", 2)
    c.bets("r1", "8C TC 6D 8D 9C TD 3C 2C 4C 5S", ana=(1, 10), bo=(2, 10)).act("ana", "1.1", "split")
    asked = c.at
    c.until(asked + 11.5).line("silence", what="decision").line("silence", what="decision")
    c.view("ana", "draw stand", dealer="6D ??", s1_1="8C 3C", s1_2="8D 2C", s2_1="TC 9C")
    c.act("ana", "1.1", "draw", "not_your_turn").until(asked + 17).act("ana", "1.2", "draw").silence("decision", 12)
    c.view("bo", "draw stand", dealer="6D ??", s1_1="8C 3C", s1_2="8D 2C 4C", s2_1="TC 9C")
    c.until(asked + 41).line("silence", what="decision")
    bets = {"1/seat/ana": ["lose+lose", 20, 0], "2/seat/bo": ["lose", 10, 0]}
    check(c.expect("r1", "settled", bets, balances={"ana": 80, "bo": 90}), run_id)


def test_a_pause_keeps_the_rest_of_the_countdowns(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=100).sit("ana", 1).mount("TC 9D 6C TD").open("r1")
    opened = c.at
    c.until(opened + 8).pause().bet("ana", 1, "seat", 10, "table_paused").line(
        "sit", "table_paused", player="bo", seat=2
    )
    c.leave("ana", "table_paused").until(opened + 100).resume().until(opened + 110).line("close_bets")
    c.bet("ana", 1, "seat", 10).until(opened + 112).line("close_bets").view(
        "ana", "draw stand", dealer="9D ??", s1_1="TC 6C"
    )
    asked = opened + 112
    c.until(asked + 4).pause().view("ana", "", dealer="9D ??", s1_1="TC 6C").act("ana", "1.1", "stand", "table_paused")
    c.until(asked + 54).resume().until(asked + 61.5).line("silence", what="decision")
    c.view("ana", "draw stand", dealer="9D ??", s1_1="TC 6C").until(asked + 62).line("silence", what="decision")
    check(c.expect("r1", "settled", {"1/seat/ana": ["lose", 10, 0]}, balances={"ana": 90, "bo": 100}), run_id)


def test_void_rounds(run_id: str) -> None:
    c = BlackjackCorner(ana=100).sit("ana", 1).bets("r1", "8C 9D 8D TD 2C 3C", ana=(1, 10)).act("ana", "1.1", "split")
    c.pause().void("r1").view("ana", "", dealer="9D ??", s1_1="8C 2C", s1_2="8D 3C").act(
        "ana", "1.1", "stand", "wrong_phase"
    )
    c.expect("r1", "void", {"1/seat/ana": ["void", 20, 20]}, balances={"ana": 100}).void("r1", "already_void")
    c.line("open_round", "no_shoe", round="r2").mount().open("r2").view("ana", "").bet("ana", 1, "seat", 10).pause()
    paused = c.at
    c.until(paused + 899.5).line("silence", what="incident").expect("r2", balances={"ana": 90})
    c.until(paused + 900).line("silence", what="incident")
    c.expect("r2", "void", {"1/seat/ana": ["void", 10, 10]}, balances={"ana": 100}, seats={1: "ana"}).mount().open("r3")
    c.pause().void("r3").expect("r3", "void", {}).line("incident", "no_round", note="n").mount().open("r4").close()
    c.expect("r4", "not_played", {}).void("r4").expect("r4", "void", {})
    check(c.total("seat", 0, 0, 0, 0, voided=30), run_id)


def test_coming_and_leaving(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=100, cy=100, dee=0).sit("ana", 1).sit("bo", 2).sit("dee", 6)
    c.mount("TC 9D 7C 8D").open("r1").bet("ana", 1, "seat", 10).leave("ana").leave("bo").leave("bo", "not_seated")
    c.expect("r1", balances={"ana": 90, "bo": 100, "cy": 100, "dee": 0}, seats={1: "ana", 6: "dee"}).sit("bo", 5)
    c.line("sit", "seat_taken", player="cy", seat=1).line("sit", "too_many_seats", player="ana", seat=3)
    c.bet("ana", 1, "seat", 10, "already_bet").close().sit("cy", 2).bet("cy", 2, "seat", 10, "bets_closed")
    c.leave("cy").sit("cy", 3).view("cy", "", dealer="9D ??", s1_1="TC 7C")
    c.until(c.due + 12).line("silence", what="decision")
    seats = {3: "cy", 5: "bo", 6: "dee"}
    c.expect("r1", "settled", {"1/seat/ana": ["push", 10, 10]}, balances={"ana": 100}, seats=seats)
    c.view("public", "", dealer="9D 8D", s1_1="TC 7C").sit("ana", 1).mount().open("r2").view("public", "")
    c.bet("dee", 6, "seat", 5, "insufficient_funds").close()
    check(c.expect("r2", "not_played", {}, seats={1: "ana", **seats}), run_id)


def test_a_late_void_while_bets_are_open(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=100).sit("ana", 1).sit("bo", 2)
    c.bets("r1", "8C TC 6D 8D 6C TD TH TS QC KH", ana=(1, 10), bo=(2, 10)).act("ana", "1.1", "split")
    c.act("ana", "1.1", "stand").act("ana", "1.2", "stand").act("bo", "2.1", "draw")
    bets = {"1/seat/ana": ["win+win", 20, 40], "2/seat/bo": ["lose", 10, 0]}
    c.expect("r1", "settled", bets, balances={"ana": 120, "bo": 90})
    c.mount("TC 9D TS 8D").open("r2").bet("ana", 1, "seat", 100).money("withdraw", "ana", 5).void("r2", "not_paused")
    late = {"round": "r1", "reason": "SHOE_DEFECT", "supervisor": "mo"}
    c.line("void_round", "four_eyes", **late).line("void_round", "four_eyes", **late, second="mo").void("r1")
    bets = {"1/seat/ana": ["void", 20, 20], "2/seat/bo": ["void", 10, 10]}
    c.expect("r1", "void", bets, balances={"ana": 0, "bo": 100}, receivables={"ana": 5}).close()
    c.act("ana", "1.1", "stand").expect("r2", "settled", {"1/seat/ana": ["win", 100, 200]}, balances={"ana": 200})
    check(c.total("seat", 1, 1, 100, 200, voided=30), run_id)


def test_leaving_with_a_bet_and_the_round_is_void(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=100).sit("ana", 1).sit("bo", 2)
    c.bets("r1", "TC 9D TS 9H 7C 7D", ana=(1, 10), bo=(2, 10)).leave("bo").expect(
        "r1", balances={"ana": 90, "bo": 90}, seats={1: "ana", 2: "bo"}
    )
    bets = {"1/seat/ana": ["void", 10, 10], "2/seat/bo": ["void", 10, 10]}
    c.pause().void("r1").expect("r1", "void", bets, balances={"ana": 100, "bo": 100}, seats={1: "ana"})
    check(c.leave("bo", "not_seated").sit("bo", 3).expect("r1", seats={1: "ana", 3: "bo"}), run_id)


def test_receivables_of_several_late_voids(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=50).sit("ana", 1).bets("r1", "TC 9D TS 8D", ana=(1, 10)).act("ana", "1.1", "stand")
    c.bets("r2", "TC 9D 6S TS", ana=(1, 30)).act("ana", "1.1", "stand")
    c.bets("r3", "TC 9D TS 8D", ana=(1, 7)).act("ana", "1.1", "stand")
    c.expect("r1", "settled", {"1/seat/ana": ["win", 10, 20]}, balances={"ana": 87, "bo": 50})
    c.expect("r2", "settled", {"1/seat/ana": ["lose", 30, 0]}).expect("r3", "settled", {"1/seat/ana": ["win", 7, 14]})
    for taken, voided, stake, balance, owed in ((84, "r1", 10, 0, 7), (0, "r2", 30, 30, 7), (28, "r3", 7, 0, 12)):
        if taken:
            c.money("withdraw", "ana", taken)
        bets = {"1/seat/ana": ["void", stake, stake]}
        c.void(voided).expect(voided, "void", bets, balances={"ana": balance}, receivables={"ana": owed})
    check(c.total("seat", 0, 0, 0, 0, voided=47), run_id)


def test_the_same_message_again(run_id: str) -> None:
    c = BlackjackCorner(ana=100).sit("ana", 1).mount("2C 9D 3C TD 4C 5C").open("r1")
    bet: dict[str, Any] = {"player": "ana", "seat": 1, "bet_kind": "seat", "amount": 10}
    c.line("bet", cmd="a", **bet).line("bet", cmd="a", **bet)
    c.line("bet", "idempotency_conflict", cmd="a", **{**bet, "amount": 20}).pause().line("bet", cmd="a", **bet)
    c.line("bet", "table_paused", cmd="b", **bet).resume().line("bet", "table_paused", cmd="b", **bet)
    c.due += 1.5  # three lines after the pause
    c.close()
    draw: dict[str, Any] = {"player": "ana", "seat": 1, "hand": 1, "action": "draw"}
    c.line("act", cmd="d", **draw).line("act", cmd="d", **draw)
    c.line("act", "idempotency_conflict", cmd="d", **{**draw, "action": "stand"})
    c.view("ana", "draw stand", dealer="9D ??", s1_1="2C 3C 4C").line("act", cmd="e", **draw).act("ana", "1.1", "stand")
    check(c.expect("r1", "settled", {"1/seat/ana": ["lose", 10, 0]}, balances={"ana": 90}), run_id)


def test_keys_on_every_kind_of_line(run_id: str) -> None:
    c = BlackjackCorner(ana=100)

    def twice(kind: str, refused: str = "", **fields: Any) -> None:
        for _ in range(2):
            c.line(kind, refused, cmd=f"k-{kind}-{refused}", **fields)

    opened: dict[str, Any] = {"table": None, "player": "cy", "type": "real"}
    twice("account", **opened, deposit=50)
    c.line("account", "idempotency_conflict", cmd="k-account-", **opened, deposit=60)
    twice("table", table="V", game=c.game, options=c.options)
    twice("deposit", table=None, player="cy", amount=5)
    c.line("withdraw", "idempotency_conflict", table=None, cmd="k-deposit-", player="cy", amount=5)
    twice("withdraw", "insufficient_funds", table=None, player="cy", amount=500)
    c.money("deposit", "cy", 500).line(
        "withdraw", "insufficient_funds", table=None, cmd="k-withdraw-insufficient_funds", player="cy", amount=500
    )
    twice("disconnect", table=None, player="cy")
    twice("sit", player="cy", seat=1)
    twice("leave", player="cy")
    c.line("sit", cmd="k-sit-", player="cy", seat=1).sit("ana", 1)  # the first message again: he does not come back
    pack = " ".join(PACK)
    twice("shoe", shoe="Z", source="virtual", cards=pack)
    twice("open_round", round="r1")
    c.line("shoe", cmd="k-shoe-", shoe="Z", source="virtual", cards=pack)
    c.line("open_round", "idempotency_conflict", cmd="k-open_round-", round="r2").bet("ana", 1, "seat", 10)
    twice("close_bets")  # too early: without effect, then and for ever
    twice("incident", note="n")
    twice("resume", supervisor="mo")
    c.line("incident", cmd="k-incident-", note="n").bet("ana", 1, "seat", 10, "already_bet").pause()
    twice("void_round", round="r1", reason="EXPOSED", supervisor="mo")
    bets = {"1/seat/ana": ["void", 10, 10]}
    check(c.expect("r1", "void", bets, balances={"ana": 100, "cy": 555}, seats={1: "ana"}), run_id)


def test_strangers_and_unknown_things(run_id: str) -> None:
    c = BlackjackCorner(ana=100, bo=100)
    for player, kind in (("tia", "trial"), ("fun", "fun")):
        c.line("account", table=None, player=player, type=kind, deposit=10)
        c.line("sit", "account_type", player=player, seat=1)
    c.line("sit", "no_such_seat", player="ana", seat=7).line("sit", "no_such_seat", player="ana", seat=0).sit("ana", 1)
    c.line("sit", "unknown_account", player="zoe", seat=2).act("ana", "1.1", "stand", "wrong_phase").line("close_bets")
    c.mount("TC 9D 7C 7D TD").open("r1").bet("tia", 1, "seat", 10, "not_your_seat").bet("ana", 1, "seat", 10).close()
    c.line("insurance", "no_question", player="ana", seat=1, answer="yes").line(
        "follow", "no_question", player="bo", seat=1, hand=1, question="split", answer="yes"
    )
    c.preselect("ana", "1.1", "stand", "illegal_action")
    c.act("bo", "1.1", "stand", "not_your_seat").act("ana", "1.1", "double", "illegal_action")
    c.act("ana", "1.1", "surrender", "illegal_action").act("ana", "1.1", "stand")
    c.expect("r1", "settled", {"1/seat/ana": ["win", 10, 20]}, balances={"ana": 110, "bo": 100, "fun": 10, "tia": 10})
    check(c, run_id)
