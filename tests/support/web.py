"""A real web process and a real notifier on this test process's database, and clients of its streams."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

APPLICATION: Final = "wagering.project.asgi:application"
STREAMS: Final = "/api/v1/stream"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(
    env: Mapping[str, str], root: Path, log: Path, application: str = APPLICATION, port: int = 0
) -> Iterator[int]:
    """granian with one worker; the value is its port."""
    port = port or free_port()
    options = ["--interface", "asgi", "--port", str(port), "--no-ws", "--http", "1", "--workers-kill-timeout", "2"]
    options += ["--backlog", "4096", "--backpressure", "4096"]
    command = [str(Path(sys.executable).with_name("granian")), *options, application]
    with running(command, env, root, log) as process:
        until = time.monotonic() + 60
        while not _answers(port):
            assert process.poll() is None, log.read_text()[-3_000:]
            assert time.monotonic() < until, log.read_text()[-3_000:]
            time.sleep(0.1)
        yield port


@contextmanager
def notifying(env: Mapping[str, str], root: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A notifier that has its turn, or waits for it."""
    before = log.read_text().count("otif") if log.exists() else 0
    with running([sys.executable, str(root / "manage.py"), "notifier"], env, root, log) as process:
        until = time.monotonic() + 30
        while log.read_text().count("otif") == before:
            assert process.poll() is None, log.read_text()[-3_000:]
            assert time.monotonic() < until, log.read_text()[-3_000:]
            time.sleep(0.05)
        yield process


@contextmanager
def running(command: list[str], env: Mapping[str, str], root: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process for as long as the context lasts, unless it ends before."""
    with log.open("ab") as output:
        process = subprocess.Popen(command, env=dict(env), cwd=root, stdout=output, stderr=output)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@dataclass
class Event:
    """One message. ``at``: when it arrived, by the monotonic clock."""

    id: str
    name: str
    data: Any
    text: str
    at: float


@dataclass
class Listening:
    """An open stream: what has arrived so far. ``done`` when it has ended."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""
    events: list[Event] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    done: bool = False
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, condition: Any, seconds: float = 5.0) -> None:
        """Waits until ``condition(self)`` holds."""
        async with asyncio.timeout(seconds):
            while not condition(self):
                self.arrived.clear()
                await self.arrived.wait()

    async def next(self, count: int, seconds: float = 5.0) -> Event:
        """The ``count``-th message, from 1."""
        await self.until(lambda own: len(own.events) >= count, seconds)
        return self.events[count - 1]

    @property
    def last(self) -> Event:
        return self.events[-1]


@asynccontextmanager
async def listening(
    port: int, path: str, authorization: str = "", last_id: str = "", **headers: str
) -> AsyncIterator[Listening]:
    """A client of a stream, on a bare socket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    more = {"Authorization": authorization, "Last-Event-ID": last_id, **headers}
    lines = [f"GET {STREAMS}{path} HTTP/1.1", "Host: localhost", *(f"{k}: {v}" for k, v in more.items() if v)]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    found = dict(line.lower().split(": ", 1) for line in head[1:] if line)
    own = Listening(int(head[0].split()[1]), found)
    if own.status != 200:
        own.body = await reader.readexactly(int(found["content-length"]))
        writer.close()
        yield own
        return
    task = asyncio.create_task(_listen(reader, own))
    try:
        yield own
    finally:
        task.cancel()
        writer.close()


async def _listen(reader: asyncio.StreamReader, own: Listening) -> None:
    rest = b""
    while size := int(await reader.readline() or b"0", 16):
        rest += (await reader.readexactly(size + 2))[:-2]
        *whole, rest = rest.split(b"\n\n")
        for block in whole:
            _take(block.decode(), own)
        own.arrived.set()
    own.done = True
    own.arrived.set()


def _take(block: str, own: Listening) -> None:
    lines = block.split("\n")
    own.lines += lines
    fields = dict(line.split(": ", 1) for line in lines if not line.startswith(":"))
    if "id" in fields:
        own.events.append(
            Event(fields["id"], fields["event"], json.loads(fields["data"]), fields["data"], time.monotonic())
        )
