"""What the server answers. Fields that a later server adds are passed over. Times are UTC."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct

Found = dict[str, Any]
"""An answer of many fields that the description of the interface has."""


class Money(Struct, frozen=True):
    """``amount`` minor units, of which 10 to the power of ``exponent`` are one unit of ``currency``."""

    amount: int
    currency: str
    exponent: int


class Balance(Struct, frozen=True):
    """What a player has free to use, and what he owes after a late void or correction."""

    player: str
    balance: Money
    receivable: Money


class Account(Struct, frozen=True):
    """A player's account. ``withdrawing``: asked for and neither paid nor refused."""

    player: str
    kind: str
    currency: str
    balance: Money
    receivable: Money
    withdrawing: Money
    opened_at: datetime


class Page(Struct, frozen=True):
    """Part of a list. ``next``: pass it as ``after`` for the next part; None after the last.

    Of events ``next`` is always there, and ``more`` says whether to ask on at once.
    """

    items: list[Found]
    next: str | None = None
    more: bool = False


class KeySecret(Struct, frozen=True):
    """An operator's key."""

    key: str
    secret: str


class DeviceToken(Struct, frozen=True):
    """A device of one table."""

    device: str
    table: str
    token: str


class SessionToken(Struct, frozen=True):
    """A player's session."""

    session: str
    player: str
    token: str
    expires_at: datetime


class WebhookSecret(Struct, frozen=True):
    """A webhook. ``secret`` signs what it is sent; ``version``: how many it has had."""

    webhook: str
    version: int
    secret: str


class Credential(Struct, frozen=True):
    """A key, device or session."""

    credential: str


class OpenedTable(Struct, frozen=True):
    """A table with all its options."""

    table: str
    options: Found


class TableState(Struct, frozen=True):
    """Where a table stands after a command. ``number``: the question that is open."""

    table: str
    round: str | None
    status: str | None
    awaits: str
    number: int | None


class Shoe(Struct, frozen=True):
    """What is dealt from. ``commitment``: of a virtual one, SHA-256 over its order and a nonce."""

    id: str
    next_draw: int
    cut_out: bool
    commitment: str | None


class DueCard(Struct, frozen=True):
    """The card to be dealt next. ``face``: up or down."""

    to: str
    face: str


class DuePack(Struct, frozen=True):
    """The pack to be shuffled. ``what``: deal or reshuffle."""

    what: str


class StudioTable(TableState, frozen=True, kw_only=True):
    """A device's table. ``card`` or ``pack``: what is due; ``locked``: the terminal has to be unlocked first."""

    paused: bool
    due_at: datetime | None
    server_time: datetime
    live: bool
    seats: dict[str, str]
    shoe: Shoe | None
    card: DueCard | None
    pack: DuePack | None
    locked: bool


class TableView(TableState, frozen=True, kw_only=True):
    """A table as a player sees it. ``cards`` by place, ``??`` is a hidden one; ``may``: what he may answer."""

    paused: bool
    due_at: datetime | None
    server_time: datetime
    game: str
    currency: str
    seats: dict[str, str]
    cards: dict[str, list[str]]
    may: list[str]
    shoe: Shoe | None


class Stake(Struct, frozen=True):
    """What was taken into one bet; below zero: given back."""

    seat: int
    kind: str
    amount: Money


class BetTaken(Struct, frozen=True):
    """The stakes that a bet caused, and what is left to the player."""

    round: str
    taken: list[Stake]
    balance: Money


class BetUndone(Struct, frozen=True):
    """The stakes that were given back, and what the player has then."""

    round: str
    returned: list[Stake]
    balance: Money


class Heartbeat(Struct, frozen=True):
    """The device is heard."""

    locked: bool
    server_time: datetime
