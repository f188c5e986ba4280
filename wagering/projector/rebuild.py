"""Projections from zero, out of the events alone, compared with the live ones and put in their place.

The log is folded up to its safe position while everybody works on. What has been added meanwhile is folded inside one
repeatable-read transaction, in which the live tables are compared: log and projections of a command commit together,
so both are seen at one and the same position. With a swap that transaction first locks writers out (readers never) and
then makes the live rows equal; whoever reads sees the old rows or the new ones, never half of them.

A catch-up projection lags behind the log: it is folded and compared up to its checkpoint, as far as it has read.

Which projections there are is told by ``REBUILT`` of the wiring. Folds are pure: nothing is sent, paid or queued again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, LiteralString, NamedTuple, Protocol

import psycopg
from django.db import connections

from wagering.eventstore.codec import decode
from wagering.eventstore.read import safe_position
from wagering.eventstore.wiring import wired
from wagering.projector.shadow import Difference, Shadow, Target

_EVENTS: Final[LiteralString] = (
    "SELECT position, stream, version, name, actor, command, occurred_at, body FROM eventstore_event"
    " WHERE position > %s::bigint AND position <= %s::bigint ORDER BY position"
)
_LAST: Final[LiteralString] = "SELECT coalesce(max(position), 0) FROM eventstore_event"
_CHECKPOINTS: Final[LiteralString] = "SELECT projection, position FROM projector_checkpoint"
_BATCH: Final = 2_000
_LOCK_TIMEOUT: Final[LiteralString] = "SET LOCAL lock_timeout = '15s'"


class Happened(NamedTuple):
    """One event of the log as a fold sees it. ``kind`` and ``owner``: its stream up to and after the slash."""

    position: int
    kind: str
    owner: str
    version: int
    actor: str
    command: str
    at: datetime
    event: Any


class Part(Protocol):
    """The fold of one subject. It is given every event of its ``kinds`` of streams in order of position.

    ``follows``: the checkpoint of the catch-up projection that writes its tables live; empty for inline ones.
    """

    kinds: Sequence[str]
    targets: Sequence[Target]
    follows: str

    def apply(self, happened: Happened, shadow: Shadow) -> None:
        """Fold one event; rows that are final may be written at once."""

    def finish(self, shadow: Shadow) -> None:
        """Write the rows of everything that is still open. Called once, after the last event."""


class BrokenEventError(Exception):
    """An event that cannot be read or folded; the message names its position and stream."""


@dataclass(slots=True)
class Rebuilt:
    """``differences``: at most ``shadow.SHOWN`` a table, of ``counts`` in all. ``held``: seconds writers waited."""

    events: int = 0
    position: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    seconds: float = 0.0
    held: float = 0.0
    swapped: bool = False


def rebuild(swap: bool = False, tick: Callable[[int], None] = lambda _: None) -> Rebuilt:
    """Rebuild, compare, and with ``swap`` replace. Needs the owner's rights, to make the shadow tables.

    Raises ``BrokenEventError``, ``shadow.BusyError`` when another rebuild runs, and psycopg's errors; then nothing has
    changed.
    """
    began = time.perf_counter()
    parts: list[Part] = [make() for make in wired("REBUILT")]
    done = Rebuilt()
    safe = safe_position(wait=10.0)
    with _own("owner") as owner, Shadow(owner, [target for part in parts for target in part.targets]) as shadow:
        fold = _Fold(parts, shadow, tick)
        with _own("default") as reader:
            fold.run(reader, safe)
        _last_stretch(owner, shadow, fold, swap, done)
    done.events, done.seconds = fold.events, time.perf_counter() - began
    return done


def _last_stretch(owner: psycopg.Connection[Any], shadow: Shadow, fold: _Fold, swap: bool, done: Rebuilt) -> None:
    """What came after the safe position, the comparison and the swap: one transaction, one snapshot."""
    shadow.index()
    owner.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    held = time.perf_counter()
    if swap:
        owner.execute(_LOCK_TIMEOUT)
        # A batch of a catch-up projection takes its checkpoint first, so none is under way from here on.
        owner.execute("LOCK TABLE projector_checkpoint IN EXCLUSIVE MODE")
        # Every append updates a head row. The snapshot is taken by the first query after this lock.
        owner.execute("LOCK TABLE eventstore_stream IN SHARE MODE")
        shadow.lock_live()
    row = owner.execute(_LAST).fetchone()
    done.position = row[0] if row else 0
    fold.run(owner, done.position)
    fold.finish()
    done.rows, done.counts, done.differences = shadow.compare()
    if swap:
        shadow.swap()
    owner.execute("COMMIT")
    done.swapped = swap
    done.held = time.perf_counter() - held if swap else 0.0


class _Fold:
    """Events through the parts that want them, each from where it stands."""

    def __init__(self, parts: Sequence[Part], shadow: Shadow, tick: Callable[[int], None]) -> None:
        self.events = 0
        self._shadow = shadow
        self._tick = tick
        self._stands: dict[Part, int] = dict.fromkeys(parts, 0)

    def run(self, connection: psycopg.Connection[Any], upto: int) -> None:
        """Fold on to the position ``upto``; parts that follow a checkpoint only up to where it is now."""
        checkpoints = dict(connection.execute(_CHECKPOINTS).fetchall())
        goals = {part: min(upto, checkpoints.get(part.follows, 0)) if part.follows else upto for part in self._stands}
        for after in sorted(set(self._stands.values())):
            self._pass(connection, after, {part: goals[part] for part, at in self._stands.items() if at == after})
        self._stands = goals

    def _pass(self, connection: psycopg.Connection[Any], after: int, goals: Mapping[Part, int]) -> None:
        types: Mapping[str, type] = wired("EVENT_TYPES")
        whole = not all(part.follows for part in goals)
        for batch in _batches(connection, after, max(goals.values())):
            for position, stream, version, name, actor, command, at, body in batch:
                kind, _, owner = stream.partition("/")
                try:
                    event = decode(types, name, body)
                    happened = Happened(position, kind, owner, version, actor, command, at, event)
                    for part, goal in goals.items():
                        if kind in part.kinds and position <= goal:
                            part.apply(happened, self._shadow)
                except Exception as error:
                    # Whatever it was: a fold that went on without this event would be wrong in silence.
                    where = f"position {position}, {stream}:{version}, {name}"
                    raise BrokenEventError(f"{where}: {type(error).__name__}: {error}") from error
            if whole:  # else they are counted where the inline projections are folded
                self.events += len(batch)
                self._tick(len(batch))

    def finish(self) -> None:
        """Everything that is still open."""
        for part in self._stands:
            part.finish(self._shadow)
        self._shadow.flush()


def _batches(connection: psycopg.Connection[Any], after: int, upto: int) -> Iterator[Sequence[tuple[Any, ...]]]:
    with psycopg.ServerCursor(connection, "rebuild") as cursor:
        cursor.execute(_EVENTS, (after, upto), binary=True)
        while batch := cursor.fetchmany(_BATCH):
            yield batch


class _own:  # noqa: N801  (a context manager used like a function)
    """A psycopg connection of its own to a database alias; closed at the end, and with it whatever is open on it."""

    def __init__(self, alias: str) -> None:
        self._django = connections[alias].copy()
        self._reads_only = alias == "default"

    def __enter__(self) -> psycopg.Connection[Any]:
        self._django.ensure_connection()
        raw: psycopg.Connection[Any] = self._django.connection
        if self._reads_only:
            raw.autocommit = False
        return raw

    def __exit__(self, *_: object) -> None:
        self._django.close()
