"""Catch-up projections: they follow the log behind the commits, at their own pace, each from its checkpoint.

A batch's effect and the checkpoint are one transaction under a lock on the checkpoint's row. So a killed process
leaves neither or both, and two processes never apply the same events. An event that cannot be applied parks its
projection with the reason, in front of that event; the other projections go on, and a person lets it try again
(`redrive`). Nothing is ever skipped.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, LiteralString

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from wagering.eventstore.read import Recorded, read_between, safe_position
from wagering.eventstore.session import execute
from wagering.eventstore.upcasting import UPCASTERS
from wagering.eventstore.wiring import wired

log = logging.getLogger(__name__)

BATCH: Final = 1_000
_LONGEST_REASON: Final = 2_000
# Failures of the surroundings: trying again later is all that helps, and no event is to blame.
_NOT_THE_EVENTS: Final = (OperationalError, InterfaceError, SoftTimeLimitExceeded)

Apply = Callable[[BaseDatabaseWrapper, Sequence[Recorded]], None]


class UnknownEventError(Exception):
    """A stored event whose name this code does not know: it was written by a newer or a damaged version."""


@dataclass(frozen=True, slots=True)
class Projection:
    """A read model that follows the log.

    name, version   a new version starts from the first event, beside the old one
    events          stored names it handles, old versions included; it never sees others
    apply           writes their effect through the connection given; it neither commits nor reads a clock
    batch           events in one transaction at most
    """

    name: str
    version: int
    events: frozenset[str]
    apply: Apply
    batch: int = BATCH

    @property
    def key(self) -> str:
        """What its checkpoint is called."""
        return f"{self.name}@{self.version}"


@dataclass(frozen=True, slots=True)
class Progress:
    """Where one projection stands. `behind` counts positions up to the newest event, `parked` is why it stands."""

    key: str
    position: int
    behind: int
    parked: str


def projections() -> Sequence[Projection]:
    """All catch-up projections of the system: `CATCH_UP` of the wiring."""
    found: Sequence[Projection] = wired("CATCH_UP")
    return found


def known_names() -> frozenset[str]:
    """Stored names that this code can read: `EVENT_TYPES` of the wiring, and what the upcasters accept."""
    return frozenset(wired("EVENT_TYPES")) | frozenset(UPCASTERS)


def advance(projection: Projection, until: float = inf) -> int:
    """Applies batches until the projection has caught up, is parked, or `time.monotonic()` has reached `until`.

    Returns the number of events applied; 0 too when another process is at it. Raises OperationalError and its like
    when the database fails: that parks nothing.
    """
    applied, size = 0, projection.batch
    while True:
        try:
            step = _step(projection, safe_position(), size)
        except _UnappliedError:
            # Which of them it was shows in smaller batches; those in front of it still count.
            size = max(1, size // 10)
            continue
        applied += step.applied
        if step.finished or time.monotonic() >= until:
            return applied


def redrive(key: str) -> bool:
    """Lets the parked projection `key` try its event again; False if it is not parked."""
    query: LiteralString = "UPDATE projector_checkpoint SET parked = '' WHERE projection = %b::text AND parked <> ''"
    return execute(query, (key,)).rowcount == 1


def progress() -> list[Progress]:
    """Where every projection stands, the unstarted at 0."""
    query: LiteralString = "SELECT projection, position, parked FROM projector_checkpoint"
    rows = {key: (position, parked) for key, position, parked in execute(query)}
    # Not the safe position: while a writer hangs it stands still, and that is when somebody must notice.
    newest = execute("SELECT coalesce(max(position), 0) FROM eventstore_event").fetchone() or (0,)
    found = [(one.key, *rows.get(one.key, (0, ""))) for one in projections()]
    return [Progress(key, position, max(0, newest[0] - position), parked) for key, position, parked in found]


class _UnappliedError(Exception):
    """One of several events failed, and nothing of the batch was kept."""


@dataclass(frozen=True, slots=True)
class _Step:
    applied: int
    finished: bool  # caught up, parked, or in another process's hands


def _step(projection: Projection, safe: int, size: int) -> _Step:
    """One batch in one transaction. A single event that fails parks the projection in that transaction."""
    execute(
        "INSERT INTO projector_checkpoint (projection, position, parked) VALUES (%b::text, 0, '')"
        " ON CONFLICT DO NOTHING",
        (projection.key,),
    )
    with transaction.atomic():
        row = execute(
            "SELECT position FROM projector_checkpoint WHERE projection = %b::text AND parked = ''"
            " FOR NO KEY UPDATE SKIP LOCKED",
            (projection.key,),
        ).fetchone()
        if row is None:
            return _Step(0, finished=True)
        after = int(row[0])
        events = read_between(after, safe, size, projection.events, known_names())
        if events and not _applied(projection, events):
            return _Step(0, finished=True)
        finished = len(events) < size
        position = safe if finished else events[-1].position
        if position > after:
            execute(
                "UPDATE projector_checkpoint SET position = %b::bigint WHERE projection = %b::text",
                (position, projection.key),
            )
    return _Step(len(events), finished)


def _applied(projection: Projection, events: Sequence[Recorded]) -> bool:
    """Applies the events; False when the only one fails and has parked the projection."""
    try:
        # A savepoint: after a failure the lock is still held, and the reason is written under it.
        with transaction.atomic():
            strange = [event.name for event in events if event.name not in projection.events]
            if strange:
                raise UnknownEventError(f"unknown event {strange[0]}")
            projection.apply(connection, events)
    except _NOT_THE_EVENTS:
        raise
    except Exception as error:
        if len(events) > 1:
            raise _UnappliedError from error
        (event,) = events
        where = f"{event.position} {event.stream}:{event.version} {event.name}"
        log.exception("projection %s is parked in front of %s", projection.key, where)
        reason = f"{where}: {type(error).__name__}: {error}"[:_LONGEST_REASON].replace("\0", "")
        query: LiteralString = "UPDATE projector_checkpoint SET parked = %b::text WHERE projection = %b::text"
        execute(query, (reason, projection.key))
        return False
    return True
