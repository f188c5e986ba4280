"""Events that every game understands. Stored names are fixed here, never class paths."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    NAME: ClassVar[str] = "round.seat_taken@1"
    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    NAME: ClassVar[str] = "round.seat_left@1"
    seat: int
    player: str
    reason: str  # left, sat_out, below_minimum, no_bet


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealt:
    """One card of shoe ``shoe``, the ``draw``-th to leave it."""

    NAME: ClassVar[str] = "round.card_dealt@1"
    shoe: str
    draw: int
    to: str
    card: str
    face: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PackShuffled:
    """From here on cards come from ``shoe``. ``what`` as in ``Shuffle``; ``shown_at``: place of the card to be shown,
    0 where none is."""

    NAME: ClassVar[str] = "round.pack_shuffled@1"
    shoe: str
    what: str
    shown_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """The card at ``place`` of ``shoe`` was shown to all and went back to its place."""

    NAME: ClassVar[str] = "round.card_shown@1"
    shoe: str
    place: int
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCancelled:
    """Given to ``evolve`` when the game in progress of a series or match is void; never produced by ``decide``."""

    NAME: ClassVar[str] = "round.deal_cancelled@1"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCancelled:
    """Given to ``evolve`` when a round is void; never produced by ``decide``. Who has not left keeps his seat."""

    NAME: ClassVar[str] = "round.cancelled@1"
