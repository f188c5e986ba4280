"""What operators send and are told about tables and their devices."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from wagering.api.ids import Id


class OpenTableBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new table."""

    table: Id
    game: Annotated[str, Meta(max_length=100, description="A released game with its version, `name@1`.")]
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$", description="ISO 4217.")]
    options: Annotated[dict[str, Any], Meta(description="As the game's rules name them; what is left out is default.")]


class OpenedTable(msgspec.Struct, frozen=True):
    """The table with every option written out."""

    table: str
    options: dict[str, Any]


class OperatorTable(msgspec.Struct, frozen=True):
    """A table as it stands. ``awaits``: what it waits for, until ``due_at`` if there is a countdown.

    ``seats``: players by number of seat. ``round`` and ``shoe``: the running or last ones.
    """

    table: str
    game: str
    currency: str
    options: dict[str, Any]
    round: str
    shoe: str
    awaits: str
    due_at: datetime | None
    paused: bool
    seats: dict[str, str]


class OperatorTablePage(msgspec.Struct, frozen=True):
    """Tables by id."""

    items: list[OperatorTable]
    next: str | None


class DeviceAnswer(msgspec.Struct, frozen=True):
    """A device of one table. ``token``: sent as ``Authorization: Bearer``; it is stored nowhere."""

    device: str
    table: str
    token: str
