"""The machine-readable cases of the rules that are about this game, and every hand there is."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from games.kernel.cards import PACK, cards
from games.royal_9k.v1.ranking import CATEGORIES, category, points, single, strength
from tests.games.royal_9k.tables import opened, results

CASES = [
    case
    for case in json.loads((Path(__file__).parent.parent / "cases" / "royal_9k_ranking.json").read_text("utf-8"))
    if not case["input"]["kind"].startswith("rbj_")
]
HANDS = tuple(combinations(PACK, 3))


def given(kind: str) -> pytest.MarkDecorator:
    found = [pytest.param(c["input"], c["expected"], id=c["id"]) for c in CASES if c["input"]["kind"] == kind]
    return pytest.mark.parametrize(("case", "expected"), found)


def test_every_kind_is_run() -> None:
    tested = {name.removeprefix("test_case_") for name in globals() if name.startswith("test_case_")}
    assert tested == {case["input"]["kind"] for case in CASES}
    assert len(CASES) == 75


@given("classify")
def test_case_classify(case: Any, expected: Any) -> None:
    for hand in permutations(case["cards"]):
        found = category(hand)
        assert {"category": found, "points": points(hand) if found == "ordinary" else None} == expected


@given("compare")
def test_case_compare(case: Any, expected: Any) -> None:
    """By the keys, and as a game that is played without betting."""
    higher = max(("a", "b"), key=lambda name: strength(case[name]))
    assert {"winner": higher} == expected
    found = opened({1: " ".join(case["a"]), 2: " ".join(case["b"])}, betting_rounds=0)
    paid = results(found)
    assert paid == {
        "ana": ("win", 100, 190) if higher == "a" else ("lose", 100, 0),
        "bo": ("win", 100, 190) if higher == "b" else ("lose", 100, 0),
    }


# --- all 22,100 hands (§4.3, §4.5) -----------------------------------------------------------------------------------


def test_hands_of_each_category_are_as_many_as_the_rules_say() -> None:
    assert len(HANDS) == 22_100
    assert Counter(map(category, HANDS)) == {
        "sam": 52, "straight_flush": 48, "ung": 144, "straight": 720, "flush": 1096, "ordinary": 20_040,
    }  # fmt: skip


def test_any_two_hands_without_a_common_card_are_decided() -> None:
    """Hands of equal strength share a card, so the order is total over whatever one pack can deal."""
    equal: dict[tuple[int, ...], list[frozenset[str]]] = defaultdict(list)
    for hand in HANDS:
        assert strength(hand) == strength(hand[::-1])
        equal[strength(hand)].append(frozenset(hand))
    for hands in equal.values():
        shared = frozenset.intersection(*hands)
        assert shared or all(one & other for one, other in combinations(hands, 2))


def test_categories_never_overlap_in_any_order_of_them() -> None:
    order = ("sam", "ordinary", "ung", "flush", "straight_flush", "straight")
    found = defaultdict(set)
    for hand in HANDS:
        key = strength(hand, order)
        found[category(hand)].add(key[0])
        assert key[1:] == strength(hand)[1:]
    assert {name: found[name] for name in order} == {name: {at} for at, name in enumerate(order)}


def test_the_highest_and_the_lowest_of_each_category() -> None:
    ends = {}
    for name in CATEGORIES:
        ordered = sorted((hand for hand in HANDS if category(hand) == name), key=strength)
        ends[name] = (set(ordered[0]), set(ordered[-1]))
    assert ends["sam"][0] <= set(cards("2C 2D 2H 2S"))
    assert ends["sam"][1] <= set(cards("3C 3D 3H 3S"))
    assert ends["straight_flush"] == (set(cards("2C 3C 4C")), set(cards("QS KS AS")))
    assert max(ends["straight"][1], key=single) == "AS"
    assert {card[0] for card in ends["straight"][1]} == set("QKA")
    assert {card[0] for card in ends["straight"][0]} == set("234")
    assert max(ends["flush"][1], key=single) == "AS"
    assert max(ends["ung"][1], key=single) == "KS"
    assert points(tuple(ends["ordinary"][0])) == 0
    assert (points(tuple(ends["ordinary"][1])), max(ends["ordinary"][1], key=single)) == (9, "AS")


def test_an_order_of_categories_decides_a_game() -> None:
    hands = {1: "2H 2C 2S", 2: "KC 9C 2D"}
    assert results(opened(hands, betting_rounds=0))["ana"][0] == "win"
    assert results(opened(hands, betting_rounds=0, category_order=list(CATEGORIES[::-1])))["bo"][0] == "win"
