"""The load generator, a process of its own: ``python -m tests.bench.load PLAN``, where PLAN is JSON of ``Plan``.

asyncio and HTTP/1.1 by hand: on two cores it shares the machine with what it measures, and a client such as httpx takes
more processor time for a request than the server does. One connection a player and device, kept open.

With ``rate`` 0 everybody sends as soon as he may (closed loop: how much is possible). Else requests are sent at the
moments of a Poisson process, whatever the server does, and a latency counts from the moment at which the request was to
be sent: what a slow answer delays is slow as well.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import psutil

from tests.bench.crowd import STUDIO, Look, Move, Table
from wagering.rounds.commands import CloseBets, OpenRound, PlaceBet, Sit, TakeAction
from wagering.tables.commands import MountShoe

BASE: Final = "/api/v1"
PATIENCE_S: Final = 120.0
encode = msgspec.json.encode


class Place(msgspec.Struct):
    """A table: the token of its device, and of each player."""

    name: str
    device: str
    players: dict[str, str]


class Plan(msgspec.Struct):
    """``warm`` seconds are not measured, ``seconds`` are; ``rate`` of requests a second, 0: closed loop.

    ``watched``: process ids by what they do, whose processor time is taken.
    """

    port: int
    places: list[Place]
    run: str
    warm: float
    seconds: float
    rate: float
    watched: dict[str, list[int]]


class Result(msgspec.Struct):
    """Of the measured time. Latencies are seconds, sorted: of commands and of looks. ``cpu``: seconds."""

    commands: list[float]
    looks: list[float]
    errors: dict[str, int]
    start: float
    end: float
    cpu: dict[str, float]


class Caller(asyncio.Protocol):
    """A player or device on a connection of his own, with one request at a time."""

    def __init__(self, token: str) -> None:
        self._headers = f"Host: localhost\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        self._done: Callable[[int, bytes], None] | None = None
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def ask(self, path: str, body: bytes | None, key: str, done: Callable[[int, bytes], None]) -> None:
        """A POST, or a GET if there is no body; ``done`` is told the status (0: hung up) and body of the answer."""
        assert self._done is None, "one request at a time"
        self._done = done
        head = f"GET {BASE}{path} HTTP/1.1\r\n{self._headers}\r\n"
        if body is not None:
            own = f"Idempotency-Key: {key}\r\nContent-Length: {len(body)}\r\n"
            head = f"POST {BASE}{path} HTTP/1.1\r\n{self._headers}{own}\r\n"
        self._transport.write(head.encode() + (body or b""))

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n", 1)[0])
        if len(body) >= length:
            self._received = b""
            self._tell(int(head[9:12]), body)

    def connection_lost(self, exc: Exception | None) -> None:
        self._tell(0, b"{}")

    def _tell(self, status: int, body: bytes) -> None:
        done, self._done = self._done, None
        if done is not None:
            done(status, body)


class Crowd:
    """All tables; ``ready`` holds the moves that may be made now, with the moment since which each may."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.callers: dict[tuple[str, str], Caller] = {}
        self.tables = {
            place.name: Table(place.name, list(place.players), plan.run, random.Random(f"{plan.run}{place.name}"))
            for place in plan.places
        }
        self.ready: deque[Move] = deque()
        self.more = asyncio.Event()
        self.errors: Counter[str] = Counter()
        self.commands: list[float] = []
        self.looks: list[float] = []
        self.window = (0.0, 0.0)
        self.flying = self._numbers = 0

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        for place in self.plan.places:
            for who, token in ((STUDIO, place.device), *place.players.items()):
                _, caller = await loop.create_connection(lambda t=token: Caller(t), "127.0.0.1", self.plan.port)  # type: ignore[misc]
                self.callers[place.name, who] = caller

    def send(self, move: Move, intended: float) -> None:
        """Goes out now; its latency counts from ``intended``."""
        path, body = request(move)
        self._numbers += 1
        self.flying += 1
        caller = self.callers[move.command.table, move.who]
        caller.ask(path, body, f"{self.plan.run}-{self._numbers}", lambda *got: self._heard(move, intended, *got))

    def _heard(self, move: Move, intended: float, status: int, body: bytes) -> None:
        now = time.monotonic()
        self.flying -= 1
        answer = msgspec.json.decode(body)
        if status != 200:
            what = getattr(move.command, "KIND", "look")
            self.errors[f"{status} {answer.get('code', '')} {what}"] += 1
        else:
            self.ready.extend(self.tables[move.command.table].heard(move, answer))
            if self.window[0] <= now < self.window[1]:
                kind = self.looks if isinstance(move.command, Look) else self.commands
                kind.append(now - intended)
        self.more.set()

    async def play(self) -> Result:
        """Warm up, measure, and end the rounds that are running."""
        plan = self.plan
        for table in self.tables.values():
            self.ready.extend(table.begin())
        begin = time.monotonic() + plan.warm
        self.window = (begin, begin + plan.seconds)
        watch = asyncio.create_task(self._watch())
        await (self._paced if plan.rate else self._at_once)(self.window[1])
        for table in self.tables.values():
            table.ending = True
        await self._at_once(time.monotonic() + PATIENCE_S)
        if self.ready or self.flying:
            raise RuntimeError("rounds do not come to their end")
        cpu = await watch
        return Result(sorted(self.commands), sorted(self.looks), dict(self.errors), *self.window, cpu)

    async def _at_once(self, until: float) -> None:
        """Everything that may be sent is, until nothing is left or the time is over."""
        while time.monotonic() < until and (self.ready or self.flying):
            now = time.monotonic()
            while self.ready:
                self.send(self.ready.popleft(), now)
            await self._wait(until)

    async def _paced(self, until: float) -> None:
        chance, intended = random.Random(self.plan.run), time.monotonic()
        while (intended := intended + chance.expovariate(self.plan.rate)) < until:
            if (early := intended - time.monotonic()) > 0:
                await asyncio.sleep(early)
            while not self.ready and time.monotonic() < until:
                await self._wait(until)
            if self.ready:
                self.send(self.ready.popleft(), intended)

    async def _wait(self, until: float) -> None:
        self.more.clear()
        try:
            async with asyncio.timeout(until - time.monotonic()):
                await self.more.wait()
        except TimeoutError:
            return

    async def _watch(self) -> dict[str, float]:
        """Seconds of processor time in the measured time, by what was done."""
        watched: dict[str, list[int]] = {**self.plan.watched, "generator": [psutil.Process().pid]}
        await asyncio.sleep(self.window[0] - time.monotonic())
        before = {what: sum(map(_cpu, pids)) for what, pids in watched.items()}
        await asyncio.sleep(self.window[1] - time.monotonic())
        return {what: sum(map(_cpu, pids)) - before[what] for what, pids in watched.items()}


def request(move: Move) -> tuple[str, bytes | None]:
    """Path and body of a move; no body: it is a GET."""
    match move.command:
        case Look(player=""):
            return "/studio/table", None
        case Look(table=table):
            return f"/player/tables/{table}/view", None
        case OpenRound(round=name):
            return "/studio/rounds", encode({"round": name})
        case CloseBets():
            return "/studio/betting/close", b"{}"
        case MountShoe(shoe=shoe, source=source, cut=cut):
            return "/studio/shoes", encode({"shoe": shoe, "source": source, "cut": cut})
        case Sit(table=table, seat=seat):
            return f"/player/tables/{table}/seats", encode({"seat": seat})
        case PlaceBet(table=table, seat=seat, bet_kind=kind, amount=amount):
            return f"/player/tables/{table}/bets", encode({"seat": seat, "kind": kind, "amount": amount})
        case TakeAction(table=table, intent=intent, fields=fields, number=number):
            body: Mapping[str, Any] = {"intent": intent, "fields": fields, "decision": number}
            return f"/player/tables/{table}/actions", encode(body)
    raise TypeError(move)


def _cpu(pid: int) -> float:
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)


async def run(plan: Plan) -> Result:
    crowd = Crowd(plan)
    await crowd.connect()
    return await crowd.play()


if __name__ == "__main__":
    found = asyncio.run(run(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)))
    sys.stdout.buffer.write(encode(found))
