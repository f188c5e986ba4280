"""Short sessions for corners of Thirty-One; every number follows from the published rules."""

from __future__ import annotations

import pytest

from tests.support.corner_deals import SeriesCorner

pytestmark = pytest.mark.database

LOW, BLITZ = "7C 8D 9H", "AC KC QC"
ACES = "AC AD AH"
EIGHT = ("7C 8D 9H", "7D 8H 9S", "7H 8S 9C", "7S 8C 9D", "TC JD QH", "TD JH QS", "TH JS QC", "TS JC QD")
"""Nobody has more than ten; all kings and aces are left."""
NAMES = ("ana", "bo", "cy", "dee", "eli", "fay", "gus", "hal", "ida")
TURN, LAST_TURN = "knock pass swap swap_all", "pass swap swap_all"


def table(*seats: int, dealer: int = 0, **options: int) -> SeriesCorner:
    """Series ``r`` of ana, bo, cy, ... on these seats, each with 1000; this seat deals, or the last of them."""
    names = NAMES[: len(seats)]
    c = SeriesCorner(options, **dict.fromkeys(names, 1000)).seated(**dict(zip(names, seats, strict=True)))
    return c.begin("r", dealer or seats[-1])


def check(c: SeriesCorner, run_id: str) -> None:
    found = c.wrong(run_id)
    assert not found, "\n".join(found)


def test_three_aces_however_they_come(run_id: str) -> None:
    c = table(1, 2, 3)
    c.deal("KC QC 7D", "AC AD 7S", "KS QS 8H", stock="AH 7H 9D").play("cy keep", "ana knock", "bo swap 7S AH")
    c.view("public", "", table="7S 7H 9D", s1="KC QC 7D", s2="AC AD AH", s3="KS QS 8H").score("r", ana=2, bo=3, cy=2)
    c.deal("7C 8C 9C", "KC KD KH", "KS QS 8S", stock=ACES).play("ana keep", "bo swap_all")
    c.view("cy", "", table="7C 8C 9C", s1="KS QS 8S", s2=ACES, s3="KC KD KH").score("r", ana=1, bo=3, cy=1)
    c.deal("KC KD KH", "TS QS 8S", "7C 8C 9C", stock=ACES).play("bo put_down")
    c.view("ana", "", table="7C 8C 9C", s1="TS QS 8S", s2=ACES, s3="KC KD KH")
    c.score("r", ana="swim", bo=3, cy="swim")
    c.deal(ACES, BLITZ.replace("C", "S"), "KC KD KH").score("r", ana="swim", bo=2, cy="out")
    c.deal("KC QC 7D", "KD QD 7C", stock=ACES).play("cy put_down", refused="not_your_turn").play("ana put_down")
    c.score("r", ana="swim", bo="swim", cy="out")
    c.deal(BLITZ, LOW).over("r", "ana", score={"ana": "swim", "bo": "out", "cy": "out"})
    check(c.view("bo", "", s1=BLITZ, s2=LOW).totals(1, 3), run_id)


def test_two_left(run_id: str) -> None:
    c = table(2, 9).deal(BLITZ, "AD KD QD").score("r", ana=2, bo=2)
    c.deal(BLITZ, "AD AH AS").score("r", ana=2, bo="swim")
    c.deal(LOW, BLITZ).score("r", ana=1, bo="swim")
    c.deal("AC AD 7H", "KC QC 7D", stock="AH 8S 9S").play("ana keep", "bo pass", "ana knock", "bo swap 7H AH")
    c.score("r", ana="swim", bo="swim")
    c.deal(BLITZ, "AD KD QD").score("r", ana="swim", bo="swim")  # void, and the deal moves on
    c.deal("KC KD KH", "7C 7D 7H", stock="8S 9S TS").play("bo keep", refused="not_your_turn")
    c.view("ana", "keep put_down", s2="7C 7D 7H", s9=3).play("ana keep", "bo pass", "ana knock", "bo pass")
    check(c.over("r", "bo", score={"ana": "out", "bo": "swim"}), run_id)


def test_ties(run_id: str) -> None:
    c = table(1, 2, 3, 4).deal("KC QC 7D", "KD QD 7C", "8S 9S TS", "AH 8H 9H", stock="7S 7H 8C")
    c.play("dee keep", "ana pass", "bo pass", "cy knock", "dee pass", "ana pass")
    c.view("bo", LAST_TURN, table="7S 7H 8C", s1=3, s2="KD QD 7C", s3=3, s4=3)
    c.play("bo knock", refused="illegal_action").play("bo pass").score("r", ana=2, bo=2, cy=3, dee=3)
    c.deal("KC QC 7D", "KD QD 7C", "KS QS 7H", "8H 9H TH", stock="8S 9S 8C")
    c.play("ana keep", "bo pass", "cy knock", "dee pass", "ana pass", "bo pass").score("r", ana=2, bo=2, cy=2, dee=3)
    four = [BLITZ, "AD KD QD", "AH KH QH", "AS KS QS"]
    c.deal(*four).score("r", ana=1, bo=1, cy=1, dee=2)
    c.deal(*four).score("r", ana="swim", bo="swim", cy="swim", dee=1)
    c.deal(*four).over("r", "dee", score={"ana": "out", "bo": "out", "cy": "out", "dee": "swim"})
    check(c.view("public", "", s1=four[0], s2=four[1], s3=four[2], s4=four[3]), run_id)


def test_three_who_swim_tie(run_id: str) -> None:
    c = table(3, 5, 7)
    three = [BLITZ, "AD KD QD", "AH KH QH"]
    for left in (2, 1, "swim", "swim"):
        c.deal(*three).score("r", ana=left, bo=left, cy=left)
    c.deal("7C 8C 9D", "7D 8D 9C", "7H 8H 9S", stock="TC TD TH").play("bo keep", refused="not_your_turn")
    c.play("ana keep", "bo pass", "cy knock", "ana pass", "bo pass")  # 15 each
    check(c.score("r", ana="swim", bo="swim", cy="out"), run_id)


def test_thirty_one_at_every_check(run_id: str) -> None:
    c = table(1, 4).deal(LOW, "7D 8H 9S", stock=BLITZ).play("bo put_down").score("r", ana=2, bo=3)
    c.view("public", "", table="7D 8H 9S", s1=LOW, s4=BLITZ)
    c.deal("KC QC 7D", "8D 8H 9S", stock="AC 7H 7S").play("ana keep", "bo swap 7D AC").score("r", ana=1, bo=3)
    c.deal("7D 8H 9C", "7C 8D 9H", stock="AS KS TS").play("bo keep", "ana swap_all").score("r", ana=1, bo=2)
    c.deal("KC QC 7D", "KH JH 8S", stock="AH 9S 7C").play("ana keep", "bo knock", "ana swap 8S AH")
    check(c.score("r", ana=1, bo=1).view("bo", "", table="8S 9S 7C", s1="KH JH AH", s4="KC QC 7D"), run_id)


def test_passes_in_a_row_and_the_clock(run_id: str) -> None:
    c = table(1, 5, 9).deal(LOW, "7D 8H 9S", "7H 8S 9C", stock="TC JD QH TD JH QS TH JS QC KC KD KS 7S")
    asked = c.at
    c.play("cy pass", refused="illegal_action").until(asked + 9.999).line("silence", what="choice")
    c.view("cy", "keep put_down", s1=3, s5=3, s9="7H 8S 9C").until(asked + 10).line("silence", what="choice")
    c.view("ana", TURN, table="TC JD QH", s1=LOW, s5=3, s9=3).silence("turn", 20)
    c.play("ana pass", refused="not_your_turn").play("bo pass", "cy swap 9C QH", "ana pass").silence("turn", 20)
    asked = c.at
    c.line("disconnect", table=None, player="cy").view("cy", TURN, table="TC JD 9C", s1=3, s5=3, s9="7H 8S QH")
    c.until(asked + 20).line("silence", what="turn").line("reconnect", table=None, player="cy")
    c.view("ana", TURN, table="TD JH QS", s1=LOW, s5=3, s9=3).until(asked + 40).line("silence", what="turn")
    c.play("bo pass", "cy pass").view("ana", TURN, table="TH JS QC", s1=LOW, s5=3, s9=3)
    c.play("ana swap 7C TH", "bo pass", "cy pass", "ana pass").play("ana pass", refused="not_your_turn")
    c.view("bo", TURN, table="KC KD KS", s1=3, s5="7D 8H 9S", s9=3).play("bo swap_all", "cy knock")
    c.view("public", "", table="7D 8H 9S", s1=3, s5=3, s9=3).play("ana pass").silence("turn", 20)
    check(c.score("r", ana=3, bo=3, cy=2), run_id)  # 19, 30.5 and 17


def test_everything_laid_aside_is_shuffled_in(run_id: str) -> None:
    c = table(*range(1, 9)).deal(*EIGHT, stock="KC KD KH KS AC AD AH AS").shuffled("KS AC AD AH AS", "wrong_phase")
    everybody = [f"{name} pass" for name in NAMES[:8]]
    c.play("hal keep").shuffled("KS AC AD AH AS", "wrong_phase").play(*everybody)
    c.view("dee", "", table="KS AC AD", s1=3, s2=3, s3=3, s4="7S 8C 9D", s5=3, s6=3, s7=3, s8=3).play(*everybody)
    for wrong in ("KS AC AD AH AS", "KC KD KH KS AC AD AH", "KC KD KH KS AC AD AH AH", "KC KD KH KS AC AD AH 7C", ""):
        c.shuffled(wrong, "bad_shoe")
    c.shuffled("KC KD KH KS AC AD AH AS 7C", "bad_shoe").play("ana pass", refused="wrong_phase")
    c.deal(*EIGHT, refused="wrong_phase").shuffled("AH AS KC KD KH KS AC AD").shuffled("KD KH KS", "wrong_phase")
    c.play(*everybody, *everybody).shuffled("KD KH KS AC AD", "bad_shoe").shuffled("KC KD KH AC AD AH KS AS")
    c.view("ana", TURN, table="KC KD KH", s1=LOW, s2=3, s3=3, s4=3, s5=3, s6=3, s7=3, s8=3).play("ana knock")
    c.play(*everybody[1:]).score("r", **{**dict.fromkeys(NAMES[:8], 3), "ana": 2})  # she shares the nine
    check(c.shuffled("KC KD KH AC AD AH KS AS", "wrong_phase"), run_id)


def test_a_shuffle_that_is_due_waits(run_id: str) -> None:
    c = table(*range(1, 10)).deal(*EIGHT, "KC KD KH", stock="KS AC AD AH AS")
    everybody = [f"{name} pass" for name in NAMES]
    hidden: dict[str, str | int] = dict.fromkeys([f"s{seat}" for seat in range(1, 9)], 3)
    c.play("ida put_down").view("ida", "", table="KC KD KH", **hidden, s9="KS AC AD").play(*everybody).pause()
    c.shuffled("AH KC AS KH KD", "table_paused").resume().until(c.at + 2000).line("silence", what="turn")
    c.shuffled("KS AC AD AH AS", "bad_shoe").shuffled("AH KC AS KH KD").view(
        "ana", TURN, table="AH KC AS", **{**hidden, "s1": LOW}, s9=3
    )
    c.silence("turn", 20).view("bo", TURN, table="AH KC AS", **{**hidden, "s2": "7D 8H 9S"}, s9=3).pause()
    c.deal(*EIGHT, "KC KD KH", refused="table_paused").void_deal().play("bo pass", refused="wrong_phase")
    c.deal(*EIGHT, "KC KD AS", stock="KS AC AD AH KH").play("ida keep", *everybody).void_deal("not_paused").pause()
    c.void_deal("bad_reason", "WRONG_ENTRY").void_deal().shuffled("KS AC AD AH KH", "wrong_phase")
    c.deal(*EIGHT, "KC KD KH").play("ana keep", refused="not_your_turn").play("ida keep", *everybody).pause()
    c.until(c.at + 900).line("silence", what="incident")
    check(c.over("r").totals(0, 0, 900), run_id)


def quick(c: SeriesCorner, loser: int, players: int) -> SeriesCorner:
    """A game of which the deal decides: this place in the order of dealing loses, the others have 31."""
    hands = [BLITZ, "AD KD QD", "AH KH QH", "AS KS QS"][: players - 1]
    hands.insert(loser, "7C 8D 9H")
    return c.deal(*hands)


def test_the_deal_passes_over_who_is_out(run_id: str) -> None:
    c = table(1, 3, 6, 8)
    for place in (1, 0, 3, 2):  # dealers dee, ana, bo, cy; always bo loses
        quick(c, place, 4)
    c.score("r", ana=3, bo="out", cy=3, dee=3)
    for place, dealer in enumerate(("dee", "ana", "cy"), 1):
        order = {"dee": ("ana", "cy", "dee"), "ana": ("cy", "dee", "ana"), "cy": ("dee", "ana", "cy")}[dealer]
        quick(c, order.index("cy"), 3).score("r", ana=3, bo="out", cy=3 - place if place < 3 else "swim", dee=3)
    quick(c, 1, 3).score("r", ana=3, bo="out", cy="out", dee=3)  # dee deals: ana, cy, dee
    c.view("bo", "", s1=BLITZ, s6=LOW, s8="AD KD QD")
    c.deal("KC QC 7D", "KD QD 8C", stock="AH AC 7H 7S 8S 9S").play("dee keep", refused="not_your_turn").play(
        "ana keep", "dee pass", "ana pass"
    )
    c.play("bo pass", "ana pass", refused="not_your_turn").view("bo", "", table="7S 8S 9S", s1=3, s8=3)
    c.play("dee knock").play("cy pass", refused="not_your_turn").play("ana pass")
    check(c.score("r", ana=3, bo="out", cy="out", dee=2), run_id)  # 20 each, dee knocked


def test_the_dealer_goes_out_in_her_own_game(run_id: str) -> None:
    c = table(2, 4, 9, dealer=4)
    for place in (2, 1, 0, 2):  # dealers bo, cy, ana, bo; always bo loses
        quick(c, place, 3)
    c.score("r", ana=3, bo="out", cy=3)
    quick(c, 0, 2).score("r", ana=2, bo="out", cy=3)
    quick(c, 1, 2).score("r", ana=1, bo="out", cy=3)
    quick(c, 0, 2).score("r", ana="swim", bo="out", cy=3)
    check(quick(c, 1, 2).over("r", "cy", score={"ana": "out", "bo": "out", "cy": 3}), run_id)


def test_what_cannot_be_swapped(run_id: str) -> None:
    c = table(1, 2).deal(LOW, "7D 8H 9S", stock="TC JD QH KS").play("bo keep")
    mine = [("TC", "7C"), ("7D", "TC"), ("7c", "TC"), ("", "TC"), ("7C ", "TC"), ("1C", "TC"), ("??", "TC")]
    theirs = [("7C", "7C"), ("7C", "KS"), ("7C", "8D"), ("7C", "tc"), ("7C", ""), ("7C", "TC JD"), ("7C 8D", "TC JD")]
    for give, take in (*mine, *theirs):
        c.line("act", "illegal_action", player="ana", action="swap", give=give, take=take)
    for fields in ({"give": "7C"}, {"take": "TC"}, {}):
        c.line("act", "illegal_action", player="ana", action="swap", **fields)
    for action in ("keep", "put_down", "new_cards", "fold", "Pass", ""):
        c.play(f"ana {action}" if action else "ana ?", refused="illegal_action")
    c.play("ana swap 7C TC", "bo swap 7D 7C", "ana swap 8D 7D").line(
        "act", "unknown_account", player="zoe", action="pass"
    )
    check(c.view("bo", TURN, table="8D JD QH", s1=3, s2="7C 8H 9S"), run_id)


def test_sent_twice(run_id: str) -> None:
    c = table(1, 2).deal(LOW, "7D 8H 9S", cmd="d", shoe="x").deal(LOW, "7D 8H 9S", cmd="d", shoe="x")
    c.deal(LOW, "7D 8H 9C", cmd="d", shoe="x", refused="idempotency_conflict")

    for turn in ("bo keep k", "bo keep k", "bo put_down k idempotency_conflict", "ana keep k idempotency_conflict",
                 "bo pass p not_your_turn", "ana pass a", "bo pass p not_your_turn", "ana pass a"):  # fmt: skip
        player, action, cmd, *refused = turn.split()
        c.line("act", *refused, player=player, action=action, cmd=cmd)
    c.view("bo", TURN, table="8C 9C TC", s1=3, s2="7D 8H 9S")
    c.line("act", "idempotency_conflict", player="bo", action="knock", cmd="a").play("bo knock", "ana pass")
    check(c.score("r", ana=3, bo=2), run_id)


def aces(c: SeriesCorner, first: bool) -> SeriesCorner:
    """Two left: who is dealt to first, or the dealer, has three aces."""
    return c.deal(*((ACES, LOW) if first else (LOW, ACES)))


def test_series_after_series(run_id: str) -> None:
    c = SeriesCorner(ana=100, bo=100, cy=99).seated(ana=1, bo=2)
    c.line("sit", "insufficient_funds", player="cy", seat=3).money("deposit", "cy", 1).line(
        "leave", "not_seated", player="cy"
    )
    for seat in (-1, 0, 10):
        c.line("sit", "no_such_seat", player="cy", seat=seat)
    c.line("open_round", "unknown_table", round="r", dealer=1, table="X").begin("r", 1)
    c.line("open_round", "round_running", round="s", dealer=1).view("ana", "")
    c.line("sit", "wrong_phase", player="cy", seat=3).leave("bo", "wrong_phase")
    aces(c, True).score("r", ana=1, bo=3)
    aces(c, False).score("r", ana="swim", bo=3)
    aces(c, True).over("r", "bo", score={"ana": "out", "bo": 3}, seats={1: "ana", 2: "bo"}).view(
        "cy", "", s1=LOW, s2=ACES
    )
    c.play("bo pass", refused="wrong_phase").deal(LOW, ACES, refused="wrong_phase").leave("ana").seated(cy=9)
    c.score("r", ana="out", bo=3)
    c.line("sit", "insufficient_funds", player="ana", seat=1).begin("s", 9).view("ana", "")
    c.money("withdraw", "bo", 100).line("void_round", "four_eyes", round="r", reason="EXPOSED", supervisor="mo")
    c.void("r")
    bets = {"1/series/ana": ["void", 100, 100], "2/series/bo": ["void", 100, 100]}
    c.held.update(ana=100, bo=0)
    owed = {"bo": 100}
    c.expect("r", "void", bets, balances=dict(c.held), receivables=owed, score={"bo": 3, "cy": 3}).void(
        "r", "already_void"
    )
    c.line("sit", "wrong_phase", player="ana", seat=1)
    aces(c, True)
    aces(c, False)
    aces(c, True).over("s", "bo", score={"bo": 3, "cy": "out"}, seats={2: "bo", 9: "cy"})
    c.void("s").expect("s", "void", {"2/series/bo": ["void", 100, 100], "9/series/cy": ["void", 100, 100]},
                       balances={"ana": 100, "bo": 100, "cy": 100}, score={"bo": 3, "cy": "out"})  # fmt: skip
    c.held.update(bo=100, cy=100)
    check(c.totals(0, 0, 400), run_id)


def test_packs(run_id: str) -> None:
    c = SeriesCorner({"pack": 52}, ana=100, bo=100).seated(ana=1, bo=2).begin("r", 2)
    small = " ".join(rank + suit for suit in "CDHS" for rank in "789TJQKA")
    c.deal(LOW, ACES, cards=small, refused="bad_shoe").deal("2C 2D 2H", "KC QC 7C", stock="5D 6D 4D").play("bo keep")
    c.play("ana knock", "bo pass").score("r", ana=3, bo=2).deal("5C 6C TC", "AH 9H TH", stock="2S 3S 4S")
    c.play("ana keep", "bo swap TC 4S", "ana knock", "bo swap_all").score("r", ana=3, bo=1)
    check(c, run_id)


def test_no_pack(run_id: str) -> None:
    whole = " ".join(rank + suit for suit in "CDHS" for rank in "789TJQKA")
    c = table(1, 2)
    odd = [whole.lower(), whole.replace(" ", "  "), f"{whole} ", whole.replace("TC", "10C"), whole.replace(" ", "")]
    for cards in ("", "7C", whole[3:], f"{whole} 7C", f"{whole} 2C", f"6C{whole[2:]}", f"8C{whole[2:]}", *odd):
        c.deal(LOW, "7D 8H 9S", cards=cards, refused="bad_shoe")
    check(c.deal(LOW, "7D 8H 9S", cards=whole).view("ana", "", s1="7C 9C JC", s2=3).score("r", ana=3, bo=3), run_id)
