"""Exact distribution of the dealer's final total for one up card and any shoe.

A shoe is a vector of ten card counts: index 0 = ace, 1..8 = 2..9, 9 = all ten-value cards.

The dealer draws to 16 and stands on every 17, soft ones included (rules, section 3, DEALER).
All orderings of the same drawn cards are equally likely when drawing without replacement, so
the sequences are collected into multisets: a multiset with counts k_i, k = sum k_i, that can be
drawn in m valid orders has the probability

    m * prod_i n_i (n_i - 1) ... (n_i - k_i + 1)  /  N (N - 1) ... (N - k + 1)

(Griffin, *The Theory of Blackjack*, chapter 11; Epstein, *The Theory of Gambling and Statistical
Logic*, chapter 7).  The multisets form a tree of factors, shared between multisets with a common
beginning; it is built once per up card and evaluated for each composition of the shoe.

Dealer naturals are left out.  The result is the probability of a final total *together with* "no
dealer natural": the six numbers add up to P(no natural), which is 1 unless the up card is an ace
or a ten-value card.  Working on this restricted measure makes the early test of the dealer's
second card exact without ever conditioning the player's draws.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter, mul

ACE = 0
TEN = 9
RANKS = 10

#: Final totals 17, 18, 19, 20, 21, bust.
Outcomes = tuple[float, float, float, float, float, float]
BUST = 5


def best_total(hard: int, ace: bool) -> tuple[int, bool]:
    """Score of a hand whose aces count 1 in ``hard``: (total, soft) (rules, section 4)."""
    if ace and hard <= 11:
        return hard + 10, True
    return hard, False


def natural_partner(up: int) -> int | None:
    """Rank index of the second card that gives the dealer a natural, if there is one."""
    return {ACE: TEN, TEN: ACE}.get(up)


def shoe_counts(packs: int) -> tuple[int, ...]:
    """Ten card counts of a fresh shoe of 52-card packs."""
    if packs < 1:
        raise ValueError("a shoe has at least one pack")
    return (4 * packs,) * 9 + (16 * packs,)


def _final_multisets(up: int) -> dict[tuple[int, ...], tuple[int, int]]:
    """Every multiset of draws that ends the dealer's hand: {counts: (outcome index, orders)}."""
    finals: dict[tuple[int, ...], tuple[int, int]] = {}
    level: dict[tuple[int, ...], int] = {(0,) * RANKS: 1}
    while level:
        following: dict[tuple[int, ...], int] = {}
        for drawn, orders in level.items():
            hard = up + 1 + sum((rank + 1) * count for rank, count in enumerate(drawn))
            ace = up == ACE or drawn[ACE] > 0
            first = not any(drawn)
            for rank in range(RANKS):
                if first and rank == natural_partner(up):
                    continue
                after = (*drawn[:rank], drawn[rank] + 1, *drawn[rank + 1 :])
                total, _ = best_total(hard + rank + 1, ace or rank == ACE)
                if total < 17:
                    following[after] = following.get(after, 0) + orders
                else:
                    outcome = BUST if total > 21 else total - 17
                    finals[after] = (outcome, finals.get(after, (outcome, 0))[1] + orders)
        level = following
    return finals


@dataclass
class _Node:
    """A beginning of multisets in rank order; ``orders`` > 0 where a multiset ends here."""

    cards: int
    outcome: int = BUST + 1
    orders: int = 0
    children: dict[tuple[int, int], "_Node"] = field(default_factory=dict)


@dataclass(frozen=True)
class _Level:
    """Nodes of one depth, those where a multiset ends first and grouped by outcome.

    ``parents`` picks each node's parent from the values of the level above, ``places`` its factor.
    ``groups``: per outcome present (outcome, first place, end place, orders and cards per node).
    """

    parents: Callable[[Sequence[float]], tuple[float, ...]]
    places: Callable[[Sequence[float]], tuple[float, ...]]
    groups: list[tuple[int, int, int, list[tuple[int, int]]]]


def _picker(places: Sequence[int]) -> Callable[[Sequence[float]], tuple[float, ...]]:
    """Picks the values at ``places``; ``itemgetter`` is the fastest way and returns a tuple for two and more."""
    if len(places) < 2:
        return lambda values: tuple(values[place] for place in places)
    return itemgetter(*places)


class DealerTree:
    """Factor tree of one up card (rank index 0..9)."""

    def __init__(self, up: int) -> None:
        root = _Node(0)
        for counts, (outcome, orders) in _final_multisets(up).items():
            node = root
            # High ranks first: they have the fewest distinct multiplicities, which shares most.
            for rank in range(RANKS - 1, -1, -1):
                if counts[rank]:
                    step = (rank, counts[rank])
                    below = _Node(node.cards + counts[rank])
                    node = node.children.setdefault(step, below)
            node.outcome, node.orders = outcome, orders
        self._deepest = [0] * RANKS
        self._collect_depths(root)
        self._offsets = [sum(self._deepest[:rank]) - 1 for rank in range(RANKS)]
        self._levels = self._flatten(root)
        self._weights: dict[int, list[list[tuple[int, int, int, list[float]]]]] = {}

    def _collect_depths(self, node: _Node) -> None:
        for (rank, count), child in node.children.items():
            self._deepest[rank] = max(self._deepest[rank], count)
            self._collect_depths(child)

    def _flatten(self, root: _Node) -> list[_Level]:
        levels: list[_Level] = []
        above = [root]
        while True:
            found = [
                (child, (parent, self._offsets[rank] + count))
                for parent, node in enumerate(above)
                for (rank, count), child in node.children.items()
            ]
            if not found:
                return levels
            found.sort(key=lambda item: item[0].outcome)
            groups = []
            for outcome in range(BUST + 1):
                same = [at for at, (node, _) in enumerate(found) if node.outcome == outcome]
                if same:
                    ends = [(found[at][0].orders, found[at][0].cards) for at in same]
                    groups.append((outcome, same[0], same[-1] + 1, ends))
            parents, places = zip(*(step for _, step in found), strict=True)
            levels.append(_Level(_picker(parents), _picker(places), groups))
            above = [node for node, _ in found]

    def _weights_for(self, size: int) -> list[list[tuple[int, int, int, list[float]]]]:
        """Orders divided by the number of ordered draws from ``size`` cards, per node."""
        known = self._weights.get(size)
        if known is None:
            longest = max(end[1] for level in self._levels for g in level.groups for end in g[3])
            ordered = [1.0]
            for card in range(longest):
                ordered.append(ordered[-1] * (size - card))
            known = [
                [
                    (
                        outcome,
                        first,
                        end,
                        [orders / ordered[k] if size >= k else 0.0 for orders, k in ends],
                    )
                    for outcome, first, end, ends in level.groups
                ]
                for level in self._levels
            ]
            self._weights[size] = known
        return known

    def outcomes(self, counts: Sequence[int]) -> Outcomes:
        """P(final total and no natural) when the unseen cards are ``counts`` (up card removed).

        The second card and the draws come from ``counts``; a shoe too small to finish a hand
        loses the probability of the hands it cannot finish.
        """
        factors: list[float] = []
        for rank in range(RANKS):
            product = 1.0
            have = counts[rank]
            for used in range(self._deepest[rank]):
                product *= have - used if have > used else 0
                factors.append(product)
        sums = [0.0] * (BUST + 1)
        values = [1.0]
        for level, weighted in zip(self._levels, self._weights_for(sum(counts)), strict=True):
            values = list(map(mul, level.parents(values), level.places(factors)))
            for outcome, first, end, weights in weighted:
                sums[outcome] += sum(map(mul, weights, values[first:end]))
        return (sums[0], sums[1], sums[2], sums[3], sums[4], sums[5])


@lru_cache(maxsize=RANKS)
def dealer_tree(up: int) -> DealerTree:
    """The tree of an up card; it holds no shoe, so one instance serves all calculations."""
    return DealerTree(up)
