"""The hash chain outside the database, for those who verify it: HASHING.md in Python, from which nobody appends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from struct import Struct
from typing import Final

GENESIS: Final = bytes(32)  # what stands before version 1 of every stream

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_int4 = Struct(">i").pack
_int8 = Struct(">q").pack


def _text(value: str) -> bytes:
    data = value.encode()
    return _int4(len(data)) + data


def message(
    previous: bytes,
    stream: str,
    version: int,
    name: str,
    body: str,
    actor: str,
    command: str,
    correlation: str,
    occurred_at: datetime,
) -> bytes:
    """The bytes that are hashed. `previous`: 32 bytes. `occurred_at`: aware, of any zone."""
    return b"".join(
        (
            previous,
            _text(stream),
            _int8(version),
            _text(name),
            _text(body),
            _text(actor),
            _text(command),
            _text(correlation),
            _int8((occurred_at - _EPOCH) // _MICROSECOND),
        )
    )


def event_hash(
    previous: bytes,
    stream: str,
    version: int,
    name: str,
    body: str,
    actor: str,
    command: str,
    correlation: str,
    occurred_at: datetime,
) -> bytes:
    """The 32 bytes stored with an event, given the hash of the version before it (GENESIS before version 1)."""
    data = message(previous, stream, version, name, body, actor, command, correlation, occurred_at)
    return sha256(data).digest()
