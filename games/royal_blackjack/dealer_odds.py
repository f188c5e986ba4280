"""Exact distribution of the dealer's final total for one up card and any cards that are left (§3.7.3).

Cards are counted by value: index 0 = ace, 1 to 8 = 2 to 9, 9 = ten-value cards. All orders of the same cards are
equally likely, so the dealer's draws are collected into sets: k cards, k_i of them of a value of which n_i are left,
that can be drawn in m valid orders come with the probability

    m * prod n_i (n_i - 1) ... (n_i - k_i + 1)  /  N (N - 1) ... (N - k + 1)

(Griffin, *The Theory of Blackjack*, chapter 11). Sets with a common beginning share their factors. Naturals are left
out: what the six probabilities lack to 1 is the dealer's natural.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import perm
from typing import Final, NamedTuple

ACE: Final = 0
TEN: Final = 9
RANKS: Final = 10
BUST: Final = 5  # behind the totals 17 to 21
_MOST: Final = 12  # cards of one value in a dealer's hand, and in all of it

Counts = tuple[int, ...]


class _Tree(NamedTuple):
    """Factors of every set: ``nodes`` (parent, rank and how many of it), ``ends`` (node, outcome, orders, cards)."""

    nodes: tuple[tuple[int, int], ...]
    ends: tuple[tuple[int, int, int, int], ...]


def outcomes(up: int, left: Counts) -> list[float]:
    """P(17), ... P(21), P(bust) without naturals when ``left`` are the cards besides the up card of rank ``up``."""
    tree = _tree(up)
    factors = [float(perm(have, count)) for have in left for count in range(_MOST)]
    values = [1.0]
    for parent, factor in tree.nodes:
        values.append(values[parent] * factors[factor])
    size = sum(left)
    per_order = [1.0 / perm(size, cards) if size >= cards else 0.0 for cards in range(_MOST)]
    found = [0.0] * (BUST + 1)
    for node, outcome, orders, cards in tree.ends:
        found[outcome] += values[node] * orders * per_order[cards]
    return found


def score(cards: Counts) -> tuple[int, bool]:
    """Total and softness (§4.1)."""
    hard = sum((rank + 1) * count for rank, count in enumerate(cards))
    return (hard + 10, True) if cards[ACE] and hard <= 11 else (hard, False)


def plus(counts: Counts, rank: int, cards: int = 1) -> Counts:
    """So many cards of ``rank`` more."""
    return (*counts[:rank], counts[rank] + cards, *counts[rank + 1 :])


def one(rank: int) -> Counts:
    """A single card."""
    return plus((0,) * RANKS, rank)


@lru_cache(maxsize=RANKS)
def _tree(up: int) -> _Tree:
    nodes: dict[tuple[int, int], int] = {}
    ends: list[tuple[int, int, int, int]] = []
    for hand, orders in _final_hands(up):
        drawn, node = plus(hand, up, -1), 0
        # High ranks first: they have the fewest multiplicities, which shares most.
        for rank in reversed(range(RANKS)):
            if drawn[rank]:
                node = nodes.setdefault((node, rank * _MOST + drawn[rank]), len(nodes) + 1)
        ends.append((node, min(score(hand)[0] - 17, BUST), orders, sum(drawn)))
    return _Tree(tuple(nodes), tuple(ends))


def _final_hands(up: int) -> Iterator[tuple[Counts, int]]:
    """Every hand that ends the dealer's play, and in how many orders it is drawn."""
    level = {one(up): 1}
    while level:
        following: dict[Counts, int] = {}
        for hand, orders in level.items():
            for rank in range(RANKS):
                after = plus(hand, rank)
                if not (sum(after) == 2 and score(after)[0] == 21):
                    following[after] = following.get(after, 0) + orders
        yield from ((hand, orders) for hand, orders in following.items() if score(hand)[0] > 16)
        level = {hand: orders for hand, orders in following.items() if score(hand)[0] <= 16}
