"""Streams that a decision only read: shared by all readers, exclusive for whoever appends."""

from __future__ import annotations

import threading
import time

import pytest
from django.db import connection, transaction

from tests.support.events import in_threads, put
from wagering.eventstore import read
from wagering.eventstore.append import VersionConflictError

pytestmark = pytest.mark.database

READERS, THREADS = 2_000, 16


def test_a_guard_at_another_version_conflicts(run_id: str) -> None:
    phase, wallet = f"round/{run_id}", f"wallet/{run_id}"
    put({phase: 0}, run_id, exclusive=[phase])
    for version in (0, 2):
        with pytest.raises(VersionConflictError) as caught:
            put({wallet: 0}, run_id, read={phase: version})
        assert caught.value.stream == phase
    assert put({wallet: 0}, run_id, read={phase: 1, f"none/{run_id}": 0}).versions == {wallet: 1}
    assert read.head(phase) == read.Head(1, read.read_stream(phase)[0].hash)


def test_readers_do_not_wait_for_each_other(run_id: str) -> None:
    phase = f"round/{run_id}"
    put({phase: 0}, run_id, exclusive=[phase])
    all_inside = threading.Barrier(6, timeout=20)

    def bet(number: int) -> None:
        with transaction.atomic():
            put({f"wallet/{run_id}/{number}": 0}, run_id, read={phase: 1})
            all_inside.wait()

    in_threads(6, bet)


def test_the_closer_waits_for_readers_and_they_for_it(run_id: str) -> None:
    phase = f"round/{run_id}"
    put({phase: 0}, run_id, exclusive=[phase])
    accepted, closing = threading.Event(), threading.Event()
    order: list[str] = []

    def early() -> None:
        with transaction.atomic():
            put({f"wallet/{run_id}/early": 0}, run_id, read={phase: 1})
            accepted.set()
            time.sleep(0.3)
            order.append("early")

    def close() -> None:
        assert accepted.wait(10)
        with transaction.atomic():
            put({phase: 1}, run_id, exclusive=[phase])
            order.append("close")
            closing.set()
            time.sleep(0.3)

    def late() -> None:
        assert closing.wait(10)
        with pytest.raises(VersionConflictError):
            put({f"wallet/{run_id}/late": 0}, run_id, read={phase: 1})
        order.append("late")

    in_threads(3, lambda number: (early, close, late)[number]())
    assert order == ["early", "close", "late"]
    assert read.heads([f"wallet/{run_id}/late"]) == {}


def test_every_accepted_bet_precedes_the_closing(run_id: str) -> None:
    phase = f"round/{run_id}"
    put({phase: 0}, run_id, exclusive=[phase])
    half_way = threading.Event()
    closed_at: list[int] = []

    def bets(thread: int) -> tuple[list[int], int]:
        if thread == THREADS:
            assert half_way.wait(60)
            closed_at.append(put({phase: 1}, run_id, exclusive=[phase]).last_position or 0)
            return [], 0
        positions, refused = [], 0
        for number in range(READERS // THREADS):
            if number == READERS // THREADS // 2:
                half_way.set()
            try:
                with transaction.atomic():
                    placed = put({f"wallet/{run_id}/{thread}/{number}": 0}, run_id, read={phase: 1})
                    if number % 10 == 0:
                        time.sleep(0.003)  # accepted, not committed yet: the closer must wait for it
                positions.append(placed.last_position or 0)
            except VersionConflictError:
                refused += 1
        return positions, refused

    results = in_threads(THREADS + 1, bets)
    accepted = [position for positions, _ in results for position in positions]
    assert len(accepted) + sum(refused for _, refused in results) == READERS // THREADS * THREADS
    assert len(accepted) >= READERS // THREADS // 2
    assert max(accepted) < closed_at[0]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM eventstore_stream WHERE stream LIKE %s", [f"wallet/{run_id}/%"])
        assert cursor.fetchone() == (len(accepted),)
