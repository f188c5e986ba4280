"""Outbox and deadlines on real workers and real queues: a dead broker, killed relays, two beats, kill -9."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support import announcements, forks
from tests.support.announcements import announce, noted
from tests.support.tallies import eventually
from wagering.clock.models import Deadline
from wagering.integrations.models import Notice, Outbox

pytestmark = [pytest.mark.xdist_group("worker"), pytest.mark.database]

RELAY = f"{announcements.__name__}:relay_once"
HANG = f"{announcements.__name__}:relay_and_hang"
NOBODY_LISTENS = "amqp://guest:guest@127.0.0.1:1//"


@pytest.fixture
def environment(child_env: Mapping[str, str], broker_url: str, tmp_path: Path) -> dict[str, str]:
    announcements.make_table()
    Outbox.objects.filter(delivered_at=None).update(delivered_at=datetime.now(UTC))  # left by other tests
    return {
        **child_env,
        "DJANGO_SETTINGS_MODULE": "tests.support.worker_settings",
        "CELERY_BROKER_URL": broker_url,
        "CELERY_VISIBILITY_TIMEOUT": "5",
    }


@contextmanager
def workers(env: Mapping[str, str], root: Path, tmp_path: Path, count: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Workers, each with a beat of its own; all are killed at the end."""
    running: list[subprocess.Popen[bytes]] = []
    try:
        for number in range(count):
            words = ["-A", "wagering.project", "worker", "--pool", "threads", "-c", "4", "-l", "INFO"]
            words += ["-B", "-s", str(tmp_path / f"beat{number}"), "--without-gossip", "--without-mingle"]
            with (tmp_path / f"worker{number}.log").open("w") as log:
                command = [sys.executable, "-m", "celery", *words]
                running.append(
                    subprocess.Popen(command, env=env, cwd=root, stdout=log, stderr=log, start_new_session=True)
                )
        yield running
    finally:
        for worker in running:
            end(worker)


def end(worker: subprocess.Popen[bytes]) -> None:
    if worker.poll() is None:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def taken_in(ids: list[int]) -> bool:
    return Notice.objects.filter(id__in=ids).count() == len(ids)


def in_order(run_id: str) -> bool:
    """Within each correlation nothing was taken in before its predecessors."""
    found = Notice.objects.filter(correlation__startswith=run_id).order_by("taken_in_at", "id")
    last: dict[str, int] = {}
    for notice in found:
        if notice.id < last.get(notice.correlation, 0):
            return False
        last[notice.correlation] = notice.id
    return True


def ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.timeout(120)
def test_a_dead_broker_then_two_beats_and_a_killed_worker(
    environment: dict[str, str], root: Path, tmp_path: Path, run_id: str
) -> None:
    ids = [announce(f"{run_id}/{number}") for number in range(50)]
    without_broker = {**environment, "CELERY_BROKER_URL": NOBODY_LISTENS}
    with forks.nursery(without_broker, root, announcements.__name__) as nursery:
        for _ in range(2):
            pid = nursery.fork(RELAY)
            eventually(lambda pid=pid: ended(pid), 30)  # type: ignore[misc]
    rows = Outbox.objects.filter(id__in=ids)
    assert set(rows.values_list("attempts", "claimed_until", "delivered_at")) == {(0, None, None)}
    due = datetime.now(UTC) + timedelta(seconds=2)
    for number in range(10):
        Deadline.objects.create(subject=f"table/{run_id}/{number}", what="decision", number=1, due_at=due)

    with workers(environment, root, tmp_path, 2) as running:
        eventually(lambda: Notice.objects.filter(id__in=ids).exists(), 40)
        end(running[0])
        more = [announce(f"{run_id}/{number % 5}") for number in range(20)]
        eventually(lambda: taken_in(ids + more), 40)
        eventually(lambda: not Deadline.objects.filter(subject__contains=run_id).exists(), 20)

    assert set(rows.values_list("attempts", flat=True)) <= {1, 2}
    assert Outbox.objects.filter(id__in=ids + more, delivered_at=None).count() == 0
    calls = Counter(noted(f"{run_id}/"))
    assert {calls[f"table/{run_id}/{number}"] for number in range(10)} == {1}  # each question answered once
    assert in_order(run_id)


@pytest.mark.timeout(120)
def test_a_relay_killed_between_publishing_and_marking(
    environment: dict[str, str], root: Path, tmp_path: Path, run_id: str
) -> None:
    """Its rows go out a second time, and nothing comes of it."""
    ids = [announce(f"{run_id}/{number % 4}") for number in range(40)]
    with forks.nursery(environment, root, announcements.__name__) as nursery:
        first = nursery.fork(HANG, 3.0)
        eventually(lambda: Outbox.objects.filter(id__in=ids, attempts=1).count() == 40)
        second = nursery.fork(RELAY)  # beside the first, which holds every round
        eventually(lambda: ended(second), 30)
        assert Outbox.objects.filter(id__in=ids, delivered_at=None).count() == 40
        time.sleep(1.0)
        forks.kill(first)
        behind = [announce(f"{run_id}/{number % 4}") for number in range(8)]
        while Outbox.objects.filter(id__in=ids + behind, delivered_at=None).exists():  # until the lease has ended
            pid = nursery.fork(RELAY)
            eventually(lambda pid=pid: ended(pid), 30)  # type: ignore[misc]
            time.sleep(0.2)
    assert set(Outbox.objects.filter(id__in=ids).values_list("attempts", flat=True)) == {2}

    with workers(environment, root, tmp_path, 1):
        eventually(lambda: taken_in(ids + behind), 40)
        time.sleep(1.5)  # for the messages that come a second time
    assert Notice.objects.filter(correlation__startswith=run_id).count() == 48
    assert in_order(run_id)
