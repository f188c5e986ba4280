"""The game's own events. Stored names are fixed; a changed shape is a new name, never an edited one.

Scores of hands are counted in halves (§4.2), tokens as 0 for a swimmer and -1 for who is out (§4.4).
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesOpened:
    """§3.1.3: a series begins with the seat that deals first; both stakes were taken of each player, minor units."""

    NAME: ClassVar[str] = "thirty_one.series_opened@1"
    dealer: int
    series_stake: int
    crown_stake: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceMade:
    """§3.3: the dealer keeps his cards or puts them down on the table."""

    NAME: ClassVar[str] = "thirty_one.choice_made@1"
    seat: int
    action: str  # keep, put_down
    by: str  # player, silence


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTaken:
    """§3.4, §3.5: one turn. ``give`` and ``take`` are the cards of a ``swap``, empty otherwise."""

    NAME: ClassVar[str] = "thirty_one.turn_taken@1"
    seat: int
    action: str  # swap, swap_all, pass, knock, new_cards
    give: str
    take: str
    by: str  # player, silence


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand as it is shown; ``halves`` is twice its score."""

    seat: int
    cards: tuple[str, ...]
    halves: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player has after the game: tokens, 0 = swims, -1 = out of the series."""

    seat: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScored:
    """§4.3, §4.4: all hands, who loses, and how the series stands; ``void``: everybody would have gone out."""

    NAME: ClassVar[str] = "thirty_one.game_scored@1"
    hands: tuple[ShownHand, ...]
    losers: tuple[int, ...]
    void: bool
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesEnded:
    """§4.5: the last one in wins; ``crown``: with all the tokens he began with."""

    NAME: ClassVar[str] = "thirty_one.series_ended@1"
    seat: int
    crown: bool
