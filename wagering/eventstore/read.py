"""Reading the log: one stream, one round, heads, and the global feed up to the safe position."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Final, LiteralString, NamedTuple

import psycopg
from django.db import connection
from psycopg.rows import args_row

from wagering.eventstore.high_water import safe_value
from wagering.eventstore.session import execute, execute_as


class Recorded(NamedTuple):
    """One stored event. `body` is the text that was hashed; times are aware, in UTC."""

    position: int
    stream: str
    version: int
    name: str
    actor: str
    command: str
    correlation: str
    occurred_at: datetime
    recorded_at: datetime
    body: str
    hash: bytes


class Head(NamedTuple):
    """Last version of a stream and the hash it ends with."""

    version: int
    hash: bytes


_SELECT: Final[LiteralString] = (
    "SELECT position, stream, version, name, actor, command, correlation, occurred_at, recorded_at, body, hash"
    " FROM eventstore_event"
)
_recorded = args_row(Recorded)
_SCAN_BATCH: Final = 2_000


def read_stream(stream: str, after: int = 0) -> list[Recorded]:
    """The events of `stream` with a version above `after`, in order."""
    query: LiteralString = _SELECT + " WHERE stream = %b::text AND version > %b::bigint ORDER BY version"
    return execute_as(_recorded, query, (stream, after)).fetchall()


def read_correlation(correlation: str) -> list[Recorded]:
    """Everything that carries `correlation` (a round), in order of position; nothing for an empty one."""
    query: LiteralString = _SELECT + " WHERE correlation = %b::text AND correlation <> '' ORDER BY position"
    return execute_as(_recorded, query, (correlation,)).fetchall()


def head(stream: str) -> Head | None:
    """The head of `stream`, or None before its first event."""
    row = execute("SELECT version, hash FROM eventstore_stream WHERE stream = %b::text", (stream,)).fetchone()
    return None if row is None else Head(*row)


def heads(streams: Iterable[str]) -> dict[str, int]:
    """The last versions of those `streams` that exist."""
    query: LiteralString = "SELECT stream, version FROM eventstore_stream WHERE stream = ANY (%b::text[])"
    return dict(execute(query, (list(streams),)).fetchall())


def safe_position(wait: float = 0.0) -> int:
    """The highest position below which nothing can appear any more, as far as this connection knows (`high_water`).

    Waits up to `wait` seconds for the writers that are running now; at 0 it returns what is known, which rises with
    every call. Call it outside a transaction that has written, else it cannot look further than before.
    """
    return safe_value("eventstore_event_position_seq", wait)


def read_between(
    after: int, upto: int, limit: int, names: Collection[str] | None = None, known: Collection[str] | None = None
) -> list[Recorded]:
    """At most `limit` events at positions above `after` up to `upto`, in order.

    With `names` only events called so; with `known` too, also those whose name is not in it: whoever skips by name
    must not skip what a newer version has written.
    """
    where: LiteralString = " WHERE position > %b::bigint AND position <= %b::bigint"
    if names is None:
        query = _SELECT + where + " ORDER BY position LIMIT %b::bigint"
        return execute_as(_recorded, query, (after, upto, limit)).fetchall()
    query = (
        _SELECT
        + where
        + " AND (name = ANY (%b::text[]) OR name <> ALL (%b::text[])) ORDER BY position LIMIT %b::bigint"
    )
    others = None if known is None else list(known)
    return execute_as(_recorded, query, (after, upto, list(names), others, limit)).fetchall()


def read_feed(after: int, limit: int, wait: float = 0.0) -> list[Recorded]:
    """At most `limit` events above position `after`, none missing and none beyond the safe position."""
    return read_between(after, safe_position(wait), limit)


def scan(after: int = 0, wait: float = 5.0) -> Iterator[Recorded]:
    """All events above position `after` up to the safe position, for a replay at full speed.

    Streams through a server-side cursor on a connection of its own: what the caller writes meanwhile commits when it
    likes, and closing the iterator early rolls back nothing of it.
    """
    safe = safe_position(wait)
    own = connection.copy()
    query: LiteralString = _SELECT + " WHERE position > %s AND position <= %s ORDER BY position"
    try:
        own.set_autocommit(False)
        with own.wrap_database_errors, psycopg.ServerCursor(own.connection, "scan", row_factory=_recorded) as cursor:
            cursor.itersize = _SCAN_BATCH
            cursor.execute(query, (after, safe), binary=True)
            yield from cursor
    finally:
        own.close()
