"""Cards as two-character strings, rank then suit: ``AS TD 9H 2C``."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
PACK: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
IS_CARD: Final = frozenset(PACK)
HIDDEN: Final = "??"


def cards(text: str) -> tuple[str, ...]:
    """Read ``"AS TD"``; ValueError names the first thing that is not a card."""
    found = tuple(text.split(" ")) if text else ()
    for card in found:
        if card not in IS_CARD:
            raise ValueError(f"not a card: {card!r}")
    return found


def from_rank(lowest: str) -> tuple[str, ...]:
    """The pack of ``lowest`` to ace: 32 cards from ``7``, 36 from ``6``, all 52 from ``2``."""
    ranks = RANKS[RANKS.index(lowest) :] + ("" if lowest == "A" else "A")
    return tuple(rank + suit for suit in SUITS for rank in ranks)


def is_exactly(order: Sequence[str], pack: Iterable[str]) -> bool:
    """True if ``order`` holds every card of ``pack`` as often as the pack does, and no other."""
    return Counter(order) == Counter(pack)
