"""The game's own events. Stored names are fixed; a changed shape is a new name, never an edited one.

Money is not in here, apart from the bets as they stood at the close: what a bet stakes is an event of its owner's
wallet.
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingOpened:
    """§3.1.2: bets are open."""

    NAME: ClassVar[str] = "royal_blackjack.betting_opened@1"


@dataclass(frozen=True, slots=True)
class Playing:
    """A seat that takes part and its player's bet in minor units."""

    seat: int
    player: str
    stake: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingClosed:
    """§3.3: the seats that play, by number. Seated players not listed are not in this round."""

    NAME: ClassVar[str] = "royal_blackjack.betting_closed@1"
    seats: tuple[Playing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken:
    """§3.5, §3.6: the action carried out on one hand."""

    NAME: ClassVar[str] = "royal_blackjack.action_taken@1"
    seat: int
    hand: int
    action: str  # draw, stand, split
    by: str  # player, silence


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """§3.2.4: a player with a bet leaves; his seat is free after the round."""

    NAME: ClassVar[str] = "royal_blackjack.leaving@1"
    player: str
