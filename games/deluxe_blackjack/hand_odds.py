"""Exact values of the player's hands against one up card, for a fixed total-dependent strategy.

Every value is an expectation over *rounds without a dealer natural*: E[result x 1(no natural) | cards seen], in units
of the seat bet.  Because the indicator is part of the payoff, the player's cards are drawn with the plain
probabilities count / unseen cards although the dealer's second card was tested (rules, section 3, PEEK): conditioning
first and multiplying by P(no natural) afterwards gives the same number, by the law of total expectation.

A hand is packed into one int, five bits per rank index, so that hands reached in different orders are one state.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import NamedTuple

from games.deluxe_blackjack.dealer_odds import ACE, BUST, RANKS, Outcomes, best_total, dealer_tree, natural_partner

BITS = 5
UNIT = tuple(1 << BITS * rank for rank in range(RANKS))
MASK = (1 << BITS) - 1

Cell = tuple[int, bool]  # total, soft


@dataclass
class Plan:
    """A strategy against one up card; cells are (total, soft), ``splits`` holds rank indices."""

    hits: set[Cell] = field(default_factory=set)
    doubles: set[Cell] = field(default_factory=set)
    surrenders: set[Cell] = field(default_factory=set)
    splits: set[int] = field(default_factory=set)


class Reached(NamedTuple):
    """A hand that play arrives at, with its probability (cards only, natural or not)."""

    hand: int
    hard: int
    ace: bool
    cards: int
    weight: float

    @property
    def cell(self) -> Cell:
        """Total and softness, which is all the strategy sees."""
        return best_total(self.hard, self.ace)

    @property
    def pair(self) -> int | None:
        """Rank index if these are two cards of equal value."""
        rank = self.hard // 2 - 1
        return rank if self.cards == 2 and self.hand == 2 * UNIT[rank] else None


class UpCard:
    """One up card (rank index) drawn from a shoe; remembers the dealer's odds per set of cards seen."""

    def __init__(self, shoe: Sequence[int], up: int) -> None:
        self.up, self.partner = up, natural_partner(up)
        self.unseen = [count - (rank == up) for rank, count in enumerate(shoe)]
        self._tree = dealer_tree(up)
        self._known: dict[int, Outcomes] = {}

    def outcomes(self, seen: int, counts: Sequence[int]) -> Outcomes:
        """Dealer's odds after the player's cards ``seen`` (packed) left ``counts``."""
        known = self._known.get(seen)
        if known is None:
            known = self._known[seen] = self._tree.outcomes(counts)
        return known


class HandOdds:
    """Values of one hand.  ``dead`` are cards (packed) out of the shoe that belong to the other split hand.

    ``win`` is what a won hand is paid per unit.
    """

    def __init__(self, up_card: UpCard, plan: Plan, win: float, dead: int = 0) -> None:
        self.up_card, self.plan, self.win, self.dead = up_card, plan, win, dead
        self._counts = list(up_card.unseen)
        self._size = 0
        self._played: dict[int, float] = {}
        self.load(0)

    def load(self, hand: int) -> None:
        """Set the unseen cards to those left beside ``hand``."""
        seen = hand + self.dead
        self._counts = [n - (seen >> BITS * rank & MASK) for rank, n in enumerate(self.up_card.unseen)]
        self._size = sum(self._counts)

    def outcomes(self, hand: int) -> Outcomes:
        """Dealer's odds beside a loaded hand."""
        return self.up_card.outcomes(hand + self.dead, self._counts)

    def mass(self) -> float:
        """P(no dealer natural) beside the loaded hand."""
        partner = self.up_card.partner
        return 1.0 if partner is None else 1.0 - self._counts[partner] / self._size

    def stand(self, hand: int, total: int) -> float:
        """Value of standing on a total of at most 21."""
        odds = self.outcomes(hand)
        below = max(0, total - 17)  # outcomes the player's total beats
        beaten = sum(odds[below + (total >= 17) : BUST])
        return self.win * (sum(odds[:below]) + odds[BUST]) - beaten

    def hit(self, hand: int, hard: int, ace: bool, once: bool = False) -> float:
        """Value of one more card and then the plan (``once``: then standing, per unit of the doubled bet)."""
        counts, value = self._counts, 0.0
        size = self._size
        for rank in range(RANKS):
            ways = counts[rank]
            if not ways:
                continue
            counts[rank] -= 1
            self._size = size - 1
            after, longer = hard + rank + 1, hand + UNIT[rank]
            if after > 21:
                value -= ways * self.mass()
            elif once:
                value += ways * self.stand(longer, best_total(after, ace or rank == ACE)[0])
            else:
                value += ways * self.play(longer, after, ace or rank == ACE)
            counts[rank] += 1
        self._size = size
        return value / size

    def play(self, hand: int, hard: int, ace: bool) -> float:
        """Value of going on with hits and stands as planned."""
        value = self._played.get(hand)
        if value is None:
            cell = best_total(hard, ace)
            value = self.hit(hand, hard, ace) if cell in self.plan.hits else self.stand(hand, cell[0])
            self._played[hand] = value
        return value

    def double(self, hand: int, hard: int, ace: bool) -> float:
        """Value of doubling: one card for twice the bet."""
        return 2.0 * self.hit(hand, hard, ace, once=True)

    def surrender(self) -> float:
        """Value of surrendering the loaded hand."""
        return -0.5 * self.mass()

    def choice(self, at: Reached) -> str:
        """What the plan does with a hand, or what happened to it: ``natural``, ``bust``; 21 and split aces stand."""
        if at.hard > 21:
            return "bust"
        cell = at.cell
        unsplit = not self.dead
        if cell[0] == 21:
            return "natural" if at.cards == 2 and unsplit else "stand"
        if at.cards == 2:
            if self.dead == UNIT[ACE]:
                return "stand"
            if unsplit and at.pair in self.plan.splits:
                return "split"
            if unsplit and self.up_card.partner is None and cell in self.plan.surrenders:
                return "surrender"
            if cell in self.plan.doubles:
                return "double"
        return "hit" if cell in self.plan.hits else "stand"

    def value(self, at: Reached, action: str) -> float:
        """Value of a hand of at most 21 if ``action`` (hit, stand, double, surrender) is taken and then the plan."""
        self.load(at.hand)
        if action == "surrender":
            return self.surrender()
        if action == "double":
            return self.double(at.hand, at.hard, at.ace)
        if action == "hit":
            return self.hit(at.hand, at.hard, at.ace)
        return self.stand(at.hand, at.cell[0])

    def draws(self, hand: int) -> Iterator[tuple[int, float]]:
        """Rank and probability of the next card beside ``hand``."""
        self.load(hand)
        for rank, ways in enumerate(self._counts):
            if ways:
                yield rank, ways / self._size

    def onward(self, level: dict[int, Reached]) -> dict[int, Reached]:
        """Hands one card longer than those of ``level``, bust ones included, each with its probability."""
        following: dict[int, Reached] = {}
        for at in level.values():
            for rank, chance in self.draws(at.hand):
                hand, weight = at.hand + UNIT[rank], at.weight * chance
                if hand in following:
                    weight += following[hand].weight
                following[hand] = Reached(hand, at.hard + rank + 1, at.ace or rank == ACE, at.cards + 1, weight)
        return following

    def visits(self, first: Reached) -> Iterator[tuple[Reached, str]]:
        """Every hand that grows from ``first`` (no card, or one card of a pair) with what the plan does with it."""
        level = {first.hand: first}
        while next(iter(level.values())).cards < 2:
            level = self.onward(level)
        while level:
            hitting: dict[int, Reached] = {}
            for at in level.values():
                action = self.choice(at)
                yield at, action
                if action == "hit":
                    hitting[at.hand] = at
            level = self.onward(hitting)


def no_cards(weight: float = 1.0) -> Reached:
    """Before the deal."""
    return Reached(0, 0, False, 0, weight)


def split_card(rank: int, weight: float = 1.0) -> Reached:
    """One of the two hands right after a split, before its second card."""
    return Reached(UNIT[rank], rank + 1, rank == ACE, 1, weight)


def split_odds(up_card: UpCard, plan: Plan, win: float, rank: int) -> HandOdds:
    """Odds of one hand split from a pair of ``rank``: the other card of the pair is out of the shoe."""
    return HandOdds(up_card, plan, win, UNIT[rank])


def split_value(odds: HandOdds, rank: int) -> float:
    """Value of one of two hands split from a pair of ``rank``, doubling after the split included.

    Both hands have this value (see ``theory``), so that the split as a whole is worth twice as much.
    """
    two_cards = odds.onward({UNIT[rank]: split_card(rank)})
    return fsum(at.weight * odds.value(at, odds.choice(at)) for at in two_cards.values())
