"""Hands of three cards against each other (§4)."""

from collections.abc import Sequence
from typing import Final

CATEGORIES: Final = ("ordinary", "flush", "straight", "ung", "straight_flush", "sam")
"""§4.3: low to high."""

RANK: Final = {rank: at for at, rank in enumerate("23456789TJQKA")}
SUIT: Final = {suit: at for at, suit in enumerate("CDHS")}
POINTS: Final = {rank: at if at < 10 else 0 for at, rank in enumerate("A23456789TJQK", 1)}
_RUNS: Final = ("234", "345", "456", "567", "678", "789", "89T", "9TJ", "TJQ", "JQK", "A23", "QKA")
_RUN: Final = {frozenset(run): at for at, run in enumerate(_RUNS)}
_SAM: Final = {rank: at for at, rank in enumerate("2456789TJQKA3")}
_COURT: Final = frozenset("JQK")


def single(card: str) -> tuple[int, int]:
    """§4.2: sorting key of one card, by rank, then by suit."""
    return RANK[card[0]], SUIT[card[1]]


def points(cards: Sequence[str]) -> int:
    """§4.1: 0 to 9."""
    return sum(POINTS[card[0]] for card in cards) % 10


def category(cards: Sequence[str]) -> str:
    """§4.3: the one category that a hand of three cards is in."""
    ranks = frozenset(card[0] for card in cards)
    one_suit = len({card[1] for card in cards}) == 1
    if len(ranks) == 1:
        return "sam"
    if ranks in _RUN:
        return "straight_flush" if one_suit else "straight"
    if one_suit:
        return "flush"
    return "ung" if ranks < _COURT else "ordinary"


def strength(cards: Sequence[str], order: Sequence[str] = CATEGORIES) -> tuple[int, ...]:
    """§4.3, §4.5: sorting key; the higher one wins. ``order``: the categories, low to high."""
    found = category(cards)
    rank, suit = single(max(cards, key=single))
    if found == "ordinary":
        inside: tuple[int, ...] = (points(cards), rank, suit)
    elif found == "flush":
        inside = (suit, rank)
    elif found == "ung":
        inside = (rank, suit)
    elif found == "sam":
        inside = (_SAM[cards[0][0]],)
    else:
        run = _RUN[frozenset(card[0] for card in cards)]
        inside = (run, suit) if found == "straight" else (suit, run)
    return (order.index(found), *inside)
