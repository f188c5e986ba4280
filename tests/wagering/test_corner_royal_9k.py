"""Short sessions for corners of Royal 9K: pots, shortage of money, leaving, pauses, late voids, repeated messages."""

from __future__ import annotations

import pytest

from games.kernel.cards import PACK
from tests.support.corner_royal import NineCorner

pytestmark = pytest.mark.database


def check(corner: NineCorner, run_id: str) -> None:
    assert corner.wrong(run_id) == []


def test_three_all_ins_with_folded_money_in_their_layers(run_id: str) -> None:
    c = NineCorner(ana=1000, bo=1000, cy=25, dee=50, eli=1000).seated(ana=1, bo=2, cy=3, dee=4, eli=5)
    c.deal("g", 5, "AS 2C 3D 5H 6D KD 7C 3S 5S KH 4H 3H 5D QS")
    c.play("ana bet", "bo raise", "cy raise insufficient_funds", "cy call", "dee call", "eli raise", "ana fold")
    c.play("bo raise", "eli raise illegal_action", "eli call", "ana check not_your_turn", "eli check not_your_turn")
    c.view("bo", "bet check", s1="?? ??", s2="2C 7C 4H", s3="?? ?? ??", s4="?? ?? ??", s5="?? ?? ??")
    c.play("bo bet", "eli fold")
    c.view("public", "", s1="?? ??", s2="2C 7C 4H", s3="3D 3S 3H", s4="5H 5S 5D", s5="?? ?? ??")
    bets = {"1/ana": ["fold", 30, 0], "2/bo": ["win", 110, 96], "3/cy": ["win", 25, 119], "4/dee": ["win", 50, 76],
            "5/eli": ["fold", 90, 0]}  # fmt: skip
    c.over("g", bets, balances={"ana": 970, "bo": 986, "cy": 119, "dee": 76, "eli": 910})
    check(c.total("pot", 1, 5, 305, 291), run_id)


def test_folded_money_above_the_highest_layer(run_id: str) -> None:
    c = NineCorner(ana=1000, bo=25, cy=22, dee=1000).seated(ana=1, bo=2, cy=3, dee=4)
    c.deal("g", 4, "AS 2C 3D 4H KD 7C 3S 9S QD 4D 3H 5S").play("ana bet", "bo call", "cy call", "dee call", "ana bet")
    asked = c.at
    c.leave("ana").view("dee", "call fold raise", s1="?? ?? ??", s2="?? ?? ??", s3="?? ?? ??", s4="4H 9S 5S")
    c.line("sit", "too_many_seats", player="ana", seat=5).play("ana call not_your_turn")
    c.expect("g", balances={"ana": 950, "bo": 0, "cy": 0, "dee": 970}, seats={1: "ana", 2: "bo", 3: "cy", 4: "dee"})
    c.until(asked + 15).line("silence", what="turn")  # he owes against a folded bet
    bets = {"1/ana": ["fold", 50, 0], "2/bo": ["win", 25, 38], "3/cy": ["win", 22, 84], "4/dee": ["fold", 30, 0]}
    c.over("g", bets, balances={"bo": 38, "cy": 84}, seats={2: "bo", 3: "cy", 4: "dee"})
    check(c.total("pot", 1, 4, 127, 122), run_id)


def test_what_only_a_folded_stake_reaches_goes_back_in_part(run_id: str) -> None:
    c = NineCorner(ana=1000, bo=1000, cy=1000).seated(ana=1, bo=2, cy=3).deal("g", 3, "AS 2C 3D KD 7C 9S")
    c.play("ana bet", "bo raise", "cy fold", "ana raise").leave("bo")
    for viewer, first, second, third in (
        ("ana", "AS KD", "?? ??", "?? ??"), ("bo", "?? ??", "2C 7C", "?? ??"), ("cy", "?? ??", "?? ??", "3D 9S"),
        ("public", "?? ??", "?? ??", "?? ??"),
    ):  # fmt: skip
        c.view(viewer, "", s1=first, s2=second, s3=third)
    bets = {"1/ana": ["win", 70, 125], "2/bo": ["fold", 50, 0], "3/cy": ["fold", 10, 0]}
    check(c.over("g", bets, balances={"ana": 1055, "bo": 950, "cy": 990}, seats={1: "ana", 3: "cy"}), run_id)


def test_a_short_call_ends_the_betting(run_id: str) -> None:
    c = NineCorner(ana=35, bo=100).seated(ana=1, bo=2).deal("g", 2, "AS 2C AH 7C AD 4D").play("ana bet", "bo raise")
    c.view("ana", "call fold", s1="AS AH", s2="?? ??").play("ana raise insufficient_funds", "ana call")
    c.over("g", {"1/ana": ["win", 35, 67], "2/bo": ["lose", 50, 15]}, balances={"ana": 67, "bo": 65})
    check(c, run_id)


def test_the_last_one_with_money_may_raise(run_id: str) -> None:
    c = NineCorner(ana=1000, bo=30).seated(ana=1, bo=2).deal("g", 1, "AS 2C AH 7C AD 4D").play("bo bet")
    c.view("ana", "call fold raise", s1="2C 7C", s2="?? ??").play("ana raise")
    c.over("g", {"1/ana": ["lose", 50, 20], "2/bo": ["win", 30, 57]}, balances={"ana": 970, "bo": 57})
    check(c, run_id)


def test_the_ante_takes_everything_and_too_few_are_left(run_id: str) -> None:
    c = NineCorner(ana=10, bo=10, cy=30, dan=9).seated(ana=1, bo=2, cy=3)
    c.line("sit", "insufficient_funds", player="dan", seat=4)
    c.deal("g", 3, "2S 3D 4C 2H KD 9C 2D 5S QH")
    bets = {"1/ana": ["win", 10, 29], "2/bo": ["lose", 10, 0], "3/cy": ["lose", 10, 0]}
    c.over("g", bets, balances={"ana": 29, "bo": 0, "cy": 20, "dan": 9}).money("withdraw", "cy", 20)
    c.mount("2S 3D 2H KD 2D 5S").line("open_round", "too_few_players", round="h", dealer=3)
    c.expect("g", balances={"cy": 0}, seats={1: "ana", 2: "bo", 3: "cy"}).view(
        "public", "", s1="2S 2H 2D", s2="3D KD 5S", s3="4C 9C QH"
    )
    c.money("deposit", "bo", 10).line("open_round", round="h", dealer=3)
    c.over("h", {"1/ana": ["win", 10, 19], "2/bo": ["lose", 10, 0]}, balances={"ana": 38}, seats={1: "ana", 2: "bo"})
    check(c, run_id)


def test_money_withdrawn_between_turns(run_id: str) -> None:
    c = NineCorner(ana=100, bo=100, cy=100).seated(ana=1, bo=2, cy=3).deal("g", 3, "AS 2C 3D KD 7C 3S QH 4D 3H")
    c.play("ana bet").money("withdraw", "cy", 90).play("bo raise").view(
        "ana", "call fold raise", s1="AS KD", s2="?? ??", s3="?? ??"
    )
    c.play("cy call not_your_turn", "ana call", "ana check").money("withdraw", "bo", 50)
    c.view("bo", "check", s1="?? ?? ??", s2="2C 7C 4D", s3="?? ?? ??").play("bo bet insufficient_funds", "bo check")
    bets = {"1/ana": ["win", 50, 76], "2/bo": ["lose", 50, 0], "3/cy": ["win", 10, 29]}
    check(c.over("g", bets, balances={"ana": 126, "bo": 0, "cy": 29}), run_id)


def test_a_call_with_nothing(run_id: str) -> None:
    c = NineCorner(ana=100, bo=100).seated(ana=1, bo=2).deal("g", 2, "AS 3D KD 3S 7C 3H").play("ana bet")
    c.money("withdraw", "bo", 90).view("bo", "call fold", s1="?? ??", s2="3D 3S").play("bo call")
    c.over("g", {"1/ana": ["lose", 30, 20], "2/bo": ["win", 10, 19]}, balances={"ana": 90, "bo": 19})
    check(c, run_id)


def test_a_deposit_brings_a_player_back_into_the_betting(run_id: str) -> None:
    c = NineCorner(ana=100, bo=10, cy=100).seated(ana=1, bo=2, cy=3).deal("g", 3, "AS 3D 2C KD 3S 7C 9D 3H 4D")
    c.play("ana bet", "bo call not_your_turn").money("deposit", "bo", 100).play("cy call")
    c.view("bo", "call fold raise", s1="?? ??", s2="3D 3S", s3="?? ??").play("bo call", "ana check", "bo check")
    c.play("cy check")
    bets = {"1/ana": ["lose", 30, 0], "2/bo": ["win", 30, 86], "3/cy": ["lose", 30, 0]}
    check(c.over("g", bets, balances={"ana": 70, "bo": 166, "cy": 70}), run_id)


def test_the_second_betting_round_starts_behind_who_has_no_money(run_id: str) -> None:
    c = NineCorner(ana=30, bo=1000, cy=1000).seated(ana=1, bo=2, cy=3).deal("g", 6, "AS 2C 3D KD 7C 9S QH 4D 5H")
    c.play("ana bet", "bo call", "cy call", "ana check not_your_turn")
    c.view("bo", "bet check", s1="?? ?? ??", s2="2C 7C 4D", s3="?? ?? ??").play("bo check", "cy bet", "bo raise")
    c.play("cy call")
    bets = {"1/ana": ["win", 30, 86], "2/bo": ["lose", 70, 0], "3/cy": ["win", 70, 76]}
    check(c.over("g", bets, balances={"ana": 86, "bo": 930, "cy": 1006}), run_id)


def test_raises_are_counted_in_each_betting_round(run_id: str) -> None:
    c = NineCorner({"max_raises": 1, "rake_bp": 0}, ana=1000, bo=1000).seated(ana=1, bo=2)
    c.deal("g", 2, "AS 2C KD 7C QH 4D").play("ana bet", "bo raise").view("ana", "call fold", s1="AS KD", s2="?? ??")
    c.play("ana raise illegal_action", "ana call", "ana bet", "bo raise", "ana fold")
    c.view("public", "", s1="?? ?? ??", s2="?? ?? ??").view("bo", "", s1="?? ?? ??", s2="2C 7C 4D")
    c.over("g", {"1/ana": ["fold", 70, 0], "2/bo": ["win", 90, 160]}, balances={"ana": 930, "bo": 1070})
    check(c, run_id)


def test_one_betting_round_without_raises_and_all_of_the_pot_as_rake(run_id: str) -> None:
    c = NineCorner({"max_raises": 0, "betting_rounds": 1, "rake_bp": 10000}, ana=1000, bo=1000).seated(ana=1, bo=2)
    c.deal("g", 2, "AS 2C KD 7C QH 4D").play("ana bet", "bo raise illegal_action").view(
        "bo", "call fold", s1="?? ??", s2="2C 7C"
    )
    c.play("bo call").view("public", "", s1="AS KD QH", s2="2C 7C 4D")
    c.over("g", {"1/ana": ["win", 30, 0], "2/bo": ["lose", 30, 0]}, balances={"ana": 970, "bo": 970})
    check(c.total("pot", 1, 2, 60, 0), run_id)


def test_silence_checks_if_that_is_free(run_id: str) -> None:
    c = NineCorner(ana=100, bo=100).seated(ana=1, bo=2).deal("g", 2, "AS 2C KD 7C QH 4D")
    asked = c.at
    c.line("close_bets").line("silence", what="turn").line("silence", what="decision")
    c.line("disconnect", table=None, player="ana").view("ana", "bet check", s1="AS KD", s2="?? ??")
    c.until(asked + 15).line("silence", what="turn").play("bo bet").silence("turn", 15)
    c.line("reconnect", table=None, player="ana")
    c.over("g", {"1/ana": ["fold", 10, 0], "2/bo": ["win", 30, 39]}, balances={"ana": 90, "bo": 109})
    check(c, run_id)


def test_a_pause_keeps_the_rest_of_the_turn(run_id: str) -> None:
    c = NineCorner(ana=1000, bo=1000, cy=50).seated(ana=1, bo=2).deal("g", 2, "AS 2C KD 7C QH 4D").play("ana bet")
    asked = c.at
    c.until(asked + 10).pause().pause().line("leave", "table_paused", player="bo")
    c.line("sit", "table_paused", player="cy", seat=3).play("bo fold table_paused", "ana bet table_paused")
    c.money("deposit", "cy", 1).view("bo", "", s1="?? ??", s2="2C 7C").silence("turn", 6)
    c.until(asked + 110).resume().until(asked + 114.5).line("silence", what="turn")
    c.view("bo", "call fold raise", s1="?? ??", s2="2C 7C").until(asked + 115).line("silence", what="turn")
    c.over("g", {"1/ana": ["win", 30, 39], "2/bo": ["fold", 10, 0]}, balances={"ana": 1009, "bo": 990, "cy": 51})
    c.line("incident", "no_round", note="n").line("resume", "not_paused", supervisor="mo")
    c.deal("h", 2, "AS 2C KD 7C QH 4D").play("ana bet").pause()
    paused = c.at
    c.until(paused + 600).pause().until(paused + 899.5).line("silence", what="incident")
    c.expect("h", balances={"ana": 979, "bo": 980}).until(paused + 900).line("silence", what="incident")
    c.over("h", {"1/ana": ["void", 30, 30], "2/bo": ["void", 10, 10]}, status="void", balances={"ana": 1009, "bo": 990})
    c.play("ana check wrong_phase").line("open_round", "no_shoe", round="i", dealer=2)
    check(c.void("h", "already_void").leave("bo").expect("h", seats={1: "ana"}), run_id)


def test_leaving_until_one_is_left(run_id: str) -> None:
    c = NineCorner(ana=100, bo=100, cy=100, dan=100).seated(ana=1, bo=2, cy=3)
    c.deal("g", 3, "AS 2C 3D KD 7C 9S").leave("ana")  # in turn, with a check for free
    c.line("sit", "seat_taken", player="dan", seat=1).play("ana check not_your_turn").view(
        "bo", "bet check", s1="?? ??", s2="2C 7C", s3="?? ??"
    )
    c.leave("cy")
    bets = {"1/ana": ["fold", 10, 0], "2/bo": ["win", 10, 29], "3/cy": ["fold", 10, 0]}
    c.over("g", bets, balances={"ana": 90, "bo": 119, "cy": 90, "dan": 100}, seats={2: "bo"}).seated(ana=3, dan=1)
    check(c.leave("cy", "not_seated").expect("g", seats={1: "dan", 2: "bo", 3: "ana"}), run_id)


def test_leaving_all_in_and_coming_during_a_game(run_id: str) -> None:
    c = NineCorner(ana=10, bo=100, cy=100, dan=100).seated(ana=1, bo=2, cy=3)
    c.deal("g", 1, "AS 4D 3C KD 7C 9S QH 4H 3D").play("bo check").seated(dan=4).play("dan check not_your_seat")
    c.leave("ana").leave("dan").seated(dan=6).play("cy check", "bo check", "cy check")
    c.view("public", "", s1="?? ??", s2="AS KD QH", s3="4D 7C 4H")
    bets = {"1/ana": ["fold", 10, 0], "2/bo": ["win", 10, 29], "3/cy": ["lose", 10, 0]}
    seats = {2: "bo", 3: "cy", 6: "dan"}
    c.over("g", bets, balances={"ana": 0, "bo": 119, "cy": 90, "dan": 100}, seats=seats)
    c.deal("h", 4, "2S 5S AC 2H 9D KC 2D 7H 4C").view("dan", "", s2="?? ??", s3="?? ??", s6="2S 2H")
    c.expect("h", balances={"bo": 109, "cy": 80, "dan": 90}).leave("bo").leave("cy")
    bets = {"6/dan": ["win", 10, 29], "2/bo": ["fold", 10, 0], "3/cy": ["fold", 10, 0]}
    check(c.over("h", bets, balances={"dan": 119}, seats={6: "dan"}), run_id)


def test_leaving_and_the_game_is_void(run_id: str) -> None:
    c = NineCorner(ana=100, bo=100, cy=100).seated(ana=1, bo=2, cy=3).deal("g", 3, "AS 2C 3D KD 7C 9S").leave("bo")
    bets = {"1/ana": ["void", 10, 10], "2/bo": ["void", 10, 10], "3/cy": ["void", 10, 10]}
    balances = {"ana": 100, "bo": 100, "cy": 100}
    c.pause().void("g").over("g", bets, status="void", balances=balances, seats={1: "ana", 3: "cy"})
    check(c.seated(bo=4).expect("g", seats={1: "ana", 3: "cy", 4: "bo"}), run_id)


def test_the_same_message_again(run_id: str) -> None:
    c = NineCorner(ana=100, bo=100).seated(ana=1, bo=2).mount("AS 2C KD 7C QH 4D")
    for _ in range(2):
        c.line("open_round", cmd="o", round="g", dealer=2)
    for _ in range(2):
        c.line("act", cmd="a", player="ana", action="bet")
    c.line("act", "idempotency_conflict", cmd="a", player="ana", action="check")
    c.line("act", "idempotency_conflict", cmd="a", player="bo", action="bet").pause()
    c.line("act", cmd="a", player="ana", action="bet").line("act", "table_paused", cmd="b", player="bo", action="call")
    c.resume().line("act", "table_paused", cmd="b", player="bo", action="call")
    c.line("act", cmd="c", player="bo", action="call").line("act", cmd="c", player="bo", action="call")
    c.view("ana", "bet check", s1="AS KD QH", s2="?? ?? ??").expect("g", balances={"ana": 70, "bo": 70}).pause()
    for _ in range(2):
        c.line("void_round", cmd="v", round="g", reason="MISSCAN", supervisor="mo")
    c.line("void_round", "idempotency_conflict", cmd="v", round="g", reason="EXPOSED", supervisor="mo")
    bets = {"1/ana": ["void", 30, 30], "2/bo": ["void", 30, 30]}
    check(c.over("g", bets, status="void", balances={"ana": 100, "bo": 100}), run_id)


def test_a_late_void_while_the_next_game_runs(run_id: str) -> None:
    c = NineCorner(ana=100, bo=100, cy=100).seated(ana=1, bo=2, cy=3).deal("g", 3, "AS 2C 3D KD 7C 9S QH 4D")
    c.play("ana bet", "bo call", "cy fold", "ana check", "bo check")
    bets = {"1/ana": ["win", 30, 67], "2/bo": ["lose", 30, 0], "3/cy": ["fold", 10, 0]}
    c.over("g", bets, balances={"ana": 137, "bo": 70, "cy": 90}).deal("h", 3, "AS 2C 3D KD 7C 9S QH 4D 5S")
    c.money("withdraw", "ana", 117).void("h", "not_paused").void("zz", "unknown_round")
    late = {"round": "g", "reason": "EXPOSED", "supervisor": "mo"}
    c.line("void_round", "four_eyes", **late).line("void_round", "four_eyes", **late, second="mo")
    c.line("void_round", "bad_reason", **{**late, "reason": "WRONG_ENTRY"}, second="li").void("g")
    void = {"1/ana": ["void", 30, 30], "2/bo": ["void", 30, 30], "3/cy": ["void", 10, 10]}
    c.over("g", void, status="void", balances={"ana": 0, "bo": 90, "cy": 90}, receivables={"ana": 27})
    c.void("g", "already_void").view("ana", "check", s1="AS KD", s2="?? ??", s3="?? ??")
    c.play("ana check", "bo check", "cy check", "bo check", "cy check")
    bets = {"1/ana": ["win", 10, 29], "2/bo": ["lose", 10, 0], "3/cy": ["lose", 10, 0]}
    check(c.over("h", bets, balances={"ana": 29}).total("pot", 1, 3, 30, 29, voided=70), run_id)


def test_strangers_and_unknown_things(run_id: str) -> None:
    c = NineCorner(ana=100, bo=100, cy=100).seated(ana=1, bo=2).line("sit", "unknown_account", player="zoe", seat=3)
    c.line("sit", "unknown_table", table="X", player="cy", seat=3).line("sit", "no_such_seat", player="cy", seat=0)
    for cards in ("", "as 2c", " ".join(PACK[1:]), " ".join([*PACK, "AS"]), " ".join([*PACK[1:], "2S"])):
        c.line("shoe", "bad_shoe", shoe="Q", source="virtual", cards=cards)
    c.play("ana check wrong_phase", "zoe check unknown_account").deal("g", 2, "AS 2C KD 7C QH 4D").play(
        "ana hit illegal_action"
    )
    c.line("shoe", "round_running", shoe="Q", source="virtual", cards=" ".join(PACK))
    c.play("cy check not_your_seat", "bo check not_your_turn", "ana call illegal_action", "ana raise illegal_action")
    c.play("ana fold illegal_action", "ana bet", "bo bet illegal_action", "bo check illegal_action", "bo fold")
    c.over("g", {"1/ana": ["win", 30, 39], "2/bo": ["fold", 10, 0]}, balances={"ana": 109, "bo": 90, "cy": 100})
    check(c, run_id)


def test_a_deposit_after_a_short_call(run_id: str) -> None:
    c = NineCorner(ana=1000, bo=25, cy=1000).seated(ana=1, bo=2, cy=3).deal("g", 3, "AS 3D 2C KD 3S 7C QH 3H 9D")
    c.play("ana bet", "bo call", "cy call").money("deposit", "bo", 100).play("ana check")
    c.view("bo", "bet check", s1="?? ?? ??", s2="3D 3S 3H", s3="?? ?? ??").play("bo bet", "cy call", "ana call")
    bets = {"1/ana": ["win", 50, 10], "2/bo": ["win", 45, 129], "3/cy": ["lose", 50, 0]}
    check(c.over("g", bets, balances={"ana": 960, "bo": 209, "cy": 950}), run_id)


def test_the_highest_first_card_has_left(run_id: str) -> None:
    c = NineCorner(ana=1000, bo=1000, cy=1000).seated(ana=1, bo=2, cy=3).deal("g", 3, "AS 2C 3D KD 7C 9S 4D 5H")
    c.play("ana check", "bo check").leave("ana").view("cy", "bet check", s1="?? ??", s2="?? ??", s3="3D 9S")
    c.play("cy check").view("bo", "bet check", s1="?? ??", s2="2C 7C 4D", s3="?? ?? ??").play("bo bet", "cy fold")
    c.play("cy fold wrong_phase", "cy fold wrong_phase", "bo bet wrong_phase")
    bets = {"1/ana": ["fold", 10, 0], "2/bo": ["win", 30, 49], "3/cy": ["fold", 10, 0]}
    c.over("g", bets, balances={"ana": 990, "bo": 1019, "cy": 990}, seats={2: "bo", 3: "cy"}).void("g")
    bets = {"1/ana": ["void", 10, 10], "2/bo": ["void", 30, 30], "3/cy": ["void", 10, 10]}
    c.over("g", bets, status="void", balances={"ana": 1000, "bo": 1000, "cy": 1000}, seats={2: "bo", 3: "cy"})
    check(c.view("cy", "", s1="?? ??", s2="?? ?? ??", s3="3D 9S 5H"), run_id)


def test_two_tables_share_a_player(run_id: str) -> None:
    c = NineCorner(ana=100, bo=20, cy=100, dee=100).seated(ana=1, bo=2).deal("g", 2, "AS 2C KD 7C QH 4D")
    c.play("ana check").open_table("U").seated(bo=5, cy=6, dee=1)
    c.deal("u", 6, "2S 3S AH 5D 3D 8H 9C 3H TD")  # the ante is the last money of bo
    c.table = "T"
    c.view("bo", "check", s1="?? ??", s2="2C 7C").play("bo bet insufficient_funds", "bo check")
    bets = {"1/ana": ["win", 10, 19], "2/bo": ["lose", 10, 0]}
    c.over("g", bets, balances={"ana": 109, "bo": 0, "cy": 90, "dee": 90})
    c.table = "U"
    c.play("cy check", "dee check", "cy check", "dee check")
    bets = {"1/dee": ["lose", 10, 0], "5/bo": ["win", 10, 29], "6/cy": ["lose", 10, 0]}
    check(c.over("u", bets, balances={"bo": 29}), run_id)
