"""What cards are worth and what they allow: pure functions of cards (§3.5, §3.7, §4)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.kernel.cards import PACK

VALUE: Final[dict[str, int]] = {card: 10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1 for card in PACK}


class Score(NamedTuple):
    """``total`` counts one ace as 11 where that stays within 21; ``soft`` says that it does."""

    total: int
    soft: bool


def score(cards: Sequence[str]) -> Score:
    """§4.1: the sum with aces as 1, plus 10 once if there is an ace and the sum stays at 21 or below."""
    values = [VALUE[card] for card in cards]
    hard = sum(values)
    return Score(hard + 10, True) if 1 in values and hard <= 11 else Score(hard, False)


def total(cards: Sequence[str]) -> int:
    return score(cards).total


def is_natural(cards: Sequence[str], split: bool = False) -> bool:
    """§4.3: ace and ten-value as the two dealt cards of a hand that was not split."""
    return not split and len(cards) == 2 and total(cards) == 21


def may_draw(cards: Sequence[str]) -> bool:
    """§3.5.2: below 21."""
    return total(cards) < 21


def may_split(cards: Sequence[str], split: bool = False) -> bool:
    """§3.5.3: two dealt cards of equal rank, once a round."""
    return not split and len(cards) == 2 and cards[0][0] == cards[1][0]


def dealer_draws(cards: Sequence[str]) -> bool:
    """§3.7.3: 16 or less must draw, 17 or more may not, soft 17 counts as 17."""
    return total(cards) <= 16
