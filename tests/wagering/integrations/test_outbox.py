"""The relay: order within a correlation, leases, outages, poison, and dead rows that a person can send again."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from tests.support.announcements import announce
from tests.support.events import in_threads
from wagering.integrations import outbox
from wagering.integrations.models import Outbox
from wagering.integrations.outbox import Waiting
from wagering.integrations.relay import relay

pytestmark = pytest.mark.database


class Broker:
    """Takes messages, unless told otherwise."""

    def __init__(self, run_id: str) -> None:
        self.run_id = run_id
        self.taken: list[int] = []
        self.away = False
        self.poison: set[int | str] = set()  # ids or correlations
        self._lock = threading.Lock()

    def __call__(self, row: Waiting) -> None:
        if self.away:
            raise OperationalError("connection refused")
        if self.poison & {row.id, row.correlation}:
            raise ValueError("cannot be encoded")
        if self.run_id in row.correlation:
            with self._lock:
                self.taken.append(row.id)


@pytest.fixture
def broker(run_id: str, database: str) -> Broker:
    """Rows that other tests have left are out of the way."""
    made = Broker(run_id)
    Outbox.objects.filter(delivered_at=None).update(claimed_until=datetime.now(UTC) + timedelta(hours=1))
    return made


def retry_now(*ids: int) -> None:
    Outbox.objects.filter(id__in=ids).update(claimed_until=datetime.now(UTC) - timedelta(seconds=1))


def test_rows_go_out_once_and_in_order(broker: Broker, run_id: str) -> None:
    ids = [announce(f"{run_id}/{number % 3}") for number in range(20)] + [announce(f"{run_id}/x")]
    assert relay(broker) == 21
    assert broker.taken == [ids[18], ids[19], ids[17], ids[20]]  # one message a round, naming its last row
    assert relay(broker) == 0
    rows = Outbox.objects.filter(id__in=ids)
    assert all(row.delivered_at and row.claimed_until is None and row.attempts == 1 for row in rows)


def test_many_batches(broker: Broker, run_id: str) -> None:
    ids = [announce(run_id) for _ in range(250)]
    assert relay(broker) == 250
    assert broker.taken == [ids[99], ids[199], ids[249]]


def test_an_open_command_holds_back_what_comes_after_it(broker: Broker, run_id: str) -> None:
    inside, finish = threading.Event(), threading.Event()
    first: list[int] = []

    def slow(_: int) -> None:
        with transaction.atomic():
            first.append(announce(run_id))
            inside.set()
            assert finish.wait(20)

    def quick(_: int) -> None:
        assert inside.wait(20)
        second = announce(run_id)
        assert second > first[0]
        assert relay(broker) == 0  # committed, but the first row of the round is not there yet
        finish.set()
        while Outbox.objects.filter(correlation=run_id, delivered_at=None).exists():
            relay(broker)
        assert broker.taken in ([second], [first[0], second])

    in_threads(2, lambda number: (slow, quick)[number](number))


def test_an_outage_counts_as_nobody_s_attempt(broker: Broker, run_id: str, caplog: pytest.LogCaptureFixture) -> None:
    ids = [announce(f"{run_id}/{number % 5}") for number in range(50)]
    broker.away = True
    with caplog.at_level(logging.WARNING):
        for _ in range(outbox.MOST_ATTEMPTS + 2):
            assert relay(broker) == 0
    assert len(caplog.records) == outbox.MOST_ATTEMPTS + 2  # one line a run, not one a row
    assert set(Outbox.objects.filter(id__in=ids).values_list("attempts", "claimed_until", "dead_at")) == {
        (0, None, None)
    }
    broker.away = False
    assert relay(broker) == 50
    assert broker.taken == ids[-5:]


def test_a_broker_that_is_wrongly_set_up_kills_no_rows(broker: Broker, run_id: str) -> None:
    ids = [announce(f"{run_id}/{number}") for number in range(10)]
    broker.poison = {*ids}
    for _ in range(outbox.MOST_ATTEMPTS + 2):
        assert relay(broker) == 0
    assert set(Outbox.objects.filter(id__in=ids).values_list("attempts", "claimed_until")) == {(0, None)}


def test_poison_stops_its_round_alone_and_is_sent_again_by_a_person(broker: Broker, run_id: str) -> None:
    bad, behind, other = announce(f"{run_id}/a"), announce(f"{run_id}/a"), announce(f"{run_id}/b")
    broker.poison = {f"{run_id}/a"}
    assert relay(broker) == 1
    assert broker.taken == [other]
    later = announce(f"{run_id}/a")
    assert relay(broker) == 0  # the pause after the failure keeps the whole round back, and nothing spins
    for attempt in range(2, outbox.MOST_ATTEMPTS + 1):
        retry_now(bad)
        relay(broker)
        assert Outbox.objects.get(id=bad).attempts == attempt
    row = Outbox.objects.get(id=bad)
    assert row.dead_at is not None
    assert row.last_error == "ValueError: cannot be encoded"
    assert outbox.backlog().dead >= 1
    retry_now(bad)
    assert relay(broker) == 0
    broker.poison = set()
    assert outbox.redrive([bad]) == 1
    assert outbox.redrive([bad]) == 0
    assert relay(broker) == 3
    assert broker.taken == [other, later]
    assert Outbox.objects.filter(id__in=(bad, behind), delivered_at=None).count() == 0


def test_rows_without_a_correlation_do_not_wait_for_each_other(broker: Broker) -> None:
    bad, good = announce(""), announce("")
    broker.poison = {bad}
    relay(broker)
    assert Outbox.objects.get(id=good).delivered_at is not None
    assert Outbox.objects.get(id=bad).delivered_at is None


def test_a_lost_lease_is_handed_out_again_and_nothing_overtakes_meanwhile(broker: Broker, run_id: str) -> None:
    ids = [announce(run_id) for _ in range(3)]
    assert [row.id for row in outbox.claim(1, lease=0.3)] == ids[:1]  # this relay dies here
    assert relay(broker) == 0
    time.sleep(0.35)
    assert relay(broker) == 3
    assert broker.taken == ids[-1:]


def test_many_relays_and_writers(broker: Broker, run_id: str) -> None:
    """Nothing twice, nothing left, and no row out of its round's order."""
    writing = threading.Event()
    writing.set()
    writers = 4

    def run(number: int) -> None:
        if number < writers:
            for turn in range(60):
                announce(f"{run_id}/{turn % 7}")
            return
        while writing.is_set() or relay(broker):
            relay(broker)

    def all_of_them(number: int) -> None:
        run(number)
        if number < writers:
            done.append(number)
            if len(done) == writers:
                writing.clear()

    done: list[int] = []
    in_threads(writers + 3, all_of_them)
    relay(broker)
    stored = list(Outbox.objects.filter(correlation__startswith=run_id).order_by("id"))
    assert len(stored) == writers * 60
    assert all(row.delivered_at for row in stored)
    assert max(Counter(broker.taken).values()) == 1
    last = {row.correlation: row.id for row in stored}
    assert set(last.values()) <= set(broker.taken)


def test_the_pause_doubles_and_is_bounded() -> None:
    assert all(0.5 * 2**n <= outbox.pause_after(n) <= 2**n for n in range(1, 8))
    assert 150 <= outbox.pause_after(30_000) <= 300
    assert 1_800 <= outbox.pause_after(30_000, 3_600.0) <= 3_600
    assert len({outbox.pause_after(5) for _ in range(20)}) > 10


def test_the_backlog_for_monitoring(broker: Broker, run_id: str) -> None:
    before = outbox.backlog()
    announce(run_id)
    assert outbox.backlog().waiting == before.waiting + 1
    assert outbox.backlog().oldest > 0
