"""Cards as two-character strings, rank then suit: ``AS TD 9H 2C``."""

from collections import Counter
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


def is_exactly(order: tuple[str, ...], packs: int) -> bool:
    """True if ``order`` holds every card of ``packs`` packs of 52, each exactly ``packs`` times."""
    return len(order) == 52 * packs and all(n == packs for n in Counter(order).values()) and IS_CARD.issuperset(order)
