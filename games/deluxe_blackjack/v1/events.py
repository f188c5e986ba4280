"""The game's own events. Stored names are fixed; a changed shape is a new name, never an edited one.

Money is not in here: what a bet stakes and answers is an event of its owner's wallet. A round event says only how many
bets ride on what, so that it stays small when ten thousand people bet behind one seat.
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingOpened:
    """§3.1: bets are open; the seats removed at the opening left before."""

    NAME: ClassVar[str] = "deluxe_blackjack.betting_opened@1"


@dataclass(frozen=True, slots=True)
class Playing:
    """A seat that takes part: the seat player's bet in minor units and the number of back bets."""

    seat: int
    player: str
    stake: int
    behind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingClosed:
    """§3.3: the seats that play, by number. Seated players not listed sit this round out."""

    NAME: ClassVar[str] = "deluxe_blackjack.betting_closed@1"
    seats: tuple[Playing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceOffered:
    """§3.5.1: every seat and back bet is asked, except these (``"seat/player"``, sorted): half a bet not covered."""

    NAME: ClassVar[str] = "deluxe_blackjack.insurance_offered@1"
    not_offered: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceSkipped:
    """§3.5.1: the first card is an ace, but nobody's half bet was covered."""

    NAME: ClassVar[str] = "deluxe_blackjack.insurance_skipped@1"


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceClosed:
    """§3.5.4: everybody answered or the countdown ran out."""

    NAME: ClassVar[str] = "deluxe_blackjack.insurance_closed@1"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken:
    """§3.7: the action carried out on one hand. ``asked``: what was wanted, where money made it something else."""

    NAME: ClassVar[str] = "deluxe_blackjack.action_taken@1"
    seat: int
    hand: int
    action: str  # hit, stand, double, split, surrender
    asked: str | None
    by: str  # player, preselection, silence


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowClosed:
    """§3.10: the back bettors have been asked. ``following``: how many said yes (and ride on hand 2 after a split)."""

    NAME: ClassVar[str] = "deluxe_blackjack.follow_closed@1"
    question: str
    following: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Preselected:
    """§3.8: an action chosen ahead of the turn, or the choice withdrawn."""

    NAME: ClassVar[str] = "deluxe_blackjack.preselected@1"
    seat: int
    hand: int
    action: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """§3.2.10: a player with a seat bet leaves; his seats are free after the round."""

    NAME: ClassVar[str] = "deluxe_blackjack.leaving@1"
    player: str
