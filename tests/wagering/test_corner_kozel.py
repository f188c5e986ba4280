"""Short sessions for corners of Kozel: leads, beats, refills, points, matches."""

from __future__ import annotations

import pytest

from tests.support.corner_deals import HONOURS, SUITS, MatchCorner, in_turn

pytestmark = pytest.mark.database


def check(c: MatchCorner, run_id: str) -> None:
    found = c.wrong(run_id)
    assert not found, "\n".join(found)


def test_leads_and_replies(run_id: str) -> None:
    c = MatchCorner.begun().deal("9C 9D 9H 9S", "7D JD AD 8C", "6D 8D TD 7H", "6C 7C QC QH", trump="JH")
    c.view("public", "", trump="JH", s0=4, s1=4, s2=4, s3=4).view(
        "ana", "lead", trump="JH", s0="9C 9D 9H 9S", s1=4, s2=4, s3=4
    )
    c.play(
        "ana lead 9C 9D", "ana lead 9C 9D 9H 9S", "ana pull", "ana beat 9C", "ana discard 9C", refused="illegal_action"
    )
    c.play("bo lead 7D", "dee beat 6C", refused="not_your_turn").play("ana lead 9C", "bo discard AD").pause()
    c.void_deal().deal("7D JD AD 8C", "QD KD 6H 8H", "6D 8D TD 7H", "6C 7C 9C 9H", trump="JH")
    for cards in ("7D 8C", "7D 7D", "7D  JD", " 7D", "7D ", "7d", "", "1D", "6D", "7D,JD", "7D JD AD 8C", "7DJD", "??",
                  "7D JD AD KD", "7D JD AD AD AD"):  # fmt: skip
        c.line("act", "illegal_action", player="ana", action="lead", cards=cards)
    for action in ("lead", "pull", "fly", "Lead", "pass"):
        c.line("act", "illegal_action", player="ana", action=action)
    c.play("ana lead JD 7D").play("bo beat QD", "bo beat 6H 8H QD", "bo lead QD KD", "bo beat QD QD", "bo beat QD AH",
                                  "bo discard QD", "bo discard", "bo pull", refused="illegal_action")  # fmt: skip
    c.play("bo beat 6H QD").view(
        "cy", "beat discard", trump="JH", s0=2, s1=2, s2="6D 8D TD 7H", s3=4, t0="7D JD", t1="QD 6H"
    )
    c.play("cy beat 8D TD", "cy beat 6D 7H", refused="illegal_action").play("cy beat 7H TD")
    c.play("dee beat 9H 9C", "dee beat 9C 9H", refused="illegal_action").play("dee discard 9H 6C")
    check(c.play("ana lead 8C", refused="not_your_turn").play("cy lead 8D"), run_id)


def test_cards_are_assigned_one_to_one(run_id: str) -> None:
    stock = in_turn("JS KH/8D TD/9D QS/TS QD", in_turn("6C 7C 8C/JD KD AD/9H JH QH/TH KS JC"))
    c = MatchCorner.begun()
    c.deal("9C KC 6H 7H", "TC QC 6S 7S", "AS AH 7D 8H", "AC 6D 8S 9S", stock=stock, trump="JD").play("ana lead 9C KC")
    c.play("bo beat TC QC").play("cy beat AS AH", "cy beat AH 7D", refused="illegal_action").play("cy discard AS AH")
    c.play("dee beat 6D AC")  # the partner's
    c.view("dee", "lead", trump="JD", s0=4, s1=4, s2=4, s3="8S 9S JS KH").view(
        "ana", "", trump="JD", s0="6H 7H 8D TD", s1=4, s2=4, s3=4
    )
    c.view("bo", "", trump="JD", s0=4, s1="6S 7S 9D QS", s2=4, s3=4).view(
        "cy", "", trump="JD", s0=4, s1=4, s2="7D 8H TS QD", s3=4
    )
    c.play("dee lead JS 8S 9S").play("ana beat 8D TD 7H", refused="illegal_action").play("ana discard 6H 7H 8D")
    c.play("bo beat QS 9D 7S", refused="illegal_action").play("bo discard 6S 7S QS", "cy beat 7D TS QD")
    c.view("cy", "lead", trump="JD", s0=4, s1=4, s2="8H 6C 7C 8C", s3=4).view(
        "ana", "", trump="JD", s0="TD 9H JH QH", s1=4, s2=4, s3=4
    )
    c.view("dee", "", trump="JD", s0=4, s1=4, s2=4, s3="KH JD KD AD").view(
        "bo", "", trump="JD", s0=4, s1="9D TH KS JC", s2=4, s3=4
    )
    c.play("cy lead 6C 7C 8C", "dee beat AD KD JD", "ana discard 9H JH QH", "bo discard TH KS 9D")
    c.play("dee lead KH JC", refused="illegal_action").play(
        "dee lead KH", "ana beat TD", "bo discard JC", "cy discard 8H"
    )
    c.points(2, 0)  # 34 against 86
    c.play("ana lead 6C", "ana pull", refused="wrong_phase")
    c.deal(*SUITS, trump="AS").play("bo lead 6C", refused="not_your_turn")  # the dealer took the last trick
    check(c.view("ana", "lead pull", trump="AS", s0=SUITS[3], s1=4, s2=4, s3=4), run_id)


def test_trumps_are_spent_where_only_they_beat(run_id: str) -> None:
    c = MatchCorner.begun().deal("6C 9C QC 7H", "7C KC 6D 7S", "8D TC AC 9D", "7D 9H 8S JH", trump="JD")
    c.play("ana lead QC 6C 9C", "bo beat 6D KC 7C").play("cy beat AC TC AC", "cy beat TC AC", refused="illegal_action")
    c.play("cy beat TC 8D AC").play("dee beat 7D 9H JH", refused="illegal_action").play("dee discard 7D 9H JH")
    check(c.play("ana lead 7H", refused="not_your_turn").play("cy lead 9D"), run_id)


def test_the_pack_runs_short(run_id: str) -> None:
    c = MatchCorner.begun()
    for place in (16, 37, 0, -1, 1):
        c.deal(*SUITS, stock=HONOURS, trump=place, refused="bad_shoe")
    c.deal(*SUITS, stock=HONOURS, trump=36).view("dee", "pull", trump="AH", s0=4, s1=4, s2=4, s3=SUITS[3])
    c.play("ana lead 6C 7C 8C 9C").view("bo", "beat discard", trump="AH", t0=SUITS[0], s1=SUITS[1], s2=4, s3=4)
    c.play("bo discard 6D 7D 8D 9D", "cy discard 6S 7S 8S 9S", "dee discard 6H 7H 8H 9H")
    c.play("ana lead JC QC KC").view("ana", "", trump="AH", t0="JC QC KC", s0="TC", s1=4, s2=4, s3=4)
    c.view("bo", "beat discard pull", trump="AH", t0="JC QC KC", s0=1, s1="JD QD KD TD", s2=4, s3=4)
    c.view("cy", "pull", trump="AH", t0="JC QC KC", s0=1, s1=4, s2="JS QS KS TS", s3=4).play("bo discard JD QD KD")
    c.view("bo", "", trump="AH", t0="JC QC KC", t1="JD QD KD", s0=1, s1="TD", s2=4, s3=4)
    c.view("dee", "pull", trump="AH", t0="JC QC KC", t1=3, s0=1, s1=1, s2=4, s3="JH QH KH TH")
    c.play("bo pull", "ana pull", refused="illegal_action").play("cy discard JS QS KS", "dee beat KH JH QH")
    c.view("dee", "lead", trump="AH", s0=2, s1=2, s2=2, s3="TH AC").view(
        "ana", "", trump="AH", s0="TC AD", s1=2, s2=2, s3=2
    )
    c.view("bo", "", trump="AH", s0=2, s1="TD AS", s2=2, s3=2).view("cy", "", trump="AH", s0=2, s1=2, s2="TS AH", s3=2)
    c.play("dee lead TH AC", "dee pull", "cy pull", refused="illegal_action")
    c.play(
        "dee lead AC", "ana discard TC", "bo discard TD", "cy beat AH", "cy lead TS", "dee beat TH", "ana discard AD"
    )
    c.view("bo", "beat discard", trump="AH", s1="AS", t2="TS", t3="TH", t0=1)
    check(c.play("bo beat AS", refused="illegal_action").play("bo discard AS").points(2, 0), run_id)  # 42 against 78


def thirds(c: MatchCorner, leader: int, honours: str) -> MatchCorner:
    """The dealer is before ``leader``, who takes these points and sixteen cards; the next player takes the rest."""
    left = {rank: [rank + suit for suit in "CDHS"] for rank in "JQKTA"}
    mine = ["6S", "7S", "8S", "9S", *(left[rank].pop() for rank in honours)]
    rest = [card for cards in left.values() for card in cards]
    first = [SUITS[0], *(" ".join(mine[at : at + 4]) for at in (0, 4, 8))]
    second = [SUITS[1], SUITS[3], " ".join(rest[:4]), " ".join(rest[4:8])]
    c.deal(*first, stock=in_turn("/".join(second), *rest[8:]), trump="6H")
    taker = (leader + 1) % 4
    return c.trick(leader, first).trick(leader, second, taker).trick(taker, rest[8:])


def test_points_and_loss_points(run_id: str) -> None:
    c = thirds(MatchCorner.begun(), 0, "JJJQQKKT").points(4, 0)  # 30
    thirds(c, 1, "JJQQQKKT").points(4, 2)  # B 31
    thirds(c, 2, "AAAAKKKK").points(4, 2, 1)  # 60
    thirds(c, 3, "AAATKKKK").points(4, 4, 1)  # B 59
    thirds(c, 0, "AATTTQQQ").points(4, 6, 1)  # 61
    thirds(c, 1, "AATTTJQK").points(6, 6, 1)  # B 61
    thirds(c, 2, "AAAAKKKK").points(6, 6, 2)
    thirds(c, 3, "JJJJQQKT").points(6, 10, 2)  # B 28
    thirds(c, 0, "JJQQQKKT").points(8, 10, 2)  # A 31
    thirds(c, 1, "AAATKKKK").over("m", "ana", "cy", score={"A": 8, "B": 12, "eggs": 2})
    c.deal(*SUITS, trump="AS", refused="wrong_phase").view("ana", "", trump="6H")
    check(c.totals(1, 4), run_id)


def test_matches(run_id: str) -> None:
    c = MatchCorner.begun(eli=99)
    high = ["JC KC TC AC", "JD KD TD AD", "JS KS TS AS", "JH KH TH AH"]
    hands = in_turn("JH QC KC TC/QH KH TH JC/JD QD KD TD/JS QS KS TS", "AC AD AH AS")
    c.deal(*SUITS, stock=hands, trump=17).trick(0, [*SUITS])
    c.view("ana", "lead", trump="JH", s0="JH QC KC TC", s1=4, s2=4, s3=4)
    c.trick(0, ["QC KC TC", "QH KH TH", "JD QD KD", "JS QS KS"], 1)
    c.trick(1, ["JC AC", "TD AD", "TS AH", "JH AS"]).points(4, 0)  # a trick without points
    stock, last = in_turn("/".join(high), "QC QD QS QH"), ["QC", "QD", "QS", "QH"]
    c.deal(*SUITS, stock=stock, trump=36).trick(1, [*SUITS]).trick(1, high).trick(1, last).points(10, 0)  # none
    c.deal(*SUITS[1:], SUITS[0], stock=stock, trump="QD")  # bo deals, and leads
    c.trick(1, [*SUITS]).trick(1, high).trick(1, last, 2)  # twelve points
    c.over("m", "bo", "dee", score={"A": 14, "B": 0, "eggs": 0}, seats=c.players)
    c.play("ana lead 6C", refused="wrong_phase").leave("cy").leave("cy", "not_seated")
    c.line("open_round", "too_few_players", round="n", dealer=0).line("sit", "insufficient_funds", player="eli", seat=2)
    for seat in (-1, 4):
        c.line("sit", "no_such_seat", player="cy", seat=seat)
    c.money("deposit", "eli", 1).seated(eli=2).begin("n", 2).view("ana", "").points(0, 0, round_id="n")
    c.deal(*SUITS, trump=30, refused="bad_shoe", cards="").deal(*SUITS, trump=30).play(
        "cy pull", refused="not_your_seat"
    )
    c.play("eli lead 6H", refused="not_your_turn").view("dee", "lead pull", trump="KH", s0=4, s1=4, s2=4, s3=SUITS[0])
    c.leave("ana", "wrong_phase").money("withdraw", "bo", 1000).void("m")
    c.held.update(ana=900, cy=1000, bo=0, dee=900)
    bets = {f"{seat}/match/{name}": ["void", 100, 100] for seat, name in enumerate(("ana", "bo", "cy", "dee"))}
    c.expect("m", "void", bets, balances=dict(c.held), receivables={"bo": 100}, score={"A": 0, "B": 0, "eggs": 0})
    c.play("dee lead 6C").void("n", "not_paused").pause().until(c.at + 900).line("silence", what="incident")
    check(c.over("n", seats=c.players, score={"A": 0, "B": 0, "eggs": 0}).totals(0, 0, 800), run_id)
