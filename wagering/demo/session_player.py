"""Plays a recorded session through the command pipeline, on the session's own clock."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg
from django.db import InterfaceError, OperationalError, connection

from games.kernel.ruleset import Rejected
from wagering.clock.models import Deadline
from wagering.demo.session_lines import Line, Run, UnknownLineError, check_line, envelope
from wagering.demo.session_result import observe
from wagering.dispatch.command import Envelope
from wagering.dispatch.pipeline import execute
from wagering.eventstore.session import execute as sql
from wagering.rounds.commands import PayBets
from wagering.rounds.play import table_stream

Result = TypeVar("Result")
OBSERVED: Final = frozenset({"expect", "expect_view", "expect_totals"})
PATIENCE_S: Final = 60.0
"""How long the database may be away, or the worker may take, before the run gives up."""


_SET_CLOCK: Final = """
INSERT INTO clock_virtualclock (name, now) VALUES (%b::text, %b::timestamptz)
ON CONFLICT (name) DO UPDATE SET now = excluded.now WHERE clock_virtualclock.now < excluded.now
"""


class Progress:
    """A JSON-lines file with one line for each observation. The next command is sent after it was written, so a run
    that is killed misses none: everything before the last one kept can be sent again, and changes nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> dict[str, dict[str, Any]]:
        """What was kept; a line that was being written when the process died is none."""
        found: dict[str, dict[str, Any]] = {}
        for text in self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else ():
            try:
                seq, observed = json.loads(text)
            except ValueError:
                continue
            found[seq] = observed
        return found

    def keep(self, seq: str, observed: Mapping[str, Any]) -> None:
        """Append one observation; the line break before it parts it from one that was not finished."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write("\n" + json.dumps([seq, observed]) + "\n")

    def forget(self) -> None:
        """The run is over, or begins anew."""
        self._path.unlink(missing_ok=True)


@dataclass(slots=True)
class Player:
    """``by_worker``: leave deadlines and remaining payments to a running Celery worker and wait for it. ``progress``:
    keeps what was observed, for a run that is broken off and started again."""

    run: Run
    by_worker: bool = False
    refusals: dict[str, str] = field(default_factory=dict)
    seen: dict[str, dict[str, Any]] = field(default_factory=dict)
    progress: Progress | None = None

    def play(self, line: Line) -> None:
        """One line: carried out and remembered, or observed."""
        check_line(line)
        if line["kind"].startswith("expect"):
            self._observe(line)
            return
        patiently(lambda: self._set_clock(line))
        if self.by_worker and line["kind"] in ("close_bets", "silence"):
            self._await_worker(line)
        try:
            code = self._send(envelope(self.run, line))
        except Rejected as error:
            code = error.code
        if code:
            self.refusals[str(line["seq"])] = code

    def _observe(self, line: Line) -> None:
        if line["kind"] not in OBSERVED:
            raise UnknownLineError(f"line {line['seq']}: unknown kind {line['kind']!r}")
        if str(line["seq"]) in self.seen:  # by the run that was broken off; by now the house has moved on
            return
        try:
            found = self.seen[str(line["seq"])] = patiently(lambda: observe(self.run, line))
        except Rejected as error:
            raise UnknownLineError(f"line {line['seq']}: {error}") from error
        if self.progress:
            self.progress.keep(str(line["seq"]), found)

    def _send(self, message: Envelope) -> str:
        answer = patiently(lambda: execute(message))
        if answer.content.get("status") == "decided":
            self._pay(answer.content["table"], answer.content["round"], message)
        return answer.code

    def _pay(self, table: str, round_id: str, message: Envelope) -> None:
        """A round with more bets than one command pays: the rest, batch by batch."""
        batch = 0
        while True:
            batch += 1
            command = PayBets(table=table, round=round_id)
            pay = Envelope(f"{message.key}/pay{batch}", "system:settlement", message.at, command)
            if patiently(partial(execute, pay)).content.get("status") != "decided":
                return

    def _set_clock(self, line: Line) -> None:
        sql(_SET_CLOCK, (self.run.clock, self.run.time(line["at"])))

    def _await_worker(self, line: Line) -> None:
        """Wait until the worker's sweep has fired what is due at this table."""
        due = Deadline.objects.filter(
            subject=table_stream(self.run.id(line["table"])), due_at__lte=self.run.time(line["at"])
        )
        until = time.monotonic() + PATIENCE_S
        while patiently(due.exists):
            if time.monotonic() > until:
                raise TimeoutError(f"line {line['seq']}: no worker has fired the deadline that is due")
            time.sleep(0.01)


def patiently(call: Callable[[], Result]) -> Result:
    """``call()``, again while the database is away; safe because a command's key makes a second sending harmless."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return call()
        except (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError):
            if time.monotonic() > until:
                raise
            connection.close()
            time.sleep(0.1)


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a session file; ``UnknownLineError`` names the line that is no JSON object with its fields."""
    with path.open(encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            if not text.strip():
                continue
            try:
                line = json.loads(text)
                check_line(line)
            except (ValueError, RecursionError) as error:
                raise UnknownLineError(f"line {number} of {path.name}: {error}") from error
            yield line


def start(first: Line, run_name: str) -> Run:
    """The run that a ``session`` line begins."""
    if first["kind"] != "session" or first.get("format") != 1:
        raise UnknownLineError("a session begins with its session line, format 1")
    for name in ("currency", "name"):
        if not isinstance(first.get(name), str) or not first[name]:
            raise UnknownLineError(f"the session line has no {name}")
    return Run(run_name, first["currency"], f"session {run_name}")
