"""Real processes that send commands at the same moment, and what each of them was answered.

Commands travel as JSON (``plain``), answers come back the same way; ``race`` starts a fork for each list of commands.
"""

from __future__ import annotations

import itertools
import json
import mmap
import os
import struct
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from games.kernel.expectations import Ask, Decide
from tests.support import forks
from wagering.dispatch.command import Envelope
from wagering.dispatch.pipeline import execute
from wagering.dispatch.wiring import handlers
from wagering.eventstore.session import execute as sql
from wagering.rounds import commands as r
from wagering.rounds import settling, waking
from wagering.rounds.queries import current
from wagering.tables.commands import MountShoe

Sent = Sequence[Mapping[str, Any]]
ME: Final = __name__
ALL_READY_S: Final = 1.0


def plain(envelope: Envelope) -> dict[str, Any]:
    """The envelope as JSON content."""
    content = {field.name: getattr(envelope.command, field.name) for field in fields(envelope.command)}
    at = envelope.at.isoformat()
    return {"key": envelope.key, "actor": envelope.actor, "at": at, "kind": envelope.command.KIND, "fields": content}


def again(content: Mapping[str, Any]) -> Envelope:
    """The envelope that ``plain`` was made of."""
    kinds = {kind.KIND: kind for kind in handlers()}  # type: ignore[attr-defined]
    command = kinds[content["kind"]](**content["fields"])
    return Envelope(content["key"], content["actor"], datetime.fromisoformat(content["at"]), command)


class Ring:
    """Where contenders meet: a nursery and a folder for what goes in and what comes out."""

    def __init__(self, nursery: forks.Nursery, folder: Path) -> None:
        self._nursery, self._folder, self._count = nursery, folder, 0

    def race(self, batches: Sequence[Sequence[Envelope]], spacing: float = 0.0) -> list[Sent]:
        """Each batch in a process of its own, all at once; the answers of each."""
        specs = [{"commands": [plain(envelope) for envelope in batch], "spacing": spacing} for batch in batches]
        return self.run("send_all", specs)

    def run(self, function: str, specs: Sequence[Mapping[str, Any]], seconds: float = 120) -> list[Any]:
        """``function(spec)`` of this module for each of ``specs``, in processes, at the same moment; their results."""
        start = time.time() + ALL_READY_S + 0.02 * len(specs)
        outputs = []
        for spec in specs:
            self._count += 1
            given, output = self._folder / f"{self._count}.in", self._folder / f"{self._count}.out"
            given.write_text(json.dumps({**spec, "start": start}))
            self._nursery.fork(f"{ME}:contend", function, given, output)
            outputs.append(output)
        until = time.monotonic() + seconds
        while not all(output.exists() for output in outputs):
            assert time.monotonic() < until, "a contender has not come back"
            time.sleep(0.02)
        return [json.loads(output.read_text()) for output in outputs]


@contextmanager
def ring(env: Mapping[str, str], root: Path, folder: Path) -> Iterator[Ring]:
    """A ring whose processes end with it."""
    with forks.nursery(env, root, ME, "wagering.project.wiring") as nursery:
        yield Ring(nursery, folder)


# --- in the forks ---


def contend(function: str, given: str, output: str) -> None:
    """For a fork: call ``function`` at the start time, leave its result or the error in ``output``."""
    spec = json.loads(Path(given).read_text())
    try:
        sql("SELECT 1")
        while time.time() < spec["start"]:
            time.sleep(0.0005)
        found: Callable[[Any], Any] = globals()[function]
        result = found(spec)
    except Exception as error:  # noqa: BLE001  (it is what the test wants to see)
        result = [{"code": f"{type(error).__name__}: {error}", "content": {}}]
    Path(f"{output}.tmp").write_text(json.dumps(result))
    os.replace(f"{output}.tmp", output)


def send_all(spec: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Send the commands one after the other."""
    answers = []
    for content in spec["commands"]:
        answer = execute(again(content))
        answers.append({"code": answer.code, "content": dict(answer.content), "key": content["key"]})
        time.sleep(spec["spacing"])
    return answers


def pay_everything(spec: Mapping[str, Any]) -> int:
    """What a worker's task does, in small batches."""
    settling.BATCH = spec["batch"]  # type: ignore[misc]
    return waking.pay_decided()


class Slot:
    """A few bytes that two processes see: which question both are to answer at what moment, and the last one that the
    other is done with."""

    FORM: Final = struct.Struct("<qqdq")

    def __init__(self, path: str) -> None:
        with Path(path).open("r+b") as file:
            self._bytes = mmap.mmap(file.fileno(), self.FORM.size)

    def put(self, turn: int, number: int, ahead: float = 0.003) -> float:
        """The next question, once the other is done with the last; the moment, so many seconds ahead."""
        while self._read()[3] < turn - 1:
            time.sleep(0.0002)
        at = time.time() + ahead
        self._bytes[8:24] = self.FORM.pack(turn, number, at, 0)[8:24]
        self._bytes[:8] = struct.pack("<q", turn)
        return at

    def get(self) -> tuple[int, int, float]:
        return self._read()[:3]

    def done(self, turn: int) -> None:
        self._bytes[24:] = struct.pack("<q", turn)

    def _read(self) -> tuple[int, int, float, int]:
        turn, number, at, done = self.FORM.unpack(self._bytes[:])
        return turn, number, at, done


def wait_until(at: float) -> None:
    """Sleeps most of the time and spins for the rest."""
    while (left := at - time.time()) > 0:
        if left > 0.001:
            time.sleep(left - 0.0008)


def let_time_run_out(spec: Mapping[str, Any]) -> list[list[Any]]:
    """Let each question put into the slot time out at its moment, until number 0. Returns number, code, and when it
    was sent, for each turn."""
    slot, table, turn, sent = Slot(spec["slot"]), spec["table"], 0, []
    begin = datetime.fromisoformat(spec["at"])
    while True:
        now, number, at = slot.get()
        if now == turn:
            time.sleep(0.0002)
            continue
        turn = now
        if not number:
            return sent
        command = r.Expire(table=table, what="decision", number=number)
        envelope = Envelope(f"{table}/expire/{turn}", "system:clock", begin + timedelta(hours=turn), command)
        wait_until(at)
        sent.append([number, time.time()])
        execute(envelope)
        slot.done(turn)


def stand_at_once(spec: Mapping[str, Any]) -> list[list[Any]]:
    """Play rounds at a virtual table, and answer every question with ``stand`` at the moment that the slot names, until
    ``races`` of them have been run. Returns for each: round, number, hand, code of the answer, when it was sent."""
    table, slot, races = spec["table"], Slot(spec["slot"]), []
    host = Host(table, spec["players"], datetime.fromisoformat(spec["at"]))
    while len(races) < spec["races"]:
        play = current(table)
        asked = play.expects() if play.running else None
        if not isinstance(asked, Decide):
            host.go_on(play, asked)
            continue
        fields = {"seat": asked.seat, "hand": asked.hand, "action": "stand"}
        command = r.TakeAction(table=table, player=asked.player, intent="act", number=asked.number, fields=fields)
        # A command that has to read nothing new is quicker; a little later it loses about as often as it wins.
        wait_until(slot.put(len(races) + 1, asked.number) + 0.001 * (len(races) % 8))
        at = time.time()
        answer = host.send(f"player:{asked.player}", command)
        races.append([play.round, asked.number, f"{asked.seat}.{asked.hand}", answer.code, at])
    slot.put(len(races) + 1, 0)
    return races


class Host:
    """Runs a virtual table from one decision to the next."""

    def __init__(self, table: str, players: Sequence[str], at: datetime) -> None:
        self.table, self.players, self.at, self.numbers = table, players, at, itertools.count()

    def send(self, actor: str, command: Any) -> Any:
        return execute(Envelope(f"{self.table}/host/{next(self.numbers)}", actor, self.at, command))

    def go_on(self, play: Any, asked: Any) -> None:
        if not play.running:
            self.open(play)
        elif isinstance(asked, Ask):
            command = r.Expire(table=self.table, what=asked.countdown.what, number=asked.number)
            execute(Envelope(f"{play.round}/ask/{asked.number}", "system:clock", play.deadline.due, command))
        else:
            time.sleep(0.0003)

    def open(self, play: Any) -> None:
        table, studio = self.table, f"studio:{self.table}"
        if play.shoe is None or play.shoe.cut_out:
            self.send(studio, MountShoe(table=table, shoe=f"{table}.S{next(self.numbers)}", source="virtual", cut=300))
        self.send(studio, r.OpenRound(table=table, round=f"{table}.R{next(self.numbers)}"))
        for seat, player in enumerate(self.players, 1):
            if not play.round:
                self.send(f"player:{player}", r.Sit(table=table, player=player, seat=seat))
            bet = r.PlaceBet(table=table, player=player, seat=seat, bet_kind="seat", amount=1_000)
            self.send(f"player:{player}", bet)
        self.send(studio, r.CloseBets(table=table))


def either(spec: Mapping[str, Any]) -> Any:
    """The function named in ``spec``: contenders of different kinds in one race."""
    found: Callable[[Any], Any] = globals()[spec["function"]]
    return found(spec)
