"""Verifies the log: hash chains, gapless versions, head rows, shoes. Reads everything once, writes nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final, LiteralString

import psycopg
from psycopg import sql

from audit.chain import STREAMS_AT_ONCE, Chain
from audit.findings import Findings
from audit.log import rows
from audit.shoes import NAMES, Shoes
from audit.snapshot import Connection

_HEADS: Final[LiteralString] = "SELECT stream, version, hash FROM eventstore_stream {} ORDER BY stream"
_LAST: Final[LiteralString] = "SELECT max(position) FROM eventstore_event WHERE stream = %s"
# The last event before the given position of every stream that goes on behind it.
_BEFORE: Final[LiteralString] = """
SELECT s.stream, e.version, e.hash FROM (SELECT DISTINCT stream FROM eventstore_event WHERE position > %(after)s) s
CROSS JOIN LATERAL (SELECT version, hash FROM eventstore_event
                    WHERE stream = s.stream AND position <= %(after)s ORDER BY version DESC LIMIT 1) e
"""
_BATCH: Final = 10_000


@dataclass(frozen=True, slots=True)
class Verified:
    """Counts of what was looked at, and what was wrong."""

    events: int
    streams: int
    shoes: int
    opened: int  # virtual shoes whose commitment was checked
    cards: int
    findings: Findings

    def as_json(self) -> dict[str, Any]:
        """``{"ok", "events", ..., "first", "findings"}``; ``first`` is null when all is well."""
        first = self.findings.first()
        return {
            "ok": first is None,
            "events": self.events,
            "streams": self.streams,
            "shoes": self.shoes,
            "shoes_opened": self.opened,
            "cards": self.cards,
            "wrong": self.findings.count,
            "first": first and first.as_json(),
            "findings": [finding.as_json() for finding in self.findings.sorted()],
        }


def estimate(connection: Connection) -> int:
    """About how many events there are, for a progress bar; without counting them."""
    last = connection.execute("SELECT coalesce(max(position), 0) FROM eventstore_event").fetchone()
    return int(last[0]) if last else 0


def verify(
    connection: Connection,
    stream: str | None = None,
    tick: Callable[[int], None] = lambda _: None,
    streams_at_once: int = STREAMS_AT_ONCE,
) -> Verified:
    """Examine the whole log, or the chain of one stream (shoes are looked at only in the whole log).

    ``connection`` must stand in one snapshot. ``tick`` is told how many events were read since it was last called;
    with more than ``streams_at_once`` streams the log is read in several passes, each over its share of the streams.
    """
    findings = Findings()
    shoes = Shoes(findings)
    passes = 1 if stream is not None else _passes(connection, streams_at_once)
    watched = NAMES if passes == 1 and stream is None else frozenset[bytes]()
    events = streams = 0
    for number in range(passes):
        where = _share(stream, passes, number)
        chain = Chain(findings)
        # Closed even after an error: a connection that is left in the middle of a COPY answers nothing any more.
        with closing(rows(connection, where)) as stored:
            chain.read(stored, tick, shoes.watch, watched)
        streams += chain.check_heads(_heads(connection, where), lambda name: _last_position(connection, name))
        events += chain.events
    if passes > 1:
        names = sql.SQL(", ").join(sql.Literal(name.decode()) for name in sorted(NAMES))
        with closing(rows(connection, sql.SQL("WHERE name IN ({})").format(names))) as stored:
            for row in stored:
                shoes.watch(row)
    return Verified(events, streams, shoes.mounted, shoes.opened, shoes.cards, findings)


def verify_since(connection: Connection, position: int) -> Verified:
    """Examine the chains of what was appended behind ``position``, up to which nothing may still appear.

    Each chain goes on from the stored event in front of it and must end as its head row says. What was changed in front
    of ``position``, and streams that have lost their end, only ``verify`` finds. Shoes are not looked at.
    """
    findings = Findings()
    chain = Chain(findings)
    for stream, version, hash_ in connection.execute(_BEFORE, {"after": position}):
        chain.resume(stream, version, hash_)
    after = sql.SQL("WHERE position > {}").format(sql.Literal(position))
    with closing(rows(connection, after)) as stored:
        chain.read(stored, lambda _: None, lambda _: None)
    touched = sql.SQL("WHERE stream IN (SELECT stream FROM eventstore_event {})").format(after)
    streams = chain.check_heads(_heads(connection, touched), lambda name: _last_position(connection, name))
    return Verified(chain.events, streams, 0, 0, 0, findings)


def _passes(connection: Connection, streams_at_once: int) -> int:
    row = connection.execute("SELECT count(*) FROM eventstore_stream").fetchone()
    return max(1, math.ceil(row[0] / streams_at_once)) if row else 1


def _share(stream: str | None, passes: int, number: int) -> sql.Composable:
    if stream is not None:
        return sql.SQL("WHERE stream = {}").format(sql.Literal(stream))
    if passes == 1:
        return sql.SQL("")
    # Any split will do: a stream the function puts into no share would be missing at its head row.
    share = sql.SQL("WHERE (hashtextextended(stream, 7) & 1048575) % {} = {}")
    return share.format(sql.Literal(passes), sql.Literal(number))


def _heads(connection: Connection, where: sql.Composable) -> Iterator[tuple[str, int, bytes]]:
    with psycopg.ServerCursor(connection, "heads") as cursor:
        cursor.itersize = _BATCH
        cursor.execute(sql.SQL(_HEADS).format(where), binary=True)
        yield from cursor


def _last_position(connection: Connection, stream: str) -> int | None:
    row = connection.execute(_LAST, (stream,)).fetchone()
    return row[0] if row else None
