"""Reading for many streams at once: who asks while a reading is under way shares the next one.

So a change at a table with a thousand listeners is one reading, and a burst of changes is few. A reading has always
begun after it was asked for, hence holds whatever the asker was woken for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Generic, TypeVar

from django.db import InterfaceError, OperationalError, connection

Asked = TypeVar("Asked")
Found = TypeVar("Found")

AWAY: Final = (OperationalError, InterfaceError)
"""The database is away for the moment."""


class _Flight(Generic[Asked, Found]):
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.asked: set[Asked] = set()
        self.found: asyncio.Future[Mapping[Asked, Found]] = loop.create_future()


class Reader(Generic[Asked, Found]):
    """``read`` is called on one thread, which keeps its database connection, with everything that is asked for."""

    def __init__(self, read: Callable[[frozenset[Asked]], Mapping[Asked, Found]]) -> None:
        self._read = read
        self._thread = ThreadPoolExecutor(1, "live")
        self._one_at_a_time = asyncio.Lock()
        self._next: _Flight[Asked, Found] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def read(self, asked: Asked) -> Found:
        """What ``read`` finds for it from now on. Its errors, those in ``AWAY`` among them, reach all who share it."""
        if self._next is None:
            loop = asyncio.get_running_loop()
            self._next = _Flight(loop)
            task = loop.create_task(self._fly(self._next))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        flight = self._next
        flight.asked.add(asked)
        # One stream that ends must not take the reading away from the others.
        return (await asyncio.shield(flight.found))[asked]

    async def _fly(self, flight: _Flight[Asked, Found]) -> None:
        async with self._one_at_a_time:
            self._next = None
            asked = frozenset(flight.asked)
            try:
                found = await asyncio.get_running_loop().run_in_executor(self._thread, self._again, asked)
            except Exception as error:  # noqa: BLE001  (it is handed to everybody who waits)
                flight.found.set_exception(error)
                flight.found.exception()  # seen, even if all who waited have gone
            else:
                flight.found.set_result(found)

    def _again(self, asked: frozenset[Asked]) -> Mapping[Asked, Found]:
        """A kept connection does not outlive its server; the second attempt opens another."""
        try:
            return self._read(asked)
        except AWAY:
            connection.close()
            try:
                return self._read(asked)
            except AWAY:
                connection.close()
                raise
