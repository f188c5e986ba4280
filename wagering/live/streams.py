"""Streams of one web process: Server-Sent Events from what the hub hears and the reader reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Final
from weakref import WeakKeyDictionary, finalize

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection

from wagering.access.callers import Caller
from wagering.live.channel import player_topic, table_topic
from wagering.live.hub import Hub
from wagering.live.reader import AWAY, Reader
from wagering.live.snapshots import Message, Snapshots, Watch

BEAT_S: Final = 15.0
RETRY_MS: Final = 2_000
MOST_STREAMS: Final[Mapping[str, int]] = {"player": 4, "studio": 1_000, "staff": 100}
"""Of one player, device (whose table any number of screens may show) or member of staff in one web process."""
REPLACED_MS: Final = 3_600_000
"""When a client whose place was taken comes back, if nobody is there to make it do otherwise."""

_OPENING: Final = f"retry: {RETRY_MS}\n\n".encode()
_BEAT: Final = b": still here\n\n"
_OVER: Final = f"retry: {REPLACED_MS}\nevent: over\ndata: {{}}\n\n".encode()


class TooManyError(Exception):
    """The caller has as many streams as he may, and none that this one could replace."""


@dataclass(eq=False, slots=True)
class Ticket:
    """A stream's place among its caller's, taken before the response begins."""

    owner: str
    watch: Watch
    ended: bool = False
    wake: Callable[[], object] = lambda: None

    def end(self) -> None:
        """Make room for another."""
        self.ended = True
        self.wake()


@dataclass(slots=True)
class Place:
    """What the streams of one event loop share."""

    hub: Hub = field(default_factory=lambda: Hub(settings.DATABASE_DIRECT_URL))
    reader: Reader[Watch, Message] = field(default_factory=lambda: Reader(Snapshots().build))


_places: WeakKeyDictionary[asyncio.AbstractEventLoop, Place] = WeakKeyDictionary()
_tickets: dict[str, list[Ticket]] = {}
# Streams are opened on a thread and end on the event loop.
_counting: Final = Lock()


def here() -> Place:
    """That of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _places:
        _places[loop] = Place()
    return _places[loop]


def enter(watch: Watch, caller: Caller) -> Ticket:
    """A place for a stream. ``TooManyError``.

    A phone that has lost its network comes back long before its old stream is known to be dead. So whoever has all his
    streams gets one more of a kind that he has, and the older one of that kind ends.
    """
    ticket = Ticket(f"{caller.audience}/{caller.id}", watch)
    with _counting:
        taken = _tickets.setdefault(ticket.owner, [])
        if len(taken) >= MOST_STREAMS[caller.audience]:
            older = next((one for one in taken if one.watch == watch), None)
            if older is None:
                raise TooManyError
            taken.remove(older)
            older.end()
        taken.append(ticket)
    return ticket


def leave(ticket: Ticket) -> None:
    """The stream is over. A second time has no effect."""
    with _counting:
        taken = _tickets.get(ticket.owner, [])
        if ticket in taken:
            taken.remove(ticket)
        if not taken:
            _tickets.pop(ticket.owner, None)


def topics(watch: Watch) -> Iterator[str]:
    """What may change what this stream shows."""
    if watch.player:
        yield player_topic(watch.player)
    yield from map(table_topic, filter(None, (watch.table, *watch.tables)))


async def events(ticket: Ticket, last_id: str, counts: Callable[[], bool]) -> AsyncGenerator[bytes, None]:
    """The stream: the present state unless the client has it already (``last_id``), then every later one.

    Ends when ``counts``, asked at each heartbeat and run on a thread, says that the caller's credential counts no more.
    """
    watch, place, loop = ticket.watch, here(), asyncio.get_running_loop()
    name = b"table" if watch.table else b"player"
    try:
        with place.hub.listener(topics(watch)) as listener:
            ticket.wake = partial(loop.call_soon_threadsafe, listener.wake)
            listener.wake()
            yield _OPENING
            beat = loop.time() + BEAT_S
            while not ticket.ended:
                if await listener.changed(beat - loop.time()):
                    message = await _read(place, watch)
                    if message is not None and message.id != last_id:
                        last_id = message.id
                        yield b"id: %b\nevent: %b\ndata: %b\n\n" % (message.id.encode(), name, message.data)
                if loop.time() >= beat:
                    if not await _still(counts):
                        return
                    yield _BEAT
                    beat = loop.time() + BEAT_S
            yield _OVER
    finally:
        leave(ticket)


def opened(watch: Watch, caller: Caller, last_id: str, counts: Callable[[], bool]) -> AsyncGenerator[bytes, None]:
    """As ``events``, with a place of its own among the caller's streams. ``TooManyError``."""
    ticket = enter(watch, caller)
    stream = events(ticket, last_id, counts)
    # Should the client be gone before the stream has begun, nothing in it is ever run.
    finalize(stream, leave, ticket)
    return stream


async def _read(place: Place, watch: Watch) -> Message | None:
    """None if there is nothing to read at the moment: the hub has everybody look again before long."""
    try:
        return await place.reader.read(watch)
    except (*AWAY, LookupError):
        return None


async def _still(counts: Callable[[], bool]) -> bool:
    """A database that does not answer ends no stream."""

    def ask() -> bool:
        try:
            return counts()
        except AWAY:
            connection.close()
            return True

    return await sync_to_async(ask)()
