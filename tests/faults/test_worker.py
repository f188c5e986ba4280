"""A real worker on the default broker: it executes, and when it is killed its tasks are executed by another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

pytestmark = [pytest.mark.xdist_group("worker"), pytest.mark.timeout(180)]

Start = Callable[..., "subprocess.Popen[bytes]"]

SEND = """
import sys, django
django.setup()
from tests.support.tasks import note
for word in sys.argv[3:]:
    note.delay(sys.argv[1], word, float(sys.argv[2]))
"""


@pytest.fixture
def environment(child_env: Mapping[str, str], broker_url: str) -> dict[str, str]:
    return {**child_env, "CELERY_BROKER_URL": broker_url, "CELERY_VISIBILITY_TIMEOUT": "8"}


@pytest.fixture
def start_worker(environment: dict[str, str], root: Path, tmp_path: Path) -> Iterator[Start]:
    """Starts a worker of the given pool as a process group of its own; every group is ended after the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(pool: str) -> subprocess.Popen[bytes]:
        words = ["-A", "wagering.project", "worker", "--include", "tests.support.tasks", "--pool", pool, "-c", "2"]
        command = [sys.executable, "-m", "celery", *words, "--without-gossip", "--without-mingle", "-l", "INFO"]
        with (tmp_path / f"worker{len(started)}.log").open("w") as log:
            worker = subprocess.Popen(
                command, env=environment, cwd=root, stdout=log, stderr=log, start_new_session=True
            )
        started.append(worker)
        return worker

    yield start
    for worker in started:
        end(worker)


def end(worker: subprocess.Popen[bytes]) -> None:
    """Ends a worker and its children at once, as a power cut would."""
    if worker.poll() is None:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def send(environment: dict[str, str], path: Path, seconds: float, *words: str) -> None:
    command = [sys.executable, "-c", SEND, str(path), str(seconds), *words]
    subprocess.run(command, env=environment, check=True, timeout=60)


def wait_for(path: Path, kind: str, words: set[str], seconds: float = 60) -> list[str]:
    """Waits until every word has a line of that kind; all lines so far."""
    until = time.monotonic() + seconds
    while True:
        lines = path.read_text().splitlines() if path.exists() else []
        if words <= {line.split()[1] for line in lines if line.startswith(kind)}:
            return lines
        assert time.monotonic() < until, lines
        time.sleep(0.1)


def test_a_worker_executes_and_stops_when_asked(
    start_worker: Start, environment: dict[str, str], tmp_path: Path
) -> None:
    worker = start_worker("threads")
    send(environment, tmp_path / "notes", 0, "one", "two", "three")
    lines = wait_for(tmp_path / "notes", "end", {"one", "two", "three"})
    assert len(lines) == 6
    worker.terminate()
    assert worker.wait(timeout=40) == 0


@pytest.mark.parametrize("pool", ["threads", "prefork"])
def test_a_killed_worker_s_tasks_are_executed_by_another(
    start_worker: Start, environment: dict[str, str], tmp_path: Path, pool: str
) -> None:
    notes = tmp_path / "notes"
    first = start_worker(pool)
    words = {f"{pool}-a", f"{pool}-b"}
    send(environment, notes, 2, *words)
    wait_for(notes, "begin", words)
    end(first)
    assert not [line for line in notes.read_text().splitlines() if line.startswith("end")]
    start_worker(pool)
    lines = wait_for(notes, "end", words)
    assert len([line for line in lines if line.startswith("begin")]) == 4
