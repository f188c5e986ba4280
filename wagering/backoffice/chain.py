"""A quick look at the hash chain: are these events what was appended, and does each follow the one before it.

This is no audit. It reads the previous hash from the same database; ``manage.py audit_replay`` and the signed tree
heads say whether a whole stream was replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import connection

from wagering.eventstore.hashing import GENESIS, event_hash

_EVENTS: Final = """
SELECT e.position, e.stream, e.version, e.name, e.actor, e.command, e.correlation, e.occurred_at, e.recorded_at, e.body,
       e.hash, p.hash
FROM eventstore_event e LEFT JOIN eventstore_event p ON p.stream = e.stream AND p.version = e.version - 1
"""
_BY_ROUND: Final = """
WHERE e.correlation = %s AND e.correlation <> '' AND (e.stream LIKE 'wallet/%%') = %s ORDER BY e.position LIMIT %s
"""


class Linked(NamedTuple):
    """A stored event with the hash of the version before it (None: there is no such row)."""

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
    previous: bytes | None

    @property
    def intact(self) -> bool:
        """True if the stored hash is that of the stored content after the stored previous hash."""
        before = GENESIS if self.version == 1 else self.previous
        return before is not None and self.hash == event_hash(
            before, self.stream, self.version, self.name, self.body, self.actor, self.command, self.correlation,
            self.occurred_at,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chain:
    """How many events of how many streams were recomputed, and the first that does not fit (None: all fit)."""

    events: int
    streams: int
    broken: Linked | None
    gap: str = ""

    @property
    def intact(self) -> bool:
        return self.broken is None and not self.gap


def of_round(round_id: str, *, wallets: bool, limit: int) -> list[Linked]:
    """The first ``limit`` events that carry ``round_id``: those of wallets, or all others."""
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS + _BY_ROUND, (round_id, wallets, limit))
        return [_linked(row) for row in cursor.fetchall()]


def at_position(position: int) -> Linked | None:
    """One event with the hash it follows."""
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS + "WHERE e.position = %s", (position,))
        row = cursor.fetchone()
    return _linked(row) if row else None


def first_of(stream: str) -> Linked | None:
    """Version 1 of a stream."""
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS + "WHERE e.stream = %s AND e.version = 1", (stream,))
        row = cursor.fetchone()
    return _linked(row) if row else None


def check(events: Sequence[Linked], whole: str = "") -> Chain:
    """Recompute ``events``. The stream ``whole`` must be complete: from version 1, without a gap, up to its head."""
    broken = next((event for event in events if not event.intact), None)
    own = sorted((event for event in events if event.stream == whole), key=lambda event: event.version)
    return Chain(len(events), len({event.stream for event in events}), broken, _gap(own, whole) if whole else "")


def _gap(own: Sequence[Linked], stream: str) -> str:
    if [event.version for event in own] != list(range(1, len(own) + 1)):
        return f"{stream} has a gap"
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, hash FROM eventstore_stream WHERE stream = %s", (stream,))
        head = cursor.fetchone()
    if head is None or not own or (head[0], bytes(head[1])) != (own[-1].version, own[-1].hash):
        return f"{stream} does not end where its head says"
    return ""


def _linked(row: Sequence[Any]) -> Linked:
    *fields, digest, previous = row
    return Linked._make((*fields, bytes(digest), None if previous is None else bytes(previous)))
