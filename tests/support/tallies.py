"""A projection for tests: per stream, the number of its events and the sum of what they say. And its wiring."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.db import connections, transaction

from tests.support.events import OCCURRED
from wagering.eventstore.append import New, append
from wagering.eventstore.read import Recorded
from wagering.projector.catch_up import Projection, advance

ADDED, OTHER, STRANGE = "test.added@1", "test.other@1", "test.from_the_future@1"
EVENT_TYPES: dict[str, type] = {ADDED: object, OTHER: object, "test.happened@1": object}
CATCH_UP: list[Projection] = []


def make_table(run_id: str) -> str:
    """The table of one test's projection. The owner makes it; the application may write it."""
    table = f"test_tally_{run_id}"
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"CREATE TABLE {table} (stream text PRIMARY KEY, count bigint NOT NULL, total bigint NOT NULL)")
    connections["owner"].close()
    return table


def tally(run_id: str, batch: int = 1_000, pause: float = 0.0) -> Projection:
    """Adds up the events of the streams that carry `run_id`; not idempotent, so that applying twice shows."""

    def apply(connection: Any, events: Sequence[Recorded]) -> None:
        with connection.cursor() as cursor:
            for event in events:
                if run_id not in event.stream:
                    continue
                cursor.execute(
                    f"INSERT INTO test_tally_{run_id} AS t VALUES (%s, 1, %s) ON CONFLICT (stream) DO UPDATE"
                    " SET count = t.count + 1, total = t.total + excluded.total",
                    [event.stream, json.loads(event.body)["amount"]],
                )
                time.sleep(pause)

    return Projection(f"tally.{run_id}", 1, frozenset({ADDED}), apply, batch)


def add(run_id: str, bodies: Sequence[str], name: str = ADDED, stream: str = "s") -> None:
    """One append with an event for each body."""
    stream = f"{stream}/{run_id}"
    with transaction.atomic(), connections["default"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM eventstore_stream WHERE stream = %s", [stream])
        new = cursor.fetchone() == (0,)
        events = [New(stream, name, body) for body in bodies]
        append(events, {stream: 0 if new else None}, actor="a", command="c", occurred_at=OCCURRED)


def tallied(run_id: str) -> dict[str, tuple[int, int]]:
    """What the projection has written: stream -> (count, total)."""
    with connections["default"].cursor() as cursor:
        cursor.execute(f"SELECT stream, count, total FROM test_tally_{run_id}")
        return {stream: (count, total) for stream, count, total in cursor.fetchall()}


def folded(run_id: str) -> dict[str, tuple[int, int]]:
    """What it should have written, from all events at once."""
    with connections["default"].cursor() as cursor:
        cursor.execute(
            "SELECT stream, count(*), sum((body::jsonb ->> 'amount')::bigint) FROM eventstore_event"
            " WHERE stream LIKE %s AND name = %s GROUP BY stream",
            [f"%/{run_id}", ADDED],
        )
        return {stream: (count, int(total)) for stream, count, total in cursor.fetchall()}


def follow(run_id: str) -> None:
    """For a fork: advances the tally in small batches until it is killed."""
    settings.WAGERING_WIRING = __name__
    projection = tally(run_id, batch=9, pause=0.0005)
    while True:
        if advance(projection) == 0:
            time.sleep(0.002)


Check = Callable[[], bool]


def eventually(check: Check, seconds: float = 20.0) -> None:
    """Waits until `check()` is true; an AssertionError after so many seconds."""
    until = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)
