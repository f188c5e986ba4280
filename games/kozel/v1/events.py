"""The game's own events. Stored names are fixed; a changed shape is a new name, never an edited one.

Pairs are team A (seats 0 and 2), then team B (seats 1 and 3).
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOpened:
    """§3.1.3: the match begins with the seat that deals first; ``stake`` was taken of each player, minor units."""

    NAME: ClassVar[str] = "kozel.match_opened@1"
    dealer: int
    stake: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLaid:
    """§3.2, §3.3, §3.5: cards laid by one seat. Those of a ``discard`` lie face down."""

    NAME: ClassVar[str] = "kozel.cards_laid@1"
    seat: int
    action: str  # lead, beat, discard, pull
    cards: tuple[str, ...]
    by: str  # player, silence


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickTaken:
    """§3.4.1: the four plays of the trick go to the team of this seat, which leads next."""

    NAME: ClassVar[str] = "kozel.trick_taken@1"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScored:
    """§4.3: card points, tricks and loss points of a game, and how the match stands after it (``score``, ``eggs``)."""

    NAME: ClassVar[str] = "kozel.game_scored@1"
    points: tuple[int, int]
    tricks: tuple[int, int]
    loss: tuple[int, int]
    score: tuple[int, int]
    eggs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """§4.4: ``loser`` (``A`` or ``B``) has reached the limit of loss points."""

    NAME: ClassVar[str] = "kozel.match_ended@1"
    loser: str
    eggs: int
