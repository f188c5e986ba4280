"""The machine-readable cases of the rules that are about this game, by kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.kernel.bets import Bet
from games.royal_blackjack.v1 import hand_value
from games.royal_blackjack.v1.settlement import settle
from games.royal_blackjack.v1.state import Hand, Seat, State, actions, receive
from tests.games.royal_blackjack.tables import options

CASES = [
    case
    for case in json.loads((Path(__file__).parent.parent / "cases" / "royal_9k_ranking.json").read_text("utf-8"))
    if case["input"]["kind"].startswith("rbj_")
]
UNIT = 2  # so that half a unit is a whole minor unit


def given(kind: str) -> pytest.MarkDecorator:
    found = [pytest.param(c["input"], c["expected"], id=c["id"]) for c in CASES if c["input"]["kind"] == kind]
    return pytest.mark.parametrize(("case", "expected"), found)


def test_every_kind_is_run() -> None:
    tested = {name.removeprefix("test_case_") for name in globals() if name.startswith("test_case_")}
    assert tested == {case["input"]["kind"] for case in CASES}
    assert len(CASES) == 17


def hand_with(cards: list[str], *, split: bool = False) -> Hand:
    """A hand that got these cards one by one."""
    hand = Hand(1, 1, "ana", split=split)
    for card in cards:
        hand = receive(hand, card)
    return hand


@given("rbj_dealer_draws")
def test_case_rbj_dealer_draws(case: Any, expected: Any) -> None:
    assert {"draws": hand_value.dealer_draws(case["cards"])} == expected


@given("rbj_player_may_draw")
def test_case_rbj_player_may_draw(case: Any, expected: Any) -> None:
    hand = hand_with(case["cards"])
    may = not hand.closed and "draw" in actions(State(options(), ()), hand)
    assert {"may": may} == {"may": hand_value.may_draw(case["cards"])} == expected


@given("rbj_may_split")
def test_case_rbj_may_split(case: Any, expected: Any) -> None:
    hand = hand_with(case["cards"], split=case["splits_done"] > 0)
    assert {"may": "split" in actions(State(options(), ()), hand)} == expected


@given("rbj_settle")
def test_case_rbj_settle(case: Any, expected: Any) -> None:
    hand = hand_with(case["cards"], split=case["split"])
    state = State(options(), (Seat(1, "ana"),), phase="over", hands=(hand,), dealer=tuple(case["dealer"]))
    paid = settle(Bet("ana", 1, "seat", {"1": UNIT}), state)
    assert {"net": (paid.returned - UNIT) / UNIT} == expected
