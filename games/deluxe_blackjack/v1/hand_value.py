"""What cards are worth and what they allow: pure functions of cards (§4, §3.7)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.kernel.cards import PACK

ACTIONS: Final = ("hit", "stand", "double", "split", "surrender")

VALUE: Final[dict[str, int]] = {card: 10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1 for card in PACK}
_RED: Final = "HD"


class Score(NamedTuple):
    """``total`` counts one ace as 11 where that stays within 21; ``soft`` says that it does."""

    total: int
    soft: bool


def score(cards: Sequence[str]) -> Score:
    """§4.1: the sum with aces as 1, plus 10 once if there is an ace and the sum stays at 21 or below."""
    hard = 0
    ace = False
    for card in cards:
        value = VALUE[card]
        hard += value
        if value == 1:
            ace = True
    return Score(hard + 10, True) if ace and hard <= 11 else Score(hard, False)


def total(cards: Sequence[str]) -> int:
    return score(cards).total


def is_natural(cards: Sequence[str], split: bool = False) -> bool:
    """§4.3: ace and ten-value as the two initial cards of a hand that was not split."""
    return not split and len(cards) == 2 and {VALUE[cards[0]], VALUE[cards[1]]} == {1, 10}


def legal_actions(cards: Sequence[str], first: str, *, acted: bool, split: bool) -> tuple[str, ...]:
    """§3.7: what an open hand allows; money is looked at when the action is taken.

    ``first`` is the dealer's first card, ``acted`` an action taken on this hand. Split aces are closed by their one
    card and never get here.
    """
    if total(cards) >= 21:
        return ()
    if acted or len(cards) != 2:
        return ("hit", "stand")
    if split:
        return ("hit", "stand", "double")
    same = VALUE[cards[0]] == VALUE[cards[1]]
    if VALUE[first] in (1, 10):
        return ("hit", "stand", "double", "split") if same else ("hit", "stand", "double")
    return ACTIONS if same else ("hit", "stand", "double", "surrender")


def affordable(actions: Sequence[str], stake: int, funds: int) -> tuple[str, ...]:
    """§3.7.4, §3.7.5: double and split cost ``stake`` once more."""
    return tuple(a for a in actions if funds >= stake or a not in ("double", "split"))


def fallback(action: str, total_now: int) -> str:
    """§3.8.3: what a preselected double or split becomes when the money is gone."""
    if action == "double":
        return "hit"
    return automatic(total_now)


def automatic(total_now: int) -> str:
    """§3.9: what the system does for a silent player; an ace counts 11 unless that busts."""
    return "hit" if total_now <= 11 else "stand"


def pair_tier(first: str, second: str) -> str:
    """§5.5: ``perfect``, ``coloured`` (same rank and colour), ``mixed`` or ``none``."""
    if first[0] != second[0]:
        return "none"
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if (first[1] in _RED) == (second[1] in _RED) else "mixed"
