"""The machine-readable cases of the rules, all 86 of them, by kind."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from games.kernel.events import CardDealt
from games.kernel.expectations import Deal, Proceed
from games.kernel.playthrough import Book
from games.kozel.v1 import RULESET, ranking
from games.kozel.v1.events import CardsLaid, TrickTaken
from games.kozel.v1.options import PACK, SEATS
from games.kozel.v1.scoring import game, trick
from games.kozel.v1.state import TEAMS, Play, State, initial, may_pull, team
from tests.games.kozel.tables import SEATED, middle, options, pile

CASES = json.loads((Path(__file__).parent.parent / "cases" / "kozel_scoring.json").read_text("utf-8"))
LOSERS = {"A_wins": 1, "B_wins": 0, "egg": None}


def given(kind: str) -> pytest.MarkDecorator:
    found = [pytest.param(c["input"], c["expected"], id=c["id"]) for c in CASES if c["input"]["kind"] == kind]
    return pytest.mark.parametrize(("case", "expected"), found)


def test_every_kind_is_run() -> None:
    tested = {name.removeprefix("test_case_") for name in globals() if name.startswith("test_case_")}
    assert tested == {case["input"]["kind"] for case in CASES}
    assert len(CASES) == 86


@given("card_compare")
def test_case_card_compare(case: Any, expected: Any) -> None:
    a, b = case["a"], case["b"]
    found = {name for name, one, other in (("a", a, b), ("b", b, a)) if ranking.higher(one, other, case["trump"])}
    assert found == ({expected["higher"]} if expected["higher"] else set())


@given("beats")
def test_case_beats(case: Any, expected: Any) -> None:
    for order in permutations(case["attempt"]):
        assert ranking.beats(order, case["current"], case["trump"]) == expected["beats"]


@given("legal_lead")
def test_case_legal_lead(case: Any, expected: Any) -> None:
    assert ranking.is_lead(case["hand"], case["lead"]) == expected["legal"]


@given("legal_reply")
def test_case_legal_reply(case: Any, expected: Any) -> None:
    found = ranking.is_reply(case["hand"], case["current"], case["cards"], case["action"], case["trump"])
    assert found == expected["legal"]


@given("trick")
def test_case_trick(case: Any, expected: Any) -> None:
    """The trick is played from its hands, so that every play of the case is also one that fits."""
    hands = {play["player"]: " ".join(play["cards"]) for play in case["plays"]}
    state = middle(hands, leader=case["leader"], trump="6" + case["trump"], left=0)
    for play in case["plays"]:
        laid = CardsLaid(seat=play["player"], action=play["action"], cards=tuple(play["cards"]), by="player")
        assert RULESET.fits(state, laid)
        state = RULESET.evolve(state, laid)
    taken = trick(state)
    state = RULESET.evolve(state, taken)
    side = team(taken.seat)
    found = {"winner": taken.seat, "team": TEAMS[side], "points": ranking.points(state.game.piles[side])}
    assert found == expected
    assert state.game.piles[1 - side] == ()


@given("loss_points")
def test_case_loss_points(case: Any, expected: Any) -> None:
    counted = game(counting(initial(options(), SEATED), case))
    assert dict(zip(TEAMS, counted.loss, strict=True)) == expected["loss"]
    loser = next((side for side in (0, 1) if counted.loss[side]), None)
    assert (loser, counted.eggs) == (LOSERS[expected["result"]], int(expected["result"] == "egg"))


def counting(state: State, case: Any) -> State:
    """A game that was played to its end and is to be counted."""
    taken = pile(case["points"]["A"])
    rest = tuple(card for card in PACK if card not in taken)
    tricks = (case["tricks"]["A"], case["tricks"]["B"])
    return state._replace(phase="count", game=state.game._replace(piles=(taken, rest), tricks=tricks))


@given("match")
def test_case_match(case: Any, expected: Any) -> None:
    state = initial(options(), SEATED)
    for each in case["games"]:
        assert RULESET.outcome(state)["loser"] is None
        state = counting(state, each)
        state = RULESET.evolve(state, RULESET.decide(state, Proceed(), Book({}))[0])
    over = state.phase == "ended"
    if over:
        state = RULESET.evolve(state, RULESET.decide(state, Proceed(), Book({}))[0])
    outcome = RULESET.outcome(state)
    score = outcome["score"]
    assert {
        "over": state.phase == "over",
        "loser": outcome["loser"],
        "totals": {"A": score["A"], "B": score["B"]},
        "eggs": score["eggs"],
        "loser_title": outcome["title"],
    } == expected


@given("pull_priority")
def test_case_pull_priority(case: Any, expected: Any) -> None:
    """In whatever order they claim, the nearest one leads in the end."""
    suits = "CDHS"
    mixed = iter(("JC JD JH JS", "QC QD QH QS", "KC KD KH KS", "TC TD TH TS"))
    hands = {
        seat: " ".join(rank + suits[seat] for rank in "6789") if seat in case["eligible"] else next(mixed)
        for seat in SEATS
    }
    for order in permutations(case["eligible"]):
        state = middle(hands, leader=case["original_leader"])
        for seat in order:
            if may_pull(state, seat):
                laid = CardsLaid(seat=seat, action="pull", cards=state.game.hands[seat], by="player")
                state = RULESET.evolve(state, laid)
        assert state.game.plays[0].seat == expected["leader"]
        assert not any(may_pull(state, seat) for seat in SEATS)


@given("pull_allowed")
def test_case_pull_allowed(case: Any, expected: Any) -> None:
    """Seat 1 asks; who has played, or a trick that is complete, is shown as it is in a game."""
    hand, plays = list(case["hand"]), [Play(0, "lead", ("AC",))]
    if case["already_played_in_trick"]:
        plays.append(Play(1, "discard", (hand.pop(),)))
    state = middle({1: " ".join(hand)}, plays)
    if case["trick_complete"]:
        state = state._replace(phase="taking")
    assert may_pull(state, 1) == expected["allowed"]


@given("refill")
def test_case_refill(case: Any, expected: Any) -> None:
    deck, size, winner = case["deck"], case["hand_size"], case["winner"]
    coming = list(PACK)
    hands = {seat: " ".join(coming.pop() for _ in range(size)) for seat in SEATS}
    plays = [Play(seat, "lead" if seat == winner else "discard", (coming.pop(),)) for seat in SEATS]
    state = middle(hands, plays, left=deck)._replace(phase="taking")
    state = RULESET.evolve(state, TrickTaken(seat=winner))
    drawn = []
    while isinstance(due := RULESET.expects(state), Deal):
        drawn.append(int(due.to.removeprefix("seat")))
        state = RULESET.evolve(state, CardDealt(shoe="x", draw=1, to=due.to, card=coming.pop(), face=due.face))
    sizes = {len(hand) for hand in state.game.hands}
    assert {"draw_order": drawn, "hand_size": sizes.pop(), "deck": state.game.left} == expected
    assert not sizes
