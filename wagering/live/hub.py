"""One listening connection for all streams of a web process, and who is to be woken by what it hears.

A listener keeps one bit: something may have changed. However often that happens and however slow its client is, it
holds no more than that; what has changed is read when it is going to be sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from wagering.live.channel import CHANNEL, CONNECTION, read

log = logging.getLogger(__name__)

LOOK_S: Final = 5.0
"""Everybody looks so often at the latest, whether or not there is a notifier."""
RETRY_S: Final = 0.5


class Listener:
    """One stream."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """Something may have changed. A second time before it has looked makes no difference."""
        self._changed.set()

    async def changed(self, seconds: float) -> bool:
        """Waits until something may have changed since the last time; False after so many ``seconds``."""
        try:
            async with asyncio.timeout(max(seconds, 0)):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True


class Hub:
    """Belongs to one event loop. Listens from the first listener to the last."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._topics: dict[str, set[Listener]] = {}
        self._listening: asyncio.Task[None] | None = None

    @contextmanager
    def listener(self, topics: Iterable[str]) -> Iterator[Listener]:
        """A listener for these topics, for as long as the context lasts."""
        one, names = Listener(), frozenset(topics)
        for name in names:
            self._topics.setdefault(name, set()).add(one)
        if self._listening is None:
            self._listening = asyncio.get_running_loop().create_task(self._listen())
        try:
            yield one
        finally:
            for name in names:
                self._topics[name].discard(one)
                if not self._topics[name]:
                    del self._topics[name]
            if not self._topics and self._listening is not None:
                self._listening.cancel()
                self._listening = None

    def wake_all(self) -> None:
        """Anything may have changed."""
        for listeners in self._topics.values():
            for one in listeners:
                one.wake()

    async def _listen(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._address, **CONNECTION) as own:
                    await own.execute(f"LISTEN {CHANNEL}")
                    while True:
                        # What was said before we listened, or got lost, is made up for by looking.
                        self.wake_all()
                        await self._hear(own)
            except (psycopg.Error, OSError) as error:
                log.warning("not listening: %s", str(error).strip())
                await asyncio.sleep(RETRY_S)

    async def _hear(self, own: psycopg.AsyncConnection[Any]) -> None:
        async for said in own.notifies(timeout=LOOK_S):
            try:
                change = read(said.payload)
            except ValueError:
                log.warning("a message that nobody understands")
                continue
            topics = set(change.topics())
            if not topics:
                self.wake_all()
            for topic in topics & self._topics.keys():
                for one in self._topics[topic]:
                    one.wake()
