"""Total-dependent basic strategy of Deluxe Blackjack as a table.

Ten columns, dealer's up card 2 3 4 5 6 7 8 9 T A; one letter a cell:

    H hit    S stand    D double, else hit    d double, else stand
    R surrender, else hit    r surrender, else stand
    P split    - no split: play the total

A hand is looked up in this order: pair, then surrender, double, and hit or stand.  "Total-dependent" means that only
the total, whether it is soft, and the up card count, never which cards make up the total (Griffin, *The Theory of
Blackjack*, chapter 2).  The table is derived in ``strategy_search``; a test compares both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from games.deluxe_blackjack.dealer_odds import best_total

Action = Literal["hit", "stand", "double", "split", "surrender"]

UP_CARDS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)  # column order; an ace has value 1
FIRST_HARD: Final = 4
FIRST_SOFT: Final = 12
_COLUMN: Final = {up: at for at, up in enumerate(UP_CARDS)} | {11: 9}


def card_value(card: str) -> int:
    """Value of ``"AS"`` (1), ``"9H"`` (9), ``"KD"`` (10): ace 1, court cards 10 (rules, section 2)."""
    return 10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1


@dataclass(frozen=True, slots=True)
class Holding:
    """What a total-dependent strategy sees of a hand.

    ``total`` is the score, ``soft`` whether an ace counts 11, ``pair`` the value (1 to 10) of two equal cards or None.
    """

    total: int
    soft: bool = False
    pair: int | None = None

    @classmethod
    def of(cls, cards: Sequence[str]) -> "Holding":
        """Of cards such as ``("AS", "7D")``; any two ten-value cards are a pair (rules, D12)."""
        values = [card_value(card) for card in cards]
        total, soft = best_total(sum(values), 1 in values)
        return cls(total, soft, values[0] if len(values) == 2 and values[0] == values[1] else None)


@dataclass(frozen=True, slots=True)
class BasicStrategy:
    """Rows of cells: ``hard`` for totals 4 to 20, ``soft`` for 12 to 20, ``pairs`` for values 1 (aces) to 10."""

    hard: tuple[str, ...]
    soft: tuple[str, ...]
    pairs: tuple[str, ...]

    def cell(self, total: int, soft: bool, up_value: int) -> str:
        """Letter for a total below 21; ``up_value`` is 1 to 10, or 11 for the ace."""
        row = self.soft[total - FIRST_SOFT] if soft else self.hard[total - FIRST_HARD]
        return row[_COLUMN[up_value]]

    def splits(self, pair: int, up_value: int) -> bool:
        """True if two cards of value ``pair`` (1 to 10) are split against the up card."""
        return self.pairs[pair - 1][_COLUMN[up_value]] == "P"

    def action(
        self,
        hand: Sequence[str] | Holding,
        up_value: int,
        can_double: bool = False,
        can_split: bool = False,
        can_surrender: bool = False,
    ) -> Action:
        """The best action among those the cards and the money allow; hit and stand are taken as allowed.

        ``hand``: cards such as ``("8S", "8D")`` or a ``Holding``; ``up_value``: 1 to 10, or 11 for the ace. A hand
        that cannot be played any more (21 or bust) stands.
        """
        held = hand if isinstance(hand, Holding) else Holding.of(hand)
        if held.total >= 21:
            return "stand"
        if can_split and held.pair is not None and self.splits(held.pair, up_value):
            return "split"
        letter = self.cell(held.total, held.soft, up_value)
        if can_surrender and letter in "Rr":
            return "surrender"
        if can_double and letter in "Dd":
            return "double"
        return "hit" if letter in "HDR" else "stand"


# Eight packs, wins paid 1:1. Each row: up card 2 3 4 5 6 7 8 9 T A.
DEFAULT: Final = BasicStrategy(
    hard=(
        "HHHHHHHHHH",  # 4
        "HHHHHHHHHH",  # 5
        "HHHHHHHHHH",  # 6
        "HHHHHHHHHH",  # 7
        "HHHHHHHHHH",  # 8
        "HDDDDHHHHH",  # 9
        "DDDDDDDDHH",  # 10
        "DDDDDDDDDH",  # 11
        "HHSSSHHHHH",  # 12
        "SSSSSHHHHH",  # 13
        "SSSSSHHHHH",  # 14
        "SSSSSHHHHH",  # 15
        "SSSSSHHRHH",  # 16
        "SSSSSSSSSS",  # 17
        "SSSSSSSSSS",  # 18
        "SSSSSSSSSS",  # 19
        "SSSSSSSSSS",  # 20
    ),
    soft=(
        "HHHHHHHHHH",  # 12
        "HHHDDHHHHH",  # 13
        "HHHDDHHHHH",  # 14
        "HHDDDHHHHH",  # 15
        "HHDDDHHHHH",  # 16
        "HDDDDHHHHH",  # 17
        "SddddSSHHH",  # 18
        "SSSSSSSSSS",  # 19
        "SSSSSSSSSS",  # 20
    ),
    pairs=(
        "PPPPPPPPPP",  # A A
        "PPPPPP----",  # 2 2
        "PPPPPP----",  # 3 3
        "---PP-----",  # 4 4
        "----------",  # 5 5
        "PPPPP-----",  # 6 6
        "PPPPPP----",  # 7 7
        "PPPPPPPPPP",  # 8 8
        "PPPPP-PP--",  # 9 9
        "----------",  # T T
    ),
)
