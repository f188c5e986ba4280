"""Reading the log: one stream, one round, heads, and the global feed with its high-water mark.

Positions are drawn from a sequence before their transactions commit, so 1001 can be visible while 1000 is not. The
feed therefore ends at the safe position. It is found in three steps, each seeing what the one before has left:

1. read the sequence: P, the last position anyone has drawn;
2. draw a transaction id: X. Whoever drew a position up to P had its id before that (the append function locks a head
   row first), so its id is below X;
3. when the oldest running transaction is X or later, all of them have ended: every event up to P that will ever
   exist is visible to the next statement.

A position that is then still missing was rolled back. Writers pay nothing; a reader lags by the longest open writing
transaction of the server.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, LiteralString, NamedTuple
from weakref import WeakKeyDictionary

import psycopg
from django.db import connection
from psycopg.rows import args_row

from wagering.eventstore.session import execute, execute_as, raw


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
# Fences that wait at the same time; a reader that is asked more often while a writer hangs draws no more.
_MOST_FENCES: Final = 64
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


@dataclass(slots=True)
class _HighWater:
    """What one connection knows: the safe position, and fences (transaction id, position) that wait for their turn.

    It lives as long as the connection. A server that crashed may draw lost positions again, so what was known before
    does not hold after it.
    """

    safe: int = 0
    drawn: int = 0
    fences: deque[tuple[int, int]] = field(default_factory=deque)

    def draw(self) -> None:
        """Steps 1 and 2, if any position was drawn since the last time."""
        query: LiteralString = (
            "SELECT CASE WHEN is_called THEN last_value ELSE 0 END, pg_current_xact_id_if_assigned() IS NOT NULL"
            " FROM eventstore_event_position_seq"
        )
        last, too_late = _one(query)
        # A transaction that has an id already would fence with one drawn before step 1.
        if last <= self.drawn or too_late or len(self.fences) >= _MOST_FENCES:
            return
        # psycopg reads xid8 as text; it stays below 2^63 for the next few thousand years.
        (fence,) = _one("SELECT pg_current_xact_id()::text::bigint")
        self.drawn = last
        self.fences.append((fence, last))

    def settle(self) -> None:
        """Step 3."""
        (oldest,) = _one("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
        while self.fences and self.fences[0][0] <= oldest:
            self.safe = self.fences.popleft()[1]


_high_water: WeakKeyDictionary[psycopg.Connection[Any], _HighWater] = WeakKeyDictionary()


def safe_position(wait: float = 0.0) -> int:
    """The highest position below which nothing can appear any more, as far as this connection knows.

    Waits up to `wait` seconds for the writers that are running now; at 0 it returns what is known, which rises with
    every call. Call it outside a transaction that has written, else it cannot look further than before.
    """
    water = _high_water.setdefault(raw(), _HighWater())
    water.draw()
    water.settle()
    until = time.monotonic() + wait
    while water.fences and time.monotonic() < until:
        time.sleep(0.002)
        water.settle()
    return water.safe


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


def _one(query: LiteralString) -> tuple[Any, ...]:
    row = execute(query).fetchone()
    assert row is not None  # noqa: S101  (each of these queries returns one row)
    return row
