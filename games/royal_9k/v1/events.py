"""The game's own events. Stored names are fixed; a changed shape is a new name, never an edited one.

What money decided at a moment is written down here, because nobody knows it later: ``broke`` are the seats still in
whose players had nothing left when it was decided who is asked (§3.4.5), by number.
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Playing:
    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """§3.1: ``seats`` are dealt in, in this order; ``ante`` was taken of each, minor units."""

    NAME: ClassVar[str] = "royal_9k.game_opened@1"
    dealer: int  # seat of the button, may be empty
    ante: int
    seats: tuple[Playing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """§3.4: the turn is this seat's; ``owes`` is the price of a call, minor units."""

    NAME: ClassVar[str] = "royal_9k.asked@1"
    seat: int
    owes: int
    broke: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingEnded:
    """§3.4.5, §3.4.6: nobody is to be asked any more; ``skipped``: nobody was asked at all."""

    NAME: ClassVar[str] = "royal_9k.betting_ended@1"
    betting: int  # 1, 2
    skipped: bool
    broke: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken:
    """§3.4, §3.5: what a seat did and what it cost, minor units; ``all_in``: a call with less than is owed."""

    NAME: ClassVar[str] = "royal_9k.action_taken@1"
    seat: int
    action: str  # check, bet, call, raise, fold
    amount: int
    all_in: bool
    by: str  # player, silence


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """§3.2.3: the player gives up his seat after the round; ``folds``: he was still in."""

    NAME: ClassVar[str] = "royal_9k.leaving@1"
    seat: int
    player: str
    folds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsShown:
    """§3.6.1: these seats are still in; their hands are open and compared."""

    NAME: ClassVar[str] = "royal_9k.hands_shown@1"
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WonUnseen:
    """§3.6.2: only this seat is still in; it wins and no hand is shown."""

    NAME: ClassVar[str] = "royal_9k.won_unseen@1"
    seat: int
