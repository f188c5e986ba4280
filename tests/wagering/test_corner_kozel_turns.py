"""Short sessions for corners of Kozel: pulls, silence, the clock, void games."""

from __future__ import annotations

import pytest

from tests.support.corner_deals import HONOURS, SUITS, MatchCorner, in_turn

pytestmark = pytest.mark.database

C, D, S, H = SUITS


def check(c: MatchCorner, run_id: str) -> None:
    found = c.wrong(run_id)
    assert not found, "\n".join(found)


def test_every_pull_is_replaced_by_a_nearer_one(run_id: str) -> None:
    c = MatchCorner.begun().deal(*SUITS, trump="AC").view("ana", "lead pull", trump="AC", s0=C, s1=4, s2=4, s3=4)
    for seat, name in ((1, "bo"), (2, "cy"), (3, "dee")):
        c.view(name, "pull", trump="AC", **{f"s{at}": SUITS[at] if at == seat else 4 for at in range(4)})
    c.view("public", "", trump="AC", s0=4, s1=4, s2=4, s3=4).play("dee pull")
    c.view("ana", "beat discard pull", trump="AC", t3=H, s0=C, s1=4, s2=4)
    c.view("bo", "pull", trump="AC", t3=H, s0=4, s1=D, s2=4).view("dee", "", trump="AC", t3=H, s0=4, s1=4, s2=4)
    c.play("dee pull", refused="illegal_action").play("cy pull").play("dee pull", refused="illegal_action")
    c.view("dee", "beat discard", trump="AC", t2=S, s0=4, s1=4, s3=H).view("cy", "", trump="AC", t2=S, s0=4, s1=4, s3=4)
    c.view("ana", "pull", trump="AC", t2=S, s0=C, s1=4, s3=4).play("ana discard 6C 7C 8C 9C", refused="not_your_turn")
    c.play("bo pull").view("cy", "beat discard", trump="AC", t1=D, s0=4, s2=S, s3=4)
    c.view("dee", "", trump="AC", t1=D, s0=4, s2=4, s3=H).play("dee pull", "cy pull", refused="illegal_action")
    c.view("ana", "pull", trump="AC", t1=D, s0=C, s2=4, s3=4).play("ana pull")
    for name in ("ana", "bo", "cy", "dee"):
        c.play(f"{name} pull", refused="illegal_action")
    c.view("bo", "beat discard", trump="AC", t0=C, s1=D, s2=4, s3=4).play(
        "bo beat 6D 7D 8D 9D", refused="illegal_action"
    )
    c.play("bo discard 6D 7D 8D", refused="illegal_action").play("bo discard 6D 7D 8D 9D", "cy discard 6S 7S 8S 9S")
    check(c.play("dee discard 6H 7H 8H 9H").play("dee lead 6C", refused="not_your_turn"), run_id)


def test_a_pull_that_is_answered_stands(run_id: str) -> None:
    c = MatchCorner.begun().deal(*SUITS, trump="AC")
    asked = c.at
    c.until(asked + 15).play("cy pull")  # the clock begins anew, now for dee
    c.until(asked + 34.999).line("silence", what="turn").view("dee", "beat discard", trump="AC", t2=S, s0=4, s1=4, s3=H)
    c.until(asked + 35).line("silence", what="turn").view("ana", "beat discard", trump="AC", t2=S, t3=4, s0=C, s1=4)
    c.view("bo", "", trump="AC", t2=S, t3=4, s0=4, s1=D).play(
        "bo pull", "ana pull", "dee pull", refused="illegal_action"
    )
    c.play("ana beat 9C 6C 8C 7C").view("bo", "beat discard", trump="AC", t2=S, t3=4, t0=C, s1=D)
    c.play("bo pull", refused="illegal_action").play("bo discard 6D 7D 8D 9D").play(
        "cy lead 6D", refused="not_your_turn"
    )
    check(c.view("public", "", trump="AC", s0=4, s1=4, s2=4, s3=4), run_id)


def test_cards_go_back_and_may_be_pulled(run_id: str) -> None:
    c = MatchCorner.begun().deal(*SUITS, trump="AC").play("ana lead 6C")
    c.view("ana", "", trump="AC", t0="6C", s0="7C 8C 9C", s1=4, s2=4, s3=4).play("ana pull", refused="illegal_action")
    c.play("bo discard 9D").view("bo", "", trump="AC", t0="6C", t1="9D", s0=3, s1="6D 7D 8D", s2=4, s3=4)
    c.play("bo pull", refused="illegal_action").play("cy discard 6S")
    c.view("dee", "beat discard pull", trump="AC", t0="6C", t1=1, t2=1, s0=3, s1=3, s2=3, s3=H).play("dee pull")
    c.view("cy", "pull", trump="AC", t3=H, s0=4, s1=4, s2=S).view("bo", "pull", trump="AC", t3=H, s0=4, s1=D, s2=4)
    c.view("ana", "beat discard pull", trump="AC", t3=H, s0=C, s1=4, s2=4).play("bo pull")
    c.view("ana", "pull", trump="AC", t1=D, s0=C, s2=4, s3=4).view(
        "cy", "beat discard", trump="AC", t1=D, s0=4, s2=S, s3=4
    )
    c.play("ana pull", "bo discard 6D 7D 8D 9D", "cy discard 6S 7S 8S 9S")
    check(c.view("dee", "beat discard", trump="AC", t0=C, t1=4, t2=4, s3=H), run_id)


def test_pulls_when_the_pack_is_empty(run_id: str) -> None:
    c = MatchCorner.begun().deal(*SUITS, stock=HONOURS, trump="AH").trick(0, [*SUITS])
    c.trick(0, ["JC", "JD", "JS", "JH"])  # eight points for A
    c.play("ana lead QC", "dee pull", "cy pull", "bo pull", "ana pull").play("dee pull", refused="illegal_action")
    c.play("bo discard AD KD QD TD", "cy discard AS KS QS TS", "dee beat AH KH QH TH")
    check(c.points(4, 0).play("dee lead AC", refused="wrong_phase"), run_id)


def test_pulls_before_the_lead_of_a_later_trick(run_id: str) -> None:
    c = MatchCorner.begun().deal(*SUITS, stock=HONOURS, trump="AH").trick(0, [*SUITS], 3)
    c.view("cy", "pull", trump="AH", s0=4, s1=4, s2="JH QH KH TH", s3=4).play("cy pull", "bo pull")
    c.play("cy pull", refused="illegal_action").view(
        "dee", "pull", trump="AH", t1="JS QS KS TS", s0=4, s2=4, s3="JC QC KC TC"
    )
    c.play("ana pull").play("dee lead JC", refused="not_your_turn").play("dee pull", "ana discard JD QD KD TD")
    c.play("bo discard JS QS KS TS", "cy beat JH QH KH TH").points(0, 0)
    check(c.view("cy", "lead", trump="AH", s0=1, s1=1, s2="AC", s3=1), run_id)


def test_a_pull_has_its_own_time(run_id: str) -> None:
    c = MatchCorner.begun().deal(*SUITS, trump="AC").silence("turn", 20)  # nobody pulls by silence
    c.view("ana", "", trump="AC", t0="6C", s0="7C 8C 9C", s1=4, s2=4, s3=4).play("bo pull")
    asked = c.at
    c.until(asked + 5).pause().view("ana", "", trump="AC", t1=D, s0=C, s2=4, s3=4)
    c.play("ana pull", refused="table_paused").until(asked + 50).resume()
    c.view("ana", "pull", trump="AC", t1=D, s0=C, s2=4, s3=4).until(asked + 64.999).line("silence", what="turn")
    c.view("cy", "beat discard", trump="AC", t1=D, s0=4, s2=S, s3=4).until(asked + 65).line("silence", what="turn")
    check(c.view("dee", "beat discard", trump="AC", t1=D, t2=4, s0=4, s3=H), run_id)


def test_a_pull_sent_twice(run_id: str) -> None:
    c = MatchCorner.begun().deal(*SUITS, trump="AC", cmd="d", shoe="x").deal(*SUITS, trump="AC", cmd="d", shoe="x")
    c.deal(*SUITS, trump="AD", cmd="d", shoe="x", refused="idempotency_conflict")
    pull = {"player": "dee", "action": "pull", "cmd": "p"}
    c.line("act", **pull).play("bo pull").line("act", **pull).play("dee pull", refused="illegal_action")
    c.line("act", "illegal_action", player="dee", action="pull", cmd="q").line(
        "act", "idempotency_conflict", player="dee", action="discard", cards=H, cmd="p"
    )
    c.play("cy discard 6S 7S 8S 9S").line("act", "illegal_action", player="dee", action="pull", cmd="q")
    c.view("dee", "beat discard", trump="AC", t1=D, t2=4, s0=4, s3=H).play("dee discard 6H 7H 8H 9H")
    c.play("ana discard 6C 7C 8C 9C").line("act", "illegal_action", player="dee", action="pull", cmd="q")
    check(c.play("ana lead AC", refused="not_your_turn").line("act", **pull), run_id)


def test_silence_plays_the_cheapest_cards(run_id: str) -> None:
    stock = in_turn("6C/JD/QS/KH", in_turn("7D 8H/8C 9D/8D 9H/7S 8S", "TD TH QH 7H AS AH KS 9S"))
    c = MatchCorner.begun()
    c.deal("6S 6H 6D 7C", "JC 9C AC KC", "JS JH QD AD", "TC QC KD TS", stock=stock, trump="9S").silence("turn", 20)
    c.view("ana", "", trump="9S", t0="6D", s0="6S 6H 7C", s1=4, s2=4, s3=4).silence("turn", 20)
    c.view("bo", "", trump="9S", t0="6D", t1="9C", s0=3, s1="JC AC KC", s2=4, s3=4).silence("turn", 20)
    c.view("cy", "", trump="9S", t0="6D", t1=1, t2="JH", s0=3, s1=3, s2="JS QD AD", s3=4).silence("turn", 20)
    c.view("dee", "", trump="9S", s0=4, s1=4, s2=4, s3="TC KD TS KH").play("ana lead 7C 6C").silence("turn", 20)
    c.view("bo", "", trump="9S", t0="6C 7C", t1="JC JD", s0=2, s1="AC KC", s2=4, s3=4).silence("turn", 20)
    c.view("cy", "", trump="9S", t0="6C 7C", t1=2, t2="JS QD", s0=2, s1=2, s2="AD QS", s3=4)
    c.view("dee", "beat discard", trump="9S", t0="6C 7C", t1=2, t2=2, s0=2, s1=2, s2=2, s3="TC KD TS KH").silence(
        "turn", 20
    )
    c.view("dee", "", trump="9S", s0=4, s1=4, s2=4, s3="TC TS 7S 8S").view(
        "ana", "lead", trump="9S", s0="6S 6H 7D 8H", s1=4, s2=4, s3=4
    )
    c.silence("turn", 20).play("bo discard AC", "cy discard AD", "dee discard TC")
    c.view("ana", "lead", trump="9S", s0="6S 7D 8H TD", s1=4, s2=4, s3=4).silence("turn", 20)
    check(c.view("ana", "", trump="9S", t0="6S", s0="7D 8H TD", s1=4, s2=4, s3=4), run_id)


def test_void_games(run_id: str) -> None:
    c = MatchCorner.begun().void_deal("not_paused").pause().play("ana lead 6C", refused="table_paused").resume()
    c.deal(*SUITS, trump="AC").play("ana lead 6C", "dee pull").pause().view(
        "ana", "", trump="AC", t3=H, s0=C, s1=4, s2=4
    )
    c.void_deal("bad_reason", "WRONG_ENTRY").deal(*SUITS, trump="AC", refused="table_paused").void_deal(
        reason="MISSCAN"
    )
    c.line("resume", "not_paused", supervisor="mo").play("ana lead 6C", refused="wrong_phase").points(0, 0)
    c.deal(*SUITS, stock=HONOURS, trump="AH").deal(*SUITS, stock=HONOURS, trump="AH", refused="wrong_phase")
    c.trick(0, [*SUITS]).trick(0, ["JC QC KC TC", "JD QD KD TD", "JS QS KS TS", "JH QH KH TH"], 3)
    c.trick(3, ["AC", "AD", "AS", "AH"], 2).points(2, 0)  # 44 against 76
    for hands in ((C, D, S, H), (H, C, D, S), (S, H, C, D)):
        c.deal(*hands, trump="AC").play("bo lead 6C", refused="not_your_turn")
        c.view("cy", "lead pull", trump="AC", s0=4, s1=4, s2=hands[1], s3=4)
        c.play(f"cy lead {hands[1][:2]}", f"dee discard {hands[2][:2]}", "bo pull").pause().void_deal().points(2, 0)
    check(c, run_id)
