"""Versions, conflicts, races for a new stream, lock order, and reading back what was written."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, transaction

from tests.support.events import OCCURRED, in_threads, put, undone
from wagering.eventstore import read
from wagering.eventstore.append import New, VersionConflictError, append
from wagering.eventstore.session import execute, sqlstate

pytestmark = pytest.mark.database


def test_versions_count_from_one_without_gaps(run_id: str) -> None:
    a, b = f"a/{run_id}", f"b/{run_id}"
    first = put({b: 0, a: 0}, run_id, b, a, b)
    assert first.versions == {a: 1, b: 2}
    assert put({a: 1}, run_id).versions == {a: 2}
    assert put({a: None, b: 2}, run_id).versions == {a: 3, b: 3}
    assert [event.version for event in read.read_stream(a)] == [1, 2, 3]
    assert [event.version for event in read.read_stream(b, after=1)] == [2, 3]
    positions = [event.position for event in read.read_stream(b)]
    assert positions == sorted(positions)
    assert (first.first_position, first.last_position) == (positions[0], positions[1])


def test_everything_is_read_back_as_written(run_id: str) -> None:
    stream = f"whole/{run_id}"
    body = '{"text":"မြန်မာ ♠","whole":9007199254740993}'
    append(
        [New(stream, "test.said@2", body)],
        {stream: 0},
        actor="ကို",
        command="k",
        correlation=run_id,
        occurred_at=OCCURRED,
    )
    (event,) = read.read_stream(stream)
    assert (event.stream, event.version, event.name, event.body) == (stream, 1, "test.said@2", body)
    assert (event.actor, event.command, event.correlation, event.occurred_at) == ("ကို", "k", run_id, OCCURRED)
    assert abs((datetime.now(UTC) - event.recorded_at).total_seconds()) < 60
    assert read.read_correlation(run_id) == [event]
    assert read.head(stream) == read.Head(1, event.hash)
    assert read.heads([stream, "none/such"]) == {stream: 1}
    assert read.head("none/such") is None
    assert read.read_correlation("") == []


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_another_version_than_expected_conflicts(run_id: str, expected: int) -> None:
    stream = f"s/{run_id}"
    put({stream: 0}, run_id, stream, stream)
    with pytest.raises(VersionConflictError) as caught:
        put({stream: expected}, run_id)
    assert caught.value.stream == stream
    assert len(read.read_stream(stream)) == 2


@pytest.mark.parametrize("expected", [None, 1])
def test_a_stream_that_does_not_exist_conflicts(run_id: str, expected: int | None) -> None:
    here, missing = f"a/{run_id}", f"b/{run_id}"
    put({here: 0}, run_id)
    with pytest.raises(VersionConflictError) as caught:
        put({here: 1, missing: expected}, run_id)
    assert caught.value.stream == missing
    assert len(read.read_stream(here)) == 1


def test_one_conflict_leaves_nothing_of_the_others(run_id: str) -> None:
    a, b = f"a/{run_id}", f"b/{run_id}"
    put({b: 0}, run_id)
    with pytest.raises(VersionConflictError):
        put({a: 0, b: 0}, run_id)
    assert read.head(a) is None
    assert read.read_stream(a) == []


def call(streams: list[str], expected: list[int | None]) -> None:
    execute(
        "SELECT eventstore_append('a', 'c', '', now(), '{}', '{}', %b::text[], %b::bigint[], %b::boolean[],"
        " %b::integer[], %b::text[], %b::text[])",
        (streams, expected, [False] * len(streams), [1, 2], ["test.a@1", "test.b@1"], ["{}", "{}"]),
    )


@pytest.mark.parametrize("order", ["ba", "aa"])
def test_streams_out_of_order_are_refused(run_id: str, order: str) -> None:
    names = {"a": f"a/{run_id}", "b": f"b/{run_id}"}
    put(dict.fromkeys(names.values(), 0), run_id)
    with pytest.raises(DatabaseError) as caught:
        call([names[letter] for letter in order], [1, 1])
    assert sqlstate(caught.value) == "22023"
    assert read.heads(names.values()) == dict.fromkeys(names.values(), 1)


def test_appending_needs_read_committed(run_id: str) -> None:
    with undone():
        execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        with pytest.raises(DatabaseError) as caught:
            put({f"s/{run_id}": 0}, run_id)
    assert sqlstate(caught.value) == "25001"


def test_many_create_one_stream(run_id: str) -> None:
    stream = f"race/{run_id}"

    def create(number: int) -> bool:
        try:
            with transaction.atomic():
                put({stream: 0}, f"{run_id}-{number}")
        except VersionConflictError:
            return False
        return True

    assert sum(in_threads(8, create)) == 1
    assert len(read.read_stream(stream)) == 1


def test_one_stream_keeps_its_order_under_a_race(run_id: str) -> None:
    stream = f"race/{run_id}"
    put({stream: 0}, run_id)

    def add(number: int) -> int:
        conflicts = 0
        for turn in range(20):
            while True:
                current = read.head(stream)
                assert current is not None
                try:
                    put({stream: current.version}, f"{run_id}-{number}-{turn}")
                    break
                except VersionConflictError:
                    conflicts += 1
        return conflicts

    in_threads(4, add)
    events = read.read_stream(stream)
    assert [event.version for event in events] == list(range(1, 82))
    assert [event.position for event in events] == sorted(event.position for event in events)
    assert len({event.command for event in events}) == 81


def test_shuffled_streams_do_not_deadlock(run_id: str) -> None:
    streams = [f"lock/{run_id}/{number}" for number in range(6)]
    put(dict.fromkeys(streams[:3], 0), run_id)

    def mix(number: int) -> int:
        chance = random.Random(number)
        done = 0
        for turn in range(60):
            chosen = chance.sample(streams, 4)
            known = read.heads(chosen)
            reads = {stream: known[stream] for stream in chosen[:1] if stream in known}
            expected: dict[str, int | None] = {
                stream: None if stream in known and chance.random() < 0.5 else known.get(stream, 0)
                for stream in chosen[1:]
            }
            try:
                put(expected, f"{run_id}-{number}-{turn}", read=reads, exclusive=chosen[1:])
                done += 1
            except VersionConflictError:
                pass
        return done

    accepted = in_threads(8, mix)
    assert all(accepted)
    for stream, end in read.heads(streams).items():
        assert [event.version for event in read.read_stream(stream)] == list(range(1, end + 1))
