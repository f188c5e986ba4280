"""Several processes that start their measured work at the same moment, and what it cost them."""

from __future__ import annotations

import gc
import multiprocessing
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Any, Protocol

import psutil

from tests.bench import database

PATIENCE_S = 600


@dataclass(frozen=True, slots=True)
class Cost:
    """``units`` of work done between ``start`` and ``end`` (monotonic clock); ``cpu`` seconds of client and server."""

    units: int
    start: float
    end: float
    cpu: float

    @property
    def seconds(self) -> float:
        return self.end - self.start

    @property
    def rate(self) -> float:
        """Units a second."""
        return self.units / self.seconds

    @property
    def cpu_us(self) -> float:
        """Microseconds of processor time a unit, which a busy machine changes less than it changes the rate."""
        return self.cpu / self.units * 1e6


def together(costs: list[Cost]) -> Cost:
    """Costs of processes that worked at the same time as one cost: from the first start to the last end."""
    return Cost(
        sum(cost.units for cost in costs),
        min(cost.start for cost in costs),
        max(cost.end for cost in costs),
        sum(cost.cpu for cost in costs),
    )


class Job(Protocol):
    """Prepares (connects, warms up), then calls the meter once with its measured work."""

    def __call__(self, number: int, meter: Meter, /) -> Any:
        """``number`` counts the processes from 0."""


class Meter:
    """Waits until every process is ready, then takes the cost of one call."""

    def __init__(self, barrier: Barrier) -> None:
        self._barrier = barrier

    def __call__(self, work: Callable[[], int], server_pid: int = 0) -> Cost:
        """``work`` returns its units; ``server_pid`` is the backend that works for it, if it runs on this machine."""
        gc.collect()
        gc.freeze()  # what was prepared is not looked through again while the clock runs
        self._barrier.wait(PATIENCE_S)
        backend, start, own = _cpu_of(server_pid), time.monotonic(), time.process_time()
        units = work()
        end = time.monotonic()
        return Cost(units, start, end, time.process_time() - own + _cpu_of(server_pid) - backend)


def in_processes(count: int, job: Job) -> list[Any]:
    """What ``job`` returns in each of ``count`` forked processes; RuntimeError with its traceback if one fails."""
    database.close()
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(count)
    started = []
    for number in range(count):
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_run, args=(job, number, Meter(barrier), theirs, barrier))
        process.start()
        theirs.close()
        started.append((process, ours))
    results = [_received(ours) for _, ours in started]
    for process, _ in started:
        process.join()
    failed = [str(value) for ok, value in results if not ok]
    if failed:
        raise RuntimeError("a process of the benchmark failed:\n" + "\n".join(failed))
    return [value for _, value in results]


def _received(ours: Connection) -> tuple[bool, Any]:
    try:
        found: tuple[bool, Any] = ours.recv()
    except EOFError:
        return False, "it ended without an answer"
    return found


def _run(job: Job, number: int, meter: Meter, answer: Connection, barrier: Barrier) -> None:
    try:
        answer.send((True, job(number, meter)))
    except BaseException:  # noqa: BLE001  (whatever it was, the others must not wait for this process)
        barrier.abort()
        answer.send((False, traceback.format_exc()))
    finally:
        database.close()


def _cpu_of(pid: int) -> float:
    if not pid:
        return 0.0
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)
