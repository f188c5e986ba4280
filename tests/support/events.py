"""Events without meaning, threads with connections of their own, and a way to undo what cannot be deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from django.db import connection, transaction

from wagering.eventstore.append import Appended, New, append

T = TypeVar("T")

OCCURRED: Final = datetime(2026, 5, 1, 12, 0, 0, 123456, tzinfo=UTC)


def put(expected: Mapping[str, int | None], command: str, *streams: str, **options: Any) -> Appended:
    """One event in each of `streams`, by default in each stream of `expected`."""
    events = [New(stream, "test.happened@1", "{}") for stream in streams or expected]
    return append(events, expected, actor="tester", command=command, occurred_at=OCCURRED, **options)


def in_threads(count: int, work: Callable[[int], T]) -> list[T]:
    """Runs `work(0)` to `work(count - 1)` at once, each on a connection of its own."""

    def on_own_connection(number: int) -> T:
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(on_own_connection, range(count)))


@contextmanager
def undone() -> Iterator[None]:
    """A transaction that is rolled back in the end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
