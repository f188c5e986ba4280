"""Whatever a running system tells anybody, kept with who was told it and when; and the cards he might know by then.

A pack's cards are hidden until they are shown: from when the command was sent that shows them, so that nothing which
arrived before may name them. Nor may an event that was recorded before, however late it is told.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from tests.support.callers import Api
from tests.support.hands import told
from tests.support.over_http import CARD, Heard
from tests.support.web import Listening, listening

EVERYBODY: Final = "public"
LISTS: Final = frozenset({"items", "events"})
"""Where a page or a webhook's message has its events."""


class Text(NamedTuple):
    """``at``: when all of it was there, by the monotonic clock. ``viewer``: a player, or everybody. ``table``: whose
    cards it may name, or none's. ``sent``: cards that the receiver named himself in that very request."""

    at: float
    viewer: str
    table: str
    source: str
    text: str
    sent: frozenset[str] = frozenset()


class Moment(NamedTuple):
    """By the monotonic clock, and by the last position of the log then."""

    at: float
    position: int


@dataclass
class Pack:
    """``shown``: of every card that may be hidden, to whom it is shown since when. ``rounds``: dealt from it."""

    shoe: str
    shown: dict[str, dict[str, Moment]]
    rounds: set[str] = field(default_factory=set)

    def show(self, cards: Iterable[str], viewer: str, since: Moment) -> None:
        """Unless it is shown to him already."""
        for card in cards:
            if card in self.shown:
                self.shown[card].setdefault(viewer, since)

    def hides(self, card: str, text: Text, position: int | None) -> bool:
        """From its receiver, when it arrived; and when the event at ``position`` was recorded."""
        known = [self.shown[card][viewer] for viewer in (text.viewer, EVERYBODY) if viewer in self.shown[card]]
        return not any(one.at <= text.at and (position is None or one.position < position) for one in known)


def leaks(text: Text, packs: Iterable[Pack]) -> set[str]:
    """Cards that ``text`` names, by code or in words, and that are hidden from its receiver. Where no table is known,
    every card is."""
    if not text.table:
        return told(text.text)
    found = set[str]()
    for part, position in _parts(text.text) if told(text.text) else ():
        meant = list(_meant(part, packs))
        for card in told(part) - text.sent:
            holding = [pack for pack in meant if card in pack.shown]
            if holding and all(pack.hides(card, text, position) for pack in holding):
                found.add(card)
    return found


def _parts(text: str) -> Iterator[tuple[str, int | None]]:
    """Each event of a list for itself, with its position, since it is told of a pack of its own; then the rest."""
    whole = json.loads(text) if text.startswith("{") else {}
    for name in LISTS & set(whole):
        for one in whole.pop(name):
            yield json.dumps(one), one.get("position")
    yield json.dumps(whole) if whole else text, None


def _meant(part: str, packs: Iterable[Pack]) -> Iterable[Pack]:
    """Those that it names; else those of the rounds that it names; else any."""
    every = list(packs)
    named = [pack for pack in every if f'"{pack.shoe}"' in part]
    return named or [pack for pack in every if any(f'"{name}"' in part for name in pack.rounds)] or every


@dataclass
class Traffic:
    """A running web process and what it has told so far."""

    port: int
    texts: list[Text] = field(default_factory=list)
    _local: threading.local = field(default_factory=threading.local)

    def exchange(self, method: str, path: str, raw: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        """One request, over a connection that each thread keeps."""
        if not hasattr(self._local, "wire"):
            self._local.wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self._local.wire.request(method, path, raw or None, headers)
        answer = self._local.wire.getresponse()
        return answer.status, answer.read()

    def sample(self, path: str) -> None:
        """What is open to machines of the house, where no card has any business."""
        _status, content = self.exchange("GET", path, b"", {"Host": "localhost"})
        self.texts.append(Text(time.monotonic(), EVERYBODY, "", path, content.decode()))


def planted(text: Text, words: str) -> Text:
    """As if the server had put ``words`` into it: into the last event of a list, or beside everything else."""
    if not text.text.startswith("{"):
        return text._replace(text=f"{text.text}\n{words}")
    whole = json.loads(text.text)
    listed = [whole[name] for name in LISTS & set(whole) if whole[name]]
    (listed[0][-1] if listed else whole)["note"] = words
    return text._replace(text=json.dumps(whole))


class Got(NamedTuple):
    """An answer."""

    status_code: int
    content: bytes

    def json(self) -> Any:
        return json.loads(self.content)


class Wire(Heard):
    """A caller whose requests go over the network and whose answers are kept. ``source``: what they are counted as."""

    def __init__(self, traffic: Traffic, header: Any, viewer: str, table: str, **more: str) -> None:
        super().__init__(Api(header), viewer, table)
        self.traffic, self.more, self.source = traffic, more, ""

    def send(self, method: str, path: str, raw: bytes, headers: dict[str, str]) -> Got:
        path = f"/api/v1{path}"
        authorization = self._header(method, path, raw, headers)
        known = {"Authorization": authorization} if authorization else {}
        given = {"Host": "localhost", "Content-Type": "application/json", **headers, **known, **self.more}
        got = Got(*self.traffic.exchange(method, path, raw, given))
        sent, text = frozenset(CARD.findall(raw.decode())), got.content.decode()
        source = self.source or f"{method} {path.split('/')[3]}"
        self.traffic.texts.append(Text(time.monotonic(), self.viewer, self.table, source, text, sent))
        return got


class Ears:
    """A thread that listens to streams."""

    def __init__(self, port: int) -> None:
        self.port, self.heard = port, list[tuple[str, str, str, Listening]]()
        self._loop, self._tasks = asyncio.new_event_loop(), list[asyncio.Task[None]]()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def listen(self, path: str, authorization: str, viewer: str, table: str) -> Listening:
        """Until the end. The stream is open when this returns."""
        return asyncio.run_coroutine_threadsafe(self._open(path, authorization, viewer, table), self._loop).result(30)

    def texts(self) -> Iterator[Text]:
        """What has arrived."""
        for source, viewer, table, stream in self.heard:
            for event in stream.events:
                yield Text(event.at, viewer, table, source, event.text)

    def stop(self) -> None:
        """Closes every stream."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self, path: str, authorization: str, viewer: str, table: str) -> Listening:
        begun: asyncio.Future[Listening] = self._loop.create_future()

        async def hold() -> None:
            async with listening(self.port, path, authorization) as stream:
                begun.set_result(stream)
                await asyncio.Event().wait()

        self._tasks.append(self._loop.create_task(hold()))
        stream = await begun
        assert stream.status == 200, stream.body
        self.heard.append((f"stream {path.split('/')[1]}", viewer, table, stream))
        return stream

    async def _close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
