"""Commands playing rounds: the project's pipeline, the limit and the library, in turns, with 1 and with 4 processes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

from tests.bench import library, limit, script
from tests.bench.database import connect
from tests.bench.record import Written, frozen, recording, thawed
from tests.bench.report import Figure
from tests.bench.sizes import Sizes
from tests.bench.workers import Cost, Meter, in_processes, together
from wagering.eventstore.session import raw

PROCESSES = (1, 4)


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Events a second of each, the same events for all."""
    played, rows = write_script(sizes)
    limit.install()
    library.install()
    repetition = 1
    for processes in PROCESSES:
        costs: dict[str, list[Cost]] = {"limit": [], "ours": [], "library": []}
        for _ in range(sizes.repetitions):
            names = [script.name_of(repetition, process) for process in range(processes)]
            repetition += 1
            jobs = {"limit": _limit(rows, played.warm, names), "ours": _ours(played, rows, names)}
            for what, job in (*jobs.items(), ("library", _library(rows, played.warm, names))):
                costs[what].append(together(in_processes(processes, job)))
        many = f"playing, {processes} process{'es' if processes > 1 else ''}"
        yield Figure(many, "events", "psycopg, one call a command", costs["limit"], costs["ours"], 0.5)
        yield Figure(many, "events", "eventsourcing, events alone", costs["library"], costs["ours"], 1.5)


def ensure_events(sizes: Sizes) -> None:
    """Play until there are enough events to read, if no other figure has written them."""
    for repetition in count(90):
        if _events() >= sizes.events:
            return
        played, rows = write_script(sizes)
        names = [script.name_of(repetition, process) for process in range(PROCESSES[-1])]
        in_processes(len(names), _ours(played, rows, names))


def _events() -> int:
    with connect() as connection:
        row = connection.execute("SELECT count(*) FROM eventstore_event").fetchone()
    return int(row[0]) if row else 0


@cache
def write_script(sizes: Sizes) -> tuple[script.Script, bytes]:
    """A script and the rows that its commands wrote."""

    def job(_: int, meter: Meter) -> tuple[script.Script, bytes]:
        with recording() as found:
            written = script.write(sizes.warm_rounds, sizes.rounds)
        if len(written.sent) != len(found.written):
            raise RuntimeError("a command of the script wrote nothing, so commits cannot be compared")
        meter(lambda: 0)
        return written, frozen(found.written)

    (answer,) = in_processes(1, job)
    found: tuple[script.Script, bytes] = answer
    return found


def _ours(played: script.Script, rows: bytes, names: list[str]) -> Any:
    units = sum(len(written.events) for written in thawed(rows, names[0])[played.warm :])

    def job(number: int, meter: Meter) -> Cost:
        mine = played.named(names[number])
        keys = [f"{names[number]}/{each:06}" for each in range(len(mine.sent))]
        for sent, key in zip(mine.sent[: mine.warm], keys, strict=False):
            script.play(sent, key)
        steady = list(zip(mine.sent, keys, strict=True))[mine.warm :]

        def work() -> int:
            for sent, key in steady:
                script.play(sent, key)
            return units

        return meter(work, raw().info.backend_pid)

    return job


def _limit(rows: bytes, warm: int, names: list[str]) -> Any:
    def job(number: int, meter: Meter) -> Cost:
        writer = limit.Writer()
        return _measured(writer, thawed(rows, names[number]), warm, meter)

    return job


def _library(rows: bytes, warm: int, names: list[str]) -> Any:
    def job(number: int, meter: Meter) -> Cost:
        writer = library.Writer()
        cost = _measured(writer, thawed(rows, names[number]), warm, meter)
        writer.close()
        return cost

    return job


def _measured(writer: limit.Writer | library.Writer, commands: list[Written], warm: int, meter: Meter) -> Cost:
    for written in commands[:warm]:
        writer.write(written)
    steady = commands[warm:]

    def work() -> int:
        for written in steady:
            writer.write(written)
        return sum(len(written.events) for written in steady)

    return meter(work, writer.pid)
