"""Theoretical return to player of Deluxe Blackjack under total-dependent basic strategy, from a fresh shoe.

Method.  For each up card every hand that the strategy can reach is enumerated as a set of cards with its exact
probability; the dealer's outcome is computed for the exact cards that remain (``dealer_odds``).  Nothing is sampled
and no card is replaced.  Rounds with a dealer natural are kept apart: ``hand_odds`` works on rounds without one, and a
dealer natural costs one seat bet, or nothing against a player's natural; extra bets are never at stake then because
the second card is tested before anybody decides (rules, section 3, PEEK, and section 4, lines 3 to 5).

Splits.  The cards leave a shuffled shoe, so their order is exchangeable.  Which place of the order becomes the next
card of the second hand is decided by cards seen before (the first hand stops at a time that depends on its own cards
only), and so is where the dealer begins to draw.  Cards taken from an exchangeable sequence at distinct places, each
chosen before its card is seen, are distributed as its first cards (Kallenberg, *Spreading and stopping in exchangeable
sequences*, 1982).  Hence (second card of the dealer, cards of the second hand, dealer's draws) is distributed as
(second card of the dealer, cards of the first hand, dealer's draws).  A fixed strategy does not look at the other hand:
both hands have the same expectation, drawn from the shoe without the two cards of the pair, and
EV(split) = 2 EV(one hand) exactly.  The event "no dealer natural" depends on the dealer's second card alone and is
covered by the same statement.  The argument also says that seats, burn cards and rounds played before without looking
change nothing.  Not modelled: rounding to minor units (D14), short balances, and the effect of the cut card on the
number of rounds in a shoe.

Convention.  Return = 1 + expected net result / initial seat bet, as published by providers; per handle, the result is
divided by all that is staked, doubled and split bets included (Griffin, *The Theory of Blackjack*; Epstein, *The Theory
of Gambling and Statistical Logic*, chapter 7).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import fsum, sqrt
from typing import Any, Final

from games.deluxe_blackjack.basic_strategy import DEFAULT, BasicStrategy
from games.deluxe_blackjack.dealer_odds import ACE, BUST, RANKS, TEN, shoe_counts
from games.deluxe_blackjack.hand_odds import HandOdds, Reached, UpCard, no_cards, split_card, split_odds
from games.deluxe_blackjack.strategy_search import derive, plan_of

Pay = Mapping[str, Sequence[int]]

#: Net gain n for a stake of d (rules, section 5).
PAY: Final[Pay] = {
    "blackjack": (3, 2),
    "win": (1, 1),
    "insurance": (2, 1),
    "pair_perfect": (25, 1),
    "pair_mixed": (8, 1),
}
PACKS: Final = 8


@dataclass(frozen=True, slots=True)
class Figures:
    """Expectations of the seat bet, per unit of it.

    ``result``: net result; ``square``: mean of its square; ``handle``: all that is staked. The rest are expected
    numbers per round: ``natural`` paid to the player, ``doubled`` hands (a split may double both), ``split``,
    ``surrendered``.
    """

    result: float
    square: float
    handle: float
    natural: float
    doubled: float
    split: float
    surrendered: float


@dataclass(frozen=True, slots=True)
class Theory:
    """Returns as ratios (0.9952 = 99.52 %).

    ``main`` per initial seat bet, ``main_handle`` per unit staked with doubles and splits, ``std_dev`` of the net
    result in seat bets (see ``_Tally._split``), ``insurance`` bought on every ace, ``pair`` side bet.
    """

    main: float
    main_handle: float
    std_dev: float
    insurance: Fraction
    pair: Fraction
    figures: Figures
    strategy: BasicStrategy


class _Tally:
    """Sums over one up card, all weighted with the probability of the player's cards."""

    def __init__(self, up_card: UpCard, strategy: BasicStrategy, win: float, blackjack: float) -> None:
        self._up_card, self._win, self._blackjack = up_card, win, blackjack
        self._plan = plan_of(strategy, up_card.up)
        self.result: list[float] = []
        self.square: list[float] = []
        self.extra: list[float] = []
        self.seen: dict[str, list[float]] = {"natural": [], "double": [], "split": [], "surrender": []}
        odds = HandOdds(up_card, self._plan, win)
        for at, action in odds.visits(no_cards()):
            if action == "split":
                self._split(odds, at)
            else:
                self._hand(odds, at, action)
        odds.load(0)
        natural = 1.0 - odds.mass()
        both = self._both_natural()
        self.result.append(both - natural)
        self.square.append(natural - both)

    def _both_natural(self) -> float:
        """P(player's natural and dealer's natural): the player's ten cards, the dealer's second, in any order."""
        unseen, partner = list(self._up_card.unseen), self._up_card.partner
        if partner is None:
            return 0.0
        size = sum(unseen)
        chance = unseen[partner] / size
        unseen[partner] -= 1
        return chance * 2.0 * unseen[ACE] * unseen[TEN] / ((size - 1) * (size - 2))

    def _hand(self, odds: HandOdds, at: Reached, action: str, by_outcome: list[float] | None = None) -> None:
        """Add a hand that is over, or doubled; ``by_outcome`` also collects E[result; dealer's outcome]."""
        if action == "hit":
            return
        odds.load(at.hand)
        mass = at.weight * odds.mass()
        if action in self.seen:
            self.seen[action].append(mass)
        if action == "natural":
            self._add(mass, self._blackjack)
        elif action == "surrender":
            self._add(mass, -0.5)
        elif action == "double":
            self.extra.append(mass)
            for after in odds.onward({at.hand: at}).values():
                self._final(odds, after, 2.0, by_outcome)
        else:
            self._final(odds, at, 1.0, by_outcome)

    def _final(self, odds: HandOdds, at: Reached, stake: float, by_outcome: list[float] | None) -> None:
        """Compare a finished hand, bust or standing, with every outcome of the dealer."""
        odds.load(at.hand)
        if at.hard > 21:
            mass = at.weight * odds.mass()
            self._add(mass, -stake)
            if by_outcome is not None:
                # A bust says next to nothing about the dealer: his odds at the time of the split serve (see _split).
                by_outcome[-1] -= stake * mass
            return
        total = at.cell[0]
        for outcome, chance in enumerate(odds.outcomes(at.hand)):
            dealer = 17 + outcome
            net = self._win if outcome == BUST or total > dealer else 0.0 if total == dealer else -1.0
            self._add(at.weight * chance, stake * net)
            if by_outcome is not None:
                by_outcome[outcome] += at.weight * chance * stake * net

    def _add(self, weight: float, net: float) -> None:
        self.result.append(weight * net)
        self.square.append(weight * net * net)

    def _split(self, odds: HandOdds, at: Reached) -> None:
        """Add both hands of a split.

        The expectation is exact. The square needs E[result 1 x result 2]; given the dealer's outcome the two hands are
        taken as independent, which neglects only that they draw from the same shoe. The standard deviation is off by
        less than 0.001 with eight packs; nothing else depends on it.
        """
        rank = at.pair
        if rank is None:
            raise ValueError("only a pair can be split")
        odds.load(at.hand)
        self.seen["split"].append(at.weight * odds.mass())
        self.extra.append(at.weight * odds.mass())
        dealer = odds.outcomes(at.hand)
        by_outcome = [0.0] * (BUST + 2)
        halves = split_odds(self._up_card, self._plan, self._win, rank)
        for hand, action in halves.visits(split_card(rank, 2.0 * at.weight)):
            self._hand(halves, hand, action, by_outcome)
        whole = at.weight * fsum(dealer)
        for outcome, chance in enumerate(dealer):
            if chance:
                both = by_outcome[outcome] + by_outcome[-1] * at.weight * chance / whole
                # by_outcome sums two hands: 2 E[y1 y2; outcome] = 2 (both / 2)^2 / P(outcome).
                self.square.append(0.5 * both * both / (at.weight * chance))


def evaluate(shoe: Sequence[int], strategy: BasicStrategy, win: float = 1.0, blackjack: float = 1.5) -> Figures:
    """Figures of a fixed strategy for a shoe of ten card counts, payouts per unit.

    The shoe must be large enough for every hand the strategy and the dealer can draw.
    """
    size = sum(shoe)
    tallies = [(shoe[up] / size, _Tally(UpCard(shoe, up), strategy, win, blackjack)) for up in range(RANKS) if shoe[up]]
    seen = {
        name: fsum(chance * part for chance, tally in tallies for part in tally.seen[name])
        for name in ("natural", "double", "split", "surrender")
    }
    return Figures(
        result=fsum(chance * part for chance, tally in tallies for part in tally.result),
        square=fsum(chance * part for chance, tally in tallies for part in tally.square),
        handle=1.0 + fsum(chance * part for chance, tally in tallies for part in tally.extra),
        natural=seen["natural"],
        doubled=seen["double"],
        split=seen["split"],
        surrendered=seen["surrender"],
    )


def insurance_rtp(pay: Pay = PAY, packs: int = PACKS) -> Fraction:
    """Exact return of insurance bought on every ace without looking at the player's cards: 1 + n/d on a natural."""
    unseen = 52 * packs - 1
    return Fraction(16 * packs, unseen) * (1 + Fraction(*{**PAY, **pay}["insurance"]))


def pair_rtp(pay: Pay = PAY, packs: int = PACKS) -> Fraction:
    """Exact return of the pair side bet: the second card against the first among the other 52 x packs - 1.

    Of these, packs - 1 are the same card, ``packs`` have its rank and colour in the other suit, 2 x packs its rank in
    the other colour. Without ``pair_coloured`` all pairs of different suits are paid as mixed (rules, D3).
    """
    unseen = 52 * packs - 1
    pay = {**PAY, **pay}
    coloured = pay.get("pair_coloured", pay["pair_mixed"])
    steps = ((packs - 1, pay["pair_perfect"]), (packs, coloured), (2 * packs, pay["pair_mixed"]))
    return sum((Fraction(cards, unseen) * (1 + Fraction(n, d)) for cards, (n, d) in steps), Fraction(0))


@lru_cache(maxsize=16)
def _strategy(packs: int, win: Fraction) -> BasicStrategy:
    if packs == PACKS and win == 1:
        return DEFAULT
    return derive(shoe_counts(packs), float(win), DEFAULT)


def strategy(options: Mapping[str, Any]) -> BasicStrategy:
    """Best total-dependent strategy for a table's options: ``packs`` and ``pay.win`` matter, missing ones are default.

    Immediate for eight packs and wins at 1:1 (the table in ``basic_strategy``), seconds otherwise.
    """
    pay: Pay = options.get("pay", PAY)
    n, d = pay.get("win", PAY["win"])
    return _strategy(int(options.get("packs", PACKS)), Fraction(n, d))


def rtp(pay: Pay = PAY, packs: int = PACKS) -> Theory:
    """Returns of every bet for a pay table ``{"blackjack": (3, 2), ...}`` (n for d); missing entries are default."""
    pay = {**PAY, **pay}
    best = strategy({"packs": packs, "pay": pay})
    win, blackjack = (float(Fraction(*pay[name])) for name in ("win", "blackjack"))
    figures = evaluate(shoe_counts(packs), best, win, blackjack)
    return Theory(
        main=1.0 + figures.result,
        main_handle=1.0 + figures.result / figures.handle,
        std_dev=sqrt(figures.square - figures.result**2),
        insurance=insurance_rtp(pay, packs),
        pair=pair_rtp(pay, packs),
        figures=figures,
        strategy=best,
    )
