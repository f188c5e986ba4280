"""The dealer's exact odds against a recursion that draws card by card."""

from functools import cache
from math import fsum

import pytest

from games.deluxe_blackjack.dealer_odds import dealer_tree, shoe_counts

Shoe = tuple[int, ...]  # cards left by value, index 0 = ace
Hand = tuple[int, ...]  # card values


def score(hand: Hand) -> int:
    total = sum(hand)
    return total + 10 if 1 in hand and total <= 11 else total


@pytest.mark.parametrize("up", range(1, 11))
def test_dealer_against_card_by_card_recursion(up: int) -> None:
    shoe = list(shoe_counts(8))
    shoe[up - 1] -= 1
    shoe[9] -= 3  # some cards of players are gone, so the composition is not that of a fresh shoe
    shoe[4] -= 2

    @cache
    def recursion(rest: Shoe, hand: Hand) -> tuple[float, ...]:
        total = score(hand)
        if total >= 17:
            natural = len(hand) == 2 and total == 21
            return tuple(float(min(total, 22) == end and not natural) for end in range(17, 23))
        size, sums = sum(rest), [0.0] * 6
        for at, count in enumerate(rest):
            left = (*rest[:at], count - 1, *rest[at + 1 :])
            part = recursion(left, tuple(sorted((*hand, at + 1))))
            sums = [a + count / size * b for a, b in zip(sums, part, strict=True)]
        return tuple(sums)

    odds = dealer_tree(up - 1).outcomes(shoe)
    assert odds == pytest.approx(recursion(tuple(shoe), (up,)), abs=1e-12)
    left_out = {1: shoe[9], 10: shoe[0]}.get(up, 0) / sum(shoe)
    assert fsum(odds) == pytest.approx(1.0 - left_out, abs=1e-12)
