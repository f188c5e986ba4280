"""The global feed under writers that commit out of order: nothing missed, every stream in its order."""

from __future__ import annotations

import random
import threading
import time
from itertools import pairwise

import pytest
from django.db import connection, transaction

from tests.support.events import in_threads, put, undone
from wagering.eventstore import read
from wagering.eventstore.append import VersionConflictError

pytestmark = pytest.mark.database

WRITERS, TURNS = 16, 40


def last_position() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(position), 0) FROM eventstore_event")
        return int(cursor.fetchone()[0])


def write(number: int, run_id: str) -> None:
    """Appends to one or two shared streams at a time, lingers before the commit, and sometimes gives up."""
    chance = random.Random(number)
    for turn in range(TURNS):
        streams = sorted({f"tail/{run_id}/{chance.randrange(12)}" for _ in range(2)})
        try:
            with transaction.atomic():
                known = read.heads(streams)
                put({stream: known.get(stream, 0) for stream in streams}, f"{number}-{turn}", *streams, *streams)
                time.sleep(chance.choice((0, 0, 0.001, 0.005, 0.02)))
                if chance.random() < 0.1:
                    transaction.set_rollback(True)
        except VersionConflictError:
            pass


@pytest.mark.parametrize("page", [7, 1_000])
def test_a_tailing_reader_misses_nothing(run_id: str, page: int) -> None:
    start = last_position()
    writing = threading.Event()
    writing.set()

    def work(number: int) -> list[read.Recorded]:
        if number < WRITERS:
            write(number, run_id)
            return []
        if number == WRITERS:
            return list(tail())
        return []

    def tail() -> list[read.Recorded]:
        after, seen = start, []
        while True:
            last_round = not writing.is_set()
            events = read.read_feed(after, page, wait=1.0 if last_round else 0.0)
            seen += events
            after = events[-1].position if events else after
            if last_round and not events:
                return seen

    reader: list[read.Recorded] = []
    thread = threading.Thread(target=lambda: (reader.extend(tail()), connection.close()))
    thread.start()
    in_threads(WRITERS, work)
    writing.clear()
    thread.join(60)
    stored = read.read_between(start, last_position(), 1_000_000)
    assert len(stored) > WRITERS
    assert reader == stored
    by_stream: dict[str, list[int]] = {}
    for event in reader:
        by_stream.setdefault(event.stream, []).append(event.version)
    assert all(versions == list(range(1, len(versions) + 1)) for versions in by_stream.values())


def test_the_feed_stops_below_an_open_writer(run_id: str) -> None:
    start = last_position()
    drawn, finish = threading.Event(), threading.Event()
    seen: list[int] = []

    def slow(_: int) -> None:
        with transaction.atomic():
            put({f"slow/{run_id}": 0}, run_id)
            drawn.set()
            assert finish.wait(20)

    def quick(_: int) -> None:
        assert drawn.wait(20)
        put({f"quick/{run_id}": 0}, run_id)
        seen.append(len(read.read_feed(start, 10, wait=0.2)))
        finish.set()
        seen.append(len(read.read_feed(start, 10, wait=5.0)))

    in_threads(2, lambda number: (slow, quick)[number](number))
    assert seen == [0, 2]


def test_a_rolled_back_position_is_passed(run_id: str) -> None:
    start = last_position()
    with undone():
        put({f"gone/{run_id}": 0}, run_id)
    put({f"kept/{run_id}": 0}, run_id)
    assert [event.stream for event in read.read_feed(start, 10, wait=5.0)] == [f"kept/{run_id}"]


def test_a_transaction_that_wrote_first_learns_nothing_new(run_id: str) -> None:
    """Its own id is older than positions drawn since, so it must not fence with it."""
    known = read.safe_position(wait=5.0)
    with transaction.atomic():
        put({f"own/{run_id}": 0}, run_id)
        assert read.safe_position() == known
    assert read.safe_position(wait=5.0) > known


def test_names_select_and_scan_reads_all(run_id: str) -> None:
    start = last_position()
    put({f"s/{run_id}": 0}, run_id, *[f"s/{run_id}"] * 30)
    safe = read.safe_position(wait=5.0)
    assert len(read.read_between(start, safe, 1_000, ["test.happened@1"])) == 30
    assert read.read_between(start, safe, 1_000, ["test.other@1"]) == []
    scanned = list(read.scan(start))
    assert scanned == read.read_between(start, safe, 1_000)
    assert all(one.position < two.position for one, two in pairwise(scanned))


def test_leaving_a_scan_early_undoes_nothing(run_id: str) -> None:
    put({f"s/{run_id}": 0}, run_id, *[f"s/{run_id}"] * 10)
    with transaction.atomic():
        for _ in read.scan():
            put({f"written/{run_id}": 0}, run_id)
            break
    assert read.heads([f"written/{run_id}"]) == {f"written/{run_id}": 1}
