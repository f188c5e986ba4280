"""Short sessions for corners that Kozel and Thirty-One share: pauses, cancelled rounds, cards that stay, two tables."""

from __future__ import annotations

import pytest

from tests.support.corner_deals import SUITS, MatchCorner, SeriesCorner

pytestmark = pytest.mark.database

TURN = "knock pass swap swap_all"
LOW, ALSO_LOW = "7C 8D 9H", "7D 8H 9S"


def two() -> SeriesCorner:
    """Series ``r`` of ana on seat 1 and bo on seat 2, who deals."""
    return SeriesCorner(ana=1000, bo=1000).seated(ana=1, bo=2).begin("r", 2)


def check(c: MatchCorner | SeriesCorner, run_id: str) -> None:
    found = c.wrong(run_id)
    assert not found, "\n".join(found)


def test_pauses(run_id: str) -> None:
    c = two().pause().deal(LOW, ALSO_LOW, refused="table_paused").resume().deal(LOW, ALSO_LOW, stock="TC JD QH")
    asked = c.at
    c.until(asked + 4).pause().view("bo", "", s1=3, s2=ALSO_LOW).pause().line("silence", what="choice")
    c.money("deposit", "ana", 7).play("bo keep", refused="table_paused").void_deal("bad_reason", "MISTAKE")
    c.until(asked + 100).resume().line("resume", "not_paused", supervisor="mo").until(asked + 105.999)
    c.line("silence", what="choice").view("bo", "keep put_down", s1=3, s2=ALSO_LOW).until(asked + 106)
    c.line("silence", what="choice").view("ana", TURN, table="TC JD QH", s1=LOW, s2=3).silence("turn", 20)
    c.line("void_round", "not_paused", round="r", reason="EXPOSED", supervisor="mo").play("bo knock").pause()
    asked = c.at
    c.line("void_round", "unknown_round", round="q", reason="EXPOSED", supervisor="mo")
    c.line("void_round", "bad_reason", round="r", reason="WRONG_ENTRY", supervisor="mo").until(asked + 800).pause()
    c.until(asked + 899.999).line("silence", what="incident").view("ana", "", table="TC JD QH", s1=LOW, s2=3)
    c.until(asked + 900).line("silence", what="incident").over("r", score={"ana": 3, "bo": 3})
    c.line("resume", "not_paused", supervisor="mo").deal(LOW, ALSO_LOW, refused="wrong_phase")
    c.play("ana pass", refused="wrong_phase").leave("bo").leave("bo", "not_seated")
    check(c.line("open_round", "too_few_players", round="s", dealer=1).totals(0, 0, 200), run_id)


def test_the_rest_of_the_time_is_given_back_every_time(run_id: str) -> None:
    c = two().deal(LOW, ALSO_LOW, stock="TC JD QH").play("bo keep")
    asked = c.at
    c.until(asked + 5).pause().until(asked + 900).resume()  # fifteen seconds left, and a new incident has its own time
    c.until(asked + 905).pause().until(asked + 1804.499).line("silence", what="incident").resume()
    c.view("ana", TURN, table="TC JD QH", s1=LOW, s2=3).until(asked + 1814.998).line("silence", what="turn")
    c.view("ana", TURN, table="TC JD QH", s1=LOW, s2=3).until(asked + 1814.999).line("silence", what="turn")
    c.view("bo", TURN, table="TC JD QH", s1=3, s2=ALSO_LOW).pause().void_deal()
    c.until(c.at + 5000).line("silence", what="incident").line("silence", what="turn").deal(LOW, ALSO_LOW)
    check(c.silence("choice", 10).view("ana", TURN, table="8C 9C TC", s1=LOW, s2=3), run_id)


def test_cards_of_a_cancelled_round_stay_as_hidden_as_they_were(run_id: str) -> None:
    c = SeriesCorner(ana=1000, bo=1000, cy=1000).seated(ana=1, bo=2).begin("r", 2)
    c.deal(LOW, ALSO_LOW, stock="TC JD QH").play("bo keep", "ana swap 7C TC").pause()
    c.line("void_round", round="r", reason="STREAM_LOSS", supervisor="mo").over("r").void("r", "already_void")
    c.view("ana", "", table="7C JD QH", s1="TC 8D 9H", s2=3).view("public", "", table="7C JD QH", s1=3, s2=3)
    c.leave("ana").seated(cy=1).view("cy", "", table="7C JD QH", s1=3, s2=3).begin("s", 1).view("ana", "")
    check(c.score("s", cy=3, bo=3), run_id)


def test_cards_of_a_cancelled_match_stay_as_hidden_as_they_were(run_id: str) -> None:
    c = MatchCorner.begun().deal(*SUITS, trump="AC").play("ana lead 6C", "bo discard 6D").pause()
    c.line("void_round", round="m", reason="STREAM_LOSS", supervisor="mo").over("m", score={"A": 0, "B": 0, "eggs": 0})
    c.view("bo", "", trump="AC", t0="6C", t1="6D", s0=3, s1="7D 8D 9D", s2=4, s3=4)
    c.view("public", "", trump="AC", t0="6C", t1=1, s0=3, s1=3, s2=4, s3=4).begin("n", 1).view("bo", "")
    c.deal(*SUITS, trump="AC").play("cy lead 6C", "dee discard 6D", "ana pull")  # a match of its own: after the dealer
    check(c.points(0, 0, round_id="n"), run_id)


def test_one_pack_is_shuffled_again(run_id: str) -> None:
    c = (
        two()
        .deal(LOW, "AC AD AH", shoe="p")
        .deal(LOW, ALSO_LOW, shoe="p", cmd="d")
        .deal(LOW, ALSO_LOW, shoe="p", cmd="d")
    )
    c.deal(LOW, ALSO_LOW, shoe="q", cmd="d", refused="idempotency_conflict").play("ana keep", "bo knock", "ana pass")
    c.score("r", ana=1, bo=2)
    c.table = "U"
    c.line("table", game="thirty_one@1", options=c.options).sit("ana", 5).sit("bo", 9).line(
        "open_round", round="q", dealer=9
    )
    c.deal(LOW, ALSO_LOW, shoe="p").view("bo", "keep put_down", s5=3, s9=ALSO_LOW).pause()
    c.line("void_round", round="q", reason="EXPOSED", supervisor="mo")
    bets = {"5/series/ana": ["void", 100, 100], "9/series/bo": ["void", 100, 100]}
    c.expect("q", "void", bets, balances=dict(c.held))
    c.table = "T"
    check(c, run_id)


def test_a_remedy_sent_twice(run_id: str) -> None:
    c = two().deal(LOW, ALSO_LOW).line("incident", note="n", cmd="i").line("resume", supervisor="mo", cmd="e")
    c.line("incident", note="n", cmd="i").line("resume", "not_paused", supervisor="mo").pause()
    c.line("resume", supervisor="mo", cmd="e").play("bo keep", refused="table_paused")
    void = {"reason": "EXPOSED", "supervisor": "mo", "cmd": "v"}
    c.line("void_deal", **void).deal(LOW, ALSO_LOW).line("void_deal", **void)
    c.line("void_deal", "idempotency_conflict", **{**void, "reason": "MISSCAN"})
    check(c.view("bo", "keep put_down", s1=3, s2=ALSO_LOW), run_id)


def test_a_table_of_each_game(run_id: str) -> None:
    four = ("ana", "bo", "cy", "dee")
    c = SeriesCorner(None, **dict.fromkeys(four, 300)).seated(ana=1, bo=2).begin("r", 2)
    c.table = "K"
    c.line("table", game="kozel@1", options=MatchCorner.usual)
    for seat, player in enumerate(four):
        c.sit(player, seat)
    c.line("open_round", round="m", dealer=3).line(
        "void_round", "unknown_round", round="r", reason="EXPOSED", supervisor="mo"
    )
    c.held = {"ana": 100, "bo": 100, "cy": 200, "dee": 200}
    c.expect("m", balances=dict(c.held), score={"A": 0, "B": 0, "eggs": 0}, seats=dict(enumerate(four))).pause()
    c.table = "T"
    c.deal("7C 8D 9H", "7D 8H 9S").play("bo keep").score("r", ana=3, bo=3)
    c.table = "K"
    c.play("ana pull", refused="table_paused").void("m")
    c.held = {"ana": 200, "bo": 200, "cy": 300, "dee": 300}
    c.expect(
        "m",
        "void",
        {f"{seat}/match/{player}": ["void", 100, 100] for seat, player in enumerate(four)},
        balances=dict(c.held),
    )
    c.table = "T"
    check(c.play("ana knock", "bo pass").score("r", ana=2, bo=3), run_id)
