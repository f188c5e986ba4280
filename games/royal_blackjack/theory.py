"""Theoretical return to player of Royal Blackjack under a total-dependent strategy, from a fresh pack; exact.

Method. For each up card every hand that the strategy can reach is enumerated as a set of cards with its exact
probability, and the dealer's outcome is computed for the exact cards that remain (``dealer_odds``). His natural is not
looked for early and therefore takes both bets of a split.

Splits. The cards leave a shuffled pack, so their order is exchangeable: which place of the order becomes a card of the
second hand, or where the dealer begins, is decided by cards seen before. Hence both hands have the same expectation,
drawn from the pack without the two cards of the pair, and EV(split) = 2 EV(one hand) exactly. By the same argument
other seats change nothing. Ten-value pairs are never split, so that ten-value cards need no ranks. Not modelled:
rounding to minor units, short balances, and a pack that is used up.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum
from typing import Final

from games.royal_blackjack.basic_strategy import DEFAULT, BasicStrategy
from games.royal_blackjack.dealer_odds import ACE, BUST, RANKS, TEN, Counts, one, outcomes, plus, score

Pay = Mapping[str, Sequence[int]]

#: Net gain n for a stake of d (§5).
PAY: Final[Pay] = {"blackjack": (3, 2), "win": (1, 1), "push": (0, 1)}
PACKS: Final = 1


@dataclass(frozen=True, slots=True)
class Figures:
    """Expectations per round and unit of the bet: ``result`` net, ``handle`` all that is staked, naturals paid."""

    result: float
    handle: float
    natural: float


def rtp(pay: Pay, packs: int = PACKS, strategy: BasicStrategy = DEFAULT) -> Figures:
    """Of a fresh shoe of ``packs``; ``pay`` replaces entries of the usual pay table."""
    return evaluate(card_counts(packs), pay, strategy)


def card_counts(packs: int) -> Counts:
    """Of fresh packs of 52 cards."""
    return (4 * packs,) * TEN + (16 * packs,)


def evaluate(shoe: Counts, pay: Pay = PAY, strategy: BasicStrategy = DEFAULT) -> Figures:
    """Of a shoe with these card counts."""
    odds = {name: float(Fraction(*net)) for name, net in {**PAY, **pay}.items()}
    size = sum(shoe)
    parts = [
        (shoe[up] / size, UpCard(shoe, up, odds["win"], odds["push"], strategy).figures(odds["blackjack"]))
        for up in range(RANKS)
        if shoe[up]
    ]
    return Figures(*(fsum(chance * part[at] for chance, part in parts) for at in range(3)))


class UpCard:
    """Rounds in which the dealer shows the card of rank index ``up``."""

    def __init__(self, shoe: Counts, up: int, win: float, push: float, strategy: BasicStrategy) -> None:
        self.up, self.win, self.push, self.strategy = up, win, push, strategy
        self.unseen = plus(shoe, up, -1)

    def figures(self, blackjack: float) -> tuple[float, float, float]:
        """Net result, handle and naturals paid."""
        result: list[float] = []
        splits: list[float] = []
        naturals: list[float] = []
        whole: dict[Counts, float] = {}
        for cards, chance in two_cards(self.unseen):
            pair = next((rank for rank in range(TEN) if cards[rank] == 2), None)
            if cards[ACE] and cards[TEN]:
                lost = 1.0 - fsum(outcomes(self.up, rest(self.unseen, cards)))
                naturals.append(chance * (1.0 - lost))
                result.append(chance * ((1.0 - lost) * blackjack + lost * self.push))
            elif pair is not None and self.strategy.splits(pair + 1, self.up + 1):
                splits.append(chance)
                result.append(chance * self.split(pair))
            else:
                whole[cards] = chance
        result.append(self.played(whole, self.unseen))
        return fsum(result), 1.0 + fsum(splits), fsum(naturals)

    def split(self, rank: int) -> float:
        """Both hands of a split pair."""
        unseen = plus(self.unseen, rank, -2)
        size = sum(unseen)
        hands = {one(card): unseen[card] / size for card in range(RANKS) if unseen[card]}
        return 2.0 * self.played(hands, unseen, first=rank, only_one=rank == ACE)

    def played(
        self, hands: dict[Counts, float], unseen: Counts, first: int | None = None, *, only_one: bool = False
    ) -> float:
        """Expected net result of ``hands`` (cards from ``unseen``: probability), played by the strategy to their end.

        ``first``: rank of a further card of every hand; ``only_one``: they stand as they are.
        """
        sums: list[float] = []
        while hands:
            following: dict[Counts, float] = {}
            for cards, chance in hands.items():
                total, soft = score(cards if first is None else plus(cards, first))
                if total > 21:
                    sums.append(-chance)
                    continue
                left = rest(unseen, cards)
                if only_one or total == 21 or not self.strategy.draws(total, soft, self.up + 1):
                    sums.append(chance * self.stands(total, left))
                    continue
                size = sum(left)
                for card in range(RANKS):
                    if left[card]:
                        after = plus(cards, card)
                        following[after] = following.get(after, 0.0) + chance * left[card] / size
            hands = following
        return fsum(sums)

    def stands(self, total: int, left: Counts) -> float:
        """Expected net result of a hand of ``total`` that is no natural while these cards are left."""
        ends = outcomes(self.up, left)
        wins = ends[BUST] + fsum(ends[: max(total - 17, 0)])
        ties = ends[total - 17] if total >= 17 else 0.0
        return wins * self.win + ties * self.push - (1.0 - wins - ties)


def two_cards(unseen: Counts) -> Iterator[tuple[Counts, float]]:
    """Every pair of cards and how likely it is dealt, in whichever order."""
    size = sum(unseen)
    for low in range(RANKS):
        for high in range(low, RANKS):
            ways = unseen[low] * (unseen[low] - 1) if low == high else 2 * unseen[low] * unseen[high]
            if ways:
                yield plus(one(low), high), ways / (size * (size - 1))


def rest(unseen: Counts, cards: Counts) -> Counts:
    """What is left of ``unseen``."""
    return tuple(have - gone for have, gone in zip(unseen, cards, strict=True))
