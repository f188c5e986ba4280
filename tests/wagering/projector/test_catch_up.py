"""Catch-up projections: exactly once under kill -9, one consumer at a time, and parked in front of a bad event."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.test import override_settings

from tests.support import forks, tallies
from tests.support.events import in_threads
from wagering.eventstore import read
from wagering.projector import tasks
from wagering.projector.catch_up import Projection, advance, progress, redrive
from wagering.projector.models import Checkpoint

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def wiring() -> Iterator[None]:
    with override_settings(WAGERING_WIRING=tallies.__name__):
        yield


@pytest.fixture
def projection(database: str, run_id: str) -> Projection:
    """A tally that starts here, not with the events of other tests."""
    tallies.make_table(run_id)
    made = tallies.tally(run_id)
    Checkpoint.objects.create(projection=made.key, position=read.safe_position(wait=5))
    return made


def amount(number: int) -> str:
    return f'{{"amount":{number}}}'


def test_it_follows_its_events_and_passes_the_others(projection: Projection, run_id: str) -> None:
    small = replace(projection, batch=4)
    tallies.add(run_id, [amount(number) for number in range(10)])
    tallies.add(run_id, [amount(1_000)], name=tallies.OTHER)
    tallies.add(run_id, [amount(2**62)], stream="b")
    read.safe_position(wait=5)
    assert advance(small) == 11
    assert tallies.tallied(run_id) == tallies.folded(run_id) == {f"s/{run_id}": (10, 45), f"b/{run_id}": (1, 2**62)}
    assert advance(small) == 0
    assert Checkpoint.objects.get(projection=small.key).position == read.safe_position()


def test_a_new_version_starts_from_the_first_event(projection: Projection, run_id: str) -> None:
    newer = replace(projection, version=2, events=frozenset())
    assert advance(newer) == 0
    assert Checkpoint.objects.filter(projection__startswith=projection.name).count() == 2


def test_an_open_end_stops_after_the_batch(projection: Projection, run_id: str) -> None:
    tallies.add(run_id, [amount(1)] * 10)
    read.safe_position(wait=5)
    assert advance(replace(projection, batch=4), until=time.monotonic()) == 4


@pytest.mark.parametrize(
    ("name", "body", "reason"),
    [
        (tallies.STRANGE, "{}", "unknown event test.from_the_future@1"),
        (tallies.ADDED, "{}", "KeyError"),
        (tallies.ADDED, amount(2**70), "out of range"),
    ],
)
def test_a_bad_event_parks_its_projection_alone(
    projection: Projection, run_id: str, name: str, body: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    other = tallies.tally(run_id + "b")
    tallies.make_table(run_id + "b")
    start = Checkpoint.objects.get(projection=projection.key).position
    # The other knows the name, as a reader of other events would that was released together with them.
    other = replace(other, events=frozenset({tallies.ADDED, tallies.STRANGE}))
    Checkpoint.objects.create(projection=other.key, position=start)
    tallies.add(run_id, [amount(1), amount(2)])
    tallies.add(run_id, [body], name=name)
    tallies.add(run_id, [amount(4)])
    bad = read.read_stream(f"s/{run_id}")[2]
    read.safe_position(wait=5)
    with override_settings(WAGERING_WIRING=tallies.__name__), pytest.MonkeyPatch.context() as patch:
        patch.setattr(tallies, "CATCH_UP", [projection, other])
        with caplog.at_level(logging.ERROR):
            tasks.advance_all()
            tasks.advance_all()
        first, second = progress()
    assert [record.levelname for record in caplog.records] == ["ERROR"]  # said once, not every second
    assert tallies.tallied(run_id) == {f"s/{run_id}": (2, 3)}  # those in front of it count
    assert reason in first.parked
    assert f"{bad.position} s/{run_id}:3 {name}" in first.parked
    assert (first.position < bad.position, first.behind > 0) == (True, True)
    assert (second.parked, second.behind) == ("", 0)


def test_a_person_lets_it_try_again(projection: Projection, run_id: str) -> None:
    tallies.add(run_id, [amount(1)])
    tallies.add(run_id, [amount(2)], name=tallies.STRANGE)
    tallies.add(run_id, [amount(4)])
    read.safe_position(wait=5)
    assert not redrive(projection.key)
    assert advance(projection) == 1
    assert advance(projection) == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tallies, "EVENT_TYPES", {**tallies.EVENT_TYPES, tallies.STRANGE: object})
        assert advance(projection) == 0
        assert redrive(projection.key)
        assert advance(projection) == 1
    assert tallies.tallied(run_id) == tallies.folded(run_id) == {f"s/{run_id}": (2, 5)}


def test_a_failing_database_parks_nothing(projection: Projection, run_id: str) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("the server went away")

    tallies.add(run_id, [amount(1)])
    read.safe_position(wait=5)
    with pytest.raises(OperationalError):
        advance(replace(projection, apply=fail))
    assert advance(projection) == 1


def test_only_one_consumer_is_active(projection: Projection, run_id: str) -> None:
    tallies.add(run_id, [amount(1)] * 400)
    read.safe_position(wait=5)
    slow = tallies.tally(run_id, batch=50, pause=0.0002)

    def consume(_: int) -> int:
        read.safe_position(wait=5)
        return sum(advance(slow) for _ in range(5))

    assert sum(in_threads(4, consume)) == 400
    assert tallies.tallied(run_id) == {f"s/{run_id}": (400, 400)}


def test_kill_9_at_any_moment_applies_each_event_once(
    projection: Projection, run_id: str, child_env: Mapping[str, str], root: Path
) -> None:
    """Two processes at a time, 30 kills, 3,000 events written meanwhile."""
    chance = random.Random(run_id)
    follow = f"{tallies.__name__}:follow"
    with forks.nursery(child_env, root, tallies.__name__) as nursery:
        for turn in range(30):
            forked = [nursery.fork(follow, run_id) for _ in range(2)]
            for number in range(10):
                tallies.add(run_id, [amount(turn)] * 10, stream=f"{number}")
            time.sleep(chance.uniform(0.02, 0.15))
            for pid in forked:
                forks.kill(pid)
        moved = Checkpoint.objects.get(projection=projection.key).position
    half_done = sum(count for count, _ in tallies.tallied(run_id).values())
    assert half_done > 0
    assert moved > 0
    tallies.eventually(lambda: advance(projection) == 0 and caught_up(projection))
    assert tallies.tallied(run_id) == tallies.folded(run_id)
    assert sum(count for count, _ in tallies.folded(run_id).values()) == 3_000


def caught_up(projection: Projection) -> bool:
    """Caught up with everything that is stored."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(position) FROM eventstore_event")
        return bool(Checkpoint.objects.get(projection=projection.key).position >= cursor.fetchone()[0])
