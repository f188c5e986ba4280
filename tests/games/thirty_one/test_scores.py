"""Every hand of both packs against the words of §4.1 and §4.2, and against counts made without looking at a hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from games.thirty_one.v1.options import PACKS
from games.thirty_one.v1.ranking import BLITZ, TRIPLE, are_three_aces, ends_at_once, halves

WORTH = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, **{str(pips): pips for pips in range(2, 10)}}
RANKS = {32: "789TJQKA", 52: "23456789TJQKA"}
HANDS = {32: 4960, 52: 22100}


def by_hand(hand: tuple[str, ...]) -> int:
    """Half points: three of a rank, else the best of all ways to take cards of one suit."""
    if hand[0][0] == hand[1][0] == hand[2][0]:
        return 61
    taken = [cards for size in (1, 2, 3) for cards in combinations(hand, size) if len({card[1] for card in cards}) == 1]
    return 2 * max(sum(WORTH[card[0]] for card in cards) for cards in taken)


def counted(size: int) -> Counter[int]:
    """How many hands have each score, by how their suits fall; no hand is looked at."""
    ranks, found = RANKS[size], Counter[int]()
    for three in combinations(ranks, 3):
        found[2 * sum(WORTH[rank] for rank in three)] += 4
    for pair in combinations(ranks, 2):
        for single in ranks:
            found[2 * max(sum(WORTH[rank] for rank in pair), WORTH[single])] += 4 * 3
    for each in product(ranks, repeat=3):
        found[61 if len(set(each)) == 1 else 2 * max(WORTH[rank] for rank in each)] += 4
    return found


@pytest.mark.parametrize("size", [32, 52])
def test_all_hands(size: int) -> None:
    hands = list(combinations(PACKS[size], 3))
    assert len(hands) == HANDS[size]
    assert all(halves(hand) == by_hand(hand) for hand in hands)
    found = Counter(map(halves, hands))
    assert found == counted(size)
    assert (found[BLITZ], found[TRIPLE]) == (24, 4 * len(RANKS[size]))
    assert max(found) == BLITZ == 62
    assert {score for score in found if score % 2} == {TRIPLE}
    assert sum(map(are_three_aces, hands)) == 4
    assert sum(map(ends_at_once, hands)) == 28


@pytest.mark.parametrize("size", [32, 52])
def test_the_order_of_a_hand_means_nothing(size: int) -> None:
    assert all(halves(hand) == halves(hand[::-1]) for hand in combinations(PACKS[size], 3))
