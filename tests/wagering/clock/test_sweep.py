"""The sweep: due by their own clock, one at a time, and kept away only as long as the lease lasts."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction
from django.test import override_settings

from tests.support.events import in_threads
from wagering.clock import tasks
from wagering.clock.deadlines import earliest
from wagering.clock.models import Deadline, VirtualClock
from wagering.clock.sweep import LEASE_SECONDS, sweep

pytestmark = pytest.mark.database

EXPIRED: list[tuple[str, str, int]] = []
Make = Callable[..., Deadline]


def EXPIRE(subject: str, what: str, number: int) -> None:  # noqa: N802  (the wiring's name)
    """What the task calls when this module is the wiring."""
    EXPIRED.append((subject, what, number))


@pytest.fixture
def deadline(run_id: str) -> Iterator[Make]:
    """Makes deadlines of this test, due so many seconds ago; they are gone afterwards."""

    def make(name: str, ago: float = 1.0, clock: str = "wall", number: int = 7) -> Deadline:
        due = datetime.now(UTC) - timedelta(seconds=ago)
        return Deadline.objects.create(
            subject=f"table/{run_id}/{name}", what="decision", number=number, due_at=due, clock=clock
        )

    yield make
    Deadline.objects.filter(subject__contains=run_id).delete()
    VirtualClock.objects.filter(name__contains=run_id).delete()


def swept(run_id: str) -> list[tuple[str, str, int]]:
    """What one sweep fires of this test."""
    fired: list[tuple[str, str, int]] = []
    sweep(lambda *row: fired.append(row))
    return [(subject.rpartition("/")[2], what, number) for subject, what, number in fired if run_id in subject]


def test_what_is_due_is_fired_oldest_first(deadline: Make, run_id: str) -> None:
    deadline("late", ago=2)
    deadline("later", ago=30, number=8)
    deadline("not yet", ago=-30)
    assert swept(run_id) == [("later", "decision", 8), ("late", "decision", 7)]


def test_more_than_one_batch(deadline: Make, run_id: str) -> None:
    for number in range(50):
        deadline(str(number), ago=100 - number)
    assert [int(name) for name, _, _ in swept(run_id)] == list(range(50))


def test_a_claimed_row_is_left_alone_until_its_lease_ends(deadline: Make, run_id: str) -> None:
    made = deadline("a")
    assert len(swept(run_id)) == 1
    assert swept(run_id) == []
    made.refresh_from_db()
    assert made.claimed_until is not None
    assert timedelta() < made.claimed_until - datetime.now(UTC) <= timedelta(seconds=LEASE_SECONDS)
    Deadline.objects.filter(pk=made.pk).update(claimed_until=datetime.now(UTC))
    assert len(swept(run_id)) == 1


def test_a_recorded_session_has_its_own_time(deadline: Make, run_id: str) -> None:
    clock = VirtualClock.objects.create(name=f"session/{run_id}", now=datetime(2020, 1, 1, tzinfo=UTC))
    made = deadline("a", ago=3_600, clock=clock.name)
    deadline("no clock", ago=3_600, clock=f"missing/{run_id}")
    Deadline.objects.filter(pk=made.pk).update(due_at=datetime(2020, 1, 1, 0, 0, 30, tzinfo=UTC))
    assert swept(run_id) == []
    VirtualClock.objects.filter(pk=clock.pk).update(now=datetime(2020, 1, 1, 0, 0, 30, tzinfo=UTC))
    assert swept(run_id) == [("a", "decision", 7)]


def test_one_failure_stops_no_other(deadline: Make, run_id: str, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(5):
        deadline(str(number), ago=10 - number)
    fired: list[str] = []

    def fire(subject: str, what: str, number: int) -> None:
        if subject.endswith("/1"):
            raise RuntimeError("this table is broken")
        fired.append(subject[-1])

    with caplog.at_level(logging.ERROR):
        sweep(fire)
    assert fired == ["0", "2", "3", "4"]
    assert "this table is broken" in caplog.text
    assert len(caplog.records) == 1


def test_many_sweeps_fire_each_row_once(deadline: Make, run_id: str) -> None:
    for number in range(60):
        deadline(str(number))
    fired: Counter[str] = Counter()
    lock = threading.Lock()

    def fire(subject: str, what: str, number: int) -> None:
        time.sleep(0.001)
        with lock:
            fired[subject] += 1

    in_threads(8, lambda _: sweep(fire))
    mine = {subject: count for subject, count in fired.items() if run_id in subject}
    assert len(mine) == 60
    assert set(mine.values()) == {1}


def test_a_row_that_a_command_is_changing_is_skipped(deadline: Make, run_id: str) -> None:
    busy, free = deadline("busy"), deadline("free")
    locked, done = threading.Event(), threading.Event()

    def command(_: int) -> list[tuple[str, str, int]]:
        with transaction.atomic():
            Deadline.objects.filter(pk=busy.pk).update(number=8, due_at=datetime.now(UTC) + timedelta(hours=1))
            locked.set()
            assert done.wait(10)
        return []

    def sweeper(_: int) -> list[tuple[str, str, int]]:
        assert locked.wait(10)
        try:
            return swept(run_id)
        finally:
            done.set()

    assert in_threads(2, lambda number: (command, sweeper)[number](number))[1] == [("free", "decision", 7)]
    assert swept(run_id) == []
    assert free.subject.endswith("free")


def test_the_task_finds_what_falls_due_while_it_runs(deadline: Make, run_id: str) -> None:
    EXPIRED.clear()
    deadline("soon", ago=-0.4)
    with override_settings(WAGERING_WIRING=__name__):
        tasks.sweep_deadlines()
    assert (f"table/{run_id}/soon", "decision", 7) in EXPIRED


def test_the_oldest_age(deadline: Make, run_id: str) -> None:
    deadline("never", ago=1e9, clock=f"session/{run_id}")
    deadline("future", ago=-60)
    before = earliest()
    deadline("due", ago=1e8)  # longer ago than what any other test leaves on the wall's clock
    assert before is None or before.overdue < 1e8
    now = earliest()
    assert now is not None
    assert now.subject == f"table/{run_id}/due"
    assert 1e8 < now.overdue < 1e8 + 60
    assert connection.in_atomic_block is False
