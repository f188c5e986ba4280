"""Total-dependent basic strategy of Royal Blackjack as a table.

Ten columns, dealer's up card 2 3 4 5 6 7 8 9 T A; one letter a cell: D draw, S stand, P split, - no split: play the
total. "Total-dependent" means that only the total, whether it is soft, and the up card count. A test tries the
other letter in the cells that are close.
"""

from dataclasses import dataclass
from typing import Final

UP_CARDS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)  # column order; an ace has value 1
FIRST_HARD: Final = 4
FIRST_SOFT: Final = 12


@dataclass(frozen=True, slots=True)
class BasicStrategy:
    """Rows of cells: ``hard`` for totals 4 to 20, ``soft`` for 12 to 20, ``pairs`` for values 1 (aces) to 9."""

    hard: tuple[str, ...]
    soft: tuple[str, ...]
    pairs: tuple[str, ...]

    def draws(self, total: int, soft: bool, up: int) -> bool:
        """True if a hand of this total below 21 draws; ``up`` is the value of the up card, 1 to 10."""
        row = self.soft[total - FIRST_SOFT] if soft else self.hard[total - FIRST_HARD]
        return row[UP_CARDS.index(up)] == "D"

    def splits(self, pair: int, up: int) -> bool:
        """True if two cards of value ``pair`` are split. Ten-value pairs are not."""
        return pair < 10 and self.pairs[pair - 1][UP_CARDS.index(up)] == "P"


# One pack, wins paid 1:1. Each row: up card 2 3 4 5 6 7 8 9 T A.
DEFAULT: Final = BasicStrategy(
    hard=(
        *("DDDDDDDDDD",) * 8,  # 4 to 11
        "DDSSSDDDDD",  # 12
        *("SSSSSDDDDD",) * 4,  # 13 to 16
        *("SSSSSSSSSS",) * 4,  # 17 to 20
    ),
    soft=(
        *("DDDDDDDDDD",) * 6,  # 12 to 17
        "SSSSSSSDDS",  # 18
        *("SSSSSSSSSS",) * 2,  # 19, 20
    ),
    pairs=(
        "PPPPPPPPP-",  # A A
        "-PPPPP----",  # 2 2
        "--PPPP----",  # 3 3
        "----------",  # 4 4
        "----------",  # 5 5
        "PPPPP-----",  # 6 6
        "PPPPPP----",  # 7 7
        "PPPPPPPP--",  # 8 8
        "PPPPP-PP--",  # 9 9
    ),
)
