"""What is sent to and told by the interface of staff about tables and rounds."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wagering.api.ids import Id
from wagering.rounds.serializers import ShoeStanding, Standing, Status
from wagering.wallet.serializers import Money

VoidReason = Literal["EXPOSED", "MISSCAN", "STREAM_LOSS", "SHOE_DEFECT", "NO_RESULT"]


class PauseBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why the table is paused, in words."""

    note: Annotated[str, Meta(min_length=1, max_length=500)]


class VoidBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why it does not count."""

    reason: VoidReason


class CorrectionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ``draw``-th card that left this shoe really was ``card``."""

    shoe: Id
    draw: Annotated[int, Meta(ge=1, le=10_000)]
    card: Annotated[str, Meta(max_length=2)]
    reason: Literal["MISSCAN", "WRONG_ENTRY"]


class StaffTableItem(msgspec.Struct, frozen=True):
    """A table and what it waits for; while it is paused ``due_at`` is when its running round is void by itself."""

    table: str
    operator: str
    game: str
    currency: str
    round: str
    awaits: str
    due_at: datetime | None
    paused: bool


class StaffTablePage(msgspec.Struct, frozen=True):
    """Tables by id."""

    items: list[StaffTableItem]
    next: str | None


class OpenIncident(msgspec.Struct, frozen=True):
    """Why a table is paused, and when its round is void unless somebody decides otherwise."""

    incident: str
    note: str
    reported_by: str
    reported_at: datetime
    void_at: datetime | None


class TerminalStanding(msgspec.Struct, frozen=True):
    """A device of the table. ``used_at``: when somebody last did something there; ``heard_at``: its last heartbeat."""

    device: str
    locked: bool
    used_at: datetime
    heard_at: datetime | None


class StaffTable(Standing, frozen=True, kw_only=True):
    """A table as supervisors see it. ``cards``: what everybody at it may see. Its ETag is that of its round."""

    operator: str
    game: str
    currency: str
    seats: dict[str, str]
    cards: dict[str, list[str]]
    shoe: ShoeStanding | None
    incident: OpenIncident | None
    devices: list[TerminalStanding]


class DrawRecord(msgspec.Struct, frozen=True):
    """A card of the round; ``??`` while it lies face down in a round that is not over."""

    shoe: str
    draw: int
    to: str
    face: str
    card: str


class BetSums(msgspec.Struct, frozen=True):
    """The round's bets in one ledger. ``open``: how many are not paid yet."""

    ledger: str
    bets: int
    open: int
    staked: Money
    returned: Money


class StaffRound(msgspec.Struct, frozen=True):
    """A round with its cards and the sums of its bets. ``outcome``: as the rules report it, once it is decided."""

    round: str
    table: str
    operator: str
    game: str
    status: Status
    opened_at: datetime
    ended_at: datetime | None
    reason: str
    corrections: int
    outcome: dict[str, Any] | None
    draws: list[DrawRecord]
    bets: list[BetSums]
