"""Commands about a round: what studio, players, supervisors and the clock may ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

STUDIO = frozenset({"studio", "supervisor", "system"})
PLAYER = frozenset({"player"})
SUPERVISOR = frozenset({"supervisor"})
SYSTEM = frozenset({"system"})


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound:
    """Betting opens, or the antes are taken; ``dealer`` is the seat of the button where the game has one."""

    KIND: ClassVar[str] = "rounds.open"
    ROLES: ClassVar[frozenset[str]] = STUDIO
    table: str
    round: str
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPack:
    """The shuffled pack that a series or match awaits. ``what``: ``deal`` = its next game, ``reshuffle`` = a used-up
    stock. ``cards`` in order and ``shown_at``, the place of the card to be shown; without them the system shuffles."""

    KIND: ClassVar[str] = "rounds.deal_pack"
    ROLES: ClassVar[frozenset[str]] = STUDIO
    table: str
    shoe: str
    what: str = "deal"
    cards: str = ""
    shown_at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit:
    KIND: ClassVar[str] = "rounds.sit"
    ROLES: ClassVar[frozenset[str]] = PLAYER
    table: str
    player: str
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Give up all seats at this table. The system sends it for who has taken a break (``wallet.pause``)."""

    KIND: ClassVar[str] = "rounds.leave"
    ROLES: ClassVar[frozenset[str]] = PLAYER | SYSTEM
    table: str
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBet:
    """Add ``amount`` minor units to this player's bet of this kind on this seat."""

    KIND: ClassVar[str] = "rounds.place_bet"
    ROLES: ClassVar[frozenset[str]] = PLAYER
    table: str
    player: str
    seat: int
    bet_kind: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoBet:
    """Take this player's whole bet of this kind on this seat back while betting is open, where the rules allow it."""

    KIND: ClassVar[str] = "rounds.undo_bet"
    ROLES: ClassVar[frozenset[str]] = PLAYER
    table: str
    player: str
    seat: int
    bet_kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBets:
    """The studio ends the betting; with ``at_deadline`` only if the countdown is over. Nothing to close: no effect."""

    KIND: ClassVar[str] = "rounds.close_bets"
    ROLES: ClassVar[frozenset[str]] = STUDIO
    table: str
    at_deadline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanCard:
    """A live card. The same draw index, card and target as before: read twice, no effect."""

    KIND: ClassVar[str] = "rounds.scan_card"
    ROLES: ClassVar[frozenset[str]] = frozenset({"studio"})
    table: str
    shoe: str
    draw: int
    to: str
    card: str
    face: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeAction:
    """One of the game's own intents (``act``, ``preselect``, ``insurance``, ``follow``) with its fields.

    ``number``: the decision this answers; a stale one is refused. None = whatever is open.
    """

    KIND: ClassVar[str] = "rounds.take_action"
    ROLES: ClassVar[frozenset[str]] = PLAYER
    table: str
    player: str
    intent: str
    fields: Mapping[str, Any]
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Expire:
    """The countdown ``what`` ran out. Nothing due, or another question by now: no effect."""

    KIND: ClassVar[str] = "rounds.expire"
    ROLES: ClassVar[frozenset[str]] = SYSTEM
    table: str
    what: str
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PayBets:
    """Pay the next batch of a decided round's bets; closes the round when none is left."""

    KIND: ClassVar[str] = "rounds.pay_bets"
    ROLES: ClassVar[frozenset[str]] = SYSTEM
    table: str
    round: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound:
    """Cancel: a running round must be paused and needs one supervisor; a settled one needs two different ones."""

    KIND: ClassVar[str] = "rounds.void"
    ROLES: ClassVar[frozenset[str]] = SUPERVISOR
    table: str
    round: str
    reason: str
    supervisor: str
    second: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidDeal:
    """Cancel the game in progress of a paused series or match: it does not count and is dealt again."""

    KIND: ClassVar[str] = "rounds.void_deal"
    ROLES: ClassVar[frozenset[str]] = SUPERVISOR
    table: str
    reason: str
    supervisor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectCard:
    """Draw ``draw`` really was ``card``: while paused, or after settlement with two supervisors."""

    KIND: ClassVar[str] = "rounds.correct_card"
    ROLES: ClassVar[frozenset[str]] = SUPERVISOR
    table: str
    round: str
    shoe: str
    draw: int
    card: str
    reason: str
    supervisor: str
    second: str = ""
