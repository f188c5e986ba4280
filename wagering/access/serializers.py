"""What operators are told about their keys, devices and sessions."""

from __future__ import annotations

from datetime import datetime

import msgspec


class KeyAnswer(msgspec.Struct, frozen=True):
    """A key of an operator's machines. ``secret``: what requests are signed with; it is stored nowhere."""

    key: str
    secret: str


class KeyRecord(msgspec.Struct, frozen=True):
    """A key, without its secret."""

    key: str
    issued_at: datetime
    revoked: bool


class KeyPage(msgspec.Struct, frozen=True):
    """Keys by id."""

    items: list[KeyRecord]
    next: str | None


class CredentialAnswer(msgspec.Struct, frozen=True):
    """The key, device or session that this was about."""

    credential: str
