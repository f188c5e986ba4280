"""Appending to the log without the command pipeline: one call of `eventstore_append`, inside the caller's transaction.

Commands of people and machines go through `wagering.dispatch`, which also moves money. This is for those who only
have events: tests, benchmarks, imports.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, LiteralString, NamedTuple

from django.db import DatabaseError
from psycopg.types.numeric import Int4, Int8

from wagering.eventstore.session import execute, server_message, sqlstate

CONFLICT: Final = "WG409"

# Arrays travel in binary: as text they cost three times as much to write.
_APPEND: Final[LiteralString] = (
    "SELECT versions, first_position, last_position FROM eventstore_append("
    "%b::text, %b::text, %b::text, %b::timestamptz, %b::text[], %b::bigint[], %b::text[], %b::bigint[], %b::boolean[],"
    " %b::integer[], %b::text[], %b::text[])"
)


class VersionConflictError(Exception):
    """`stream` is not at the version the decision was based on: nothing was written; reload and decide anew."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.stream = stream


class New(NamedTuple):
    """An event to append: its stream, stored name and canonical body (`codec.canonical`)."""

    stream: str
    name: str
    body: str


class Appended(NamedTuple):
    """Versions of the streams after the call; positions of its first and last event, None if there were none.

    Events of other transactions may lie between the two positions.
    """

    versions: dict[str, int]
    first_position: int | None
    last_position: int | None


def append(
    events: Sequence[New],
    expected: Mapping[str, int | None],
    *,
    actor: str,
    command: str,
    occurred_at: datetime,
    correlation: str = "",
    read: Mapping[str, int] | None = None,
    exclusive: Collection[str] = (),
) -> Appended:
    """Appends `events`, in the order given, to the streams named in `expected`.

    expected    stream -> its version now; 0 for a new stream, None for "whatever it is" of one that exists
    read        stream -> its version now, for streams that must not change before this commits (0: must not exist)
    exclusive   streams of `expected` that others name in `read`; their every writer must say so

    Raises VersionConflictError, KeyError for an event of a stream that is not in `expected`, and Django's database
    errors. Outside `atomic()` the call commits by itself.
    """
    # Code points in order are UTF-8 bytes in order, which is how the server compares stream names.
    streams = sorted(expected)
    index = {stream: number for number, stream in enumerate(streams, start=1)}
    guards = sorted((read or {}).items())
    versions = [expected[stream] for stream in streams]
    parameters = (
        actor,
        command,
        correlation,
        occurred_at,
        [stream for stream, _ in guards],
        [Int8(version) for _, version in guards],
        streams,
        [None if version is None else Int8(version) for version in versions],
        [stream in exclusive for stream in streams],
        [Int4(index[event.stream]) for event in events],
        [event.name for event in events],
        [event.body for event in events],
    )
    try:
        row = execute(_APPEND, parameters).fetchone()
    except DatabaseError as error:
        if sqlstate(error) == CONFLICT:
            raise VersionConflictError(server_message(error)) from error
        raise
    assert row is not None  # noqa: S101  (a function with OUT parameters returns one row)
    return Appended(dict(zip(streams, row[0] or (), strict=True)), row[1], row[2])
