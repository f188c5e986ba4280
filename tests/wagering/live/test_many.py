"""A thousand listeners on one web process.

``python -m pytest -s tests/wagering/live/test_many.py`` prints how long after its command a change reached them.
"""

from __future__ import annotations

import asyncio
import sys
import time

import pytest

from tests.support import callers
from tests.support.web import STREAMS
from tests.wagering.live.conftest import LiveHouse
from tests.wagering.live.test_streams import later, token

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("live"), pytest.mark.usefixtures("notifier")]

PUBLIC, PLAYERS, CHANGES, AT_ONCE = 900, 50, 8, 50


class Client(asyncio.Protocol):
    """As little work as possible, since it shares the machine with what it measures: when did messages arrive."""

    def __init__(self, path: str, authorization: str) -> None:
        self._request = f"GET {STREAMS}{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {authorization}\r\n\r\n"
        self.times: list[float] = []
        self.arrived = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        count = data.count(b"\ndata: ")
        if count:
            self.times += [time.monotonic()] * count
            self.arrived.set()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(10):
            while len(self.times) < count:
                self.arrived.clear()
                await self.arrived.wait()


def say(text: str) -> None:
    sys.stdout.write(f"\n{text}\n")


@pytest.mark.timeout(120)
def test_all_of_a_thousand_hear_of_it(port: int, house: LiveHouse) -> None:
    """At one table: 900 screens, and 50 players with two streams each, some of whom take a seat."""
    table = house.table()
    house.shoe(table)
    device = token(callers.device(house, table))
    sessions = [token(callers.player(house, house.player(f"P{number}"), table)) for number in range(PLAYERS)]
    paths = [(f"/tables/{table}", device)] * PUBLIC
    paths += [(path, one) for one in sessions for path in (f"/tables/{table}", "/player")]

    async def play() -> list[float]:
        loop, clients, delays = asyncio.get_running_loop(), list[Client](), list[float]()
        began = time.monotonic()
        for number in range(0, len(paths), AT_ONCE):
            batch = [Client(*pair) for pair in paths[number : number + AT_ONCE]]
            await asyncio.gather(*(loop.create_connection(lambda c=c: c, "127.0.0.1", port) for c in batch))  # type: ignore[misc]
            await asyncio.gather(*(client.until(1) for client in batch))
            clients += batch
        say(f"{len(clients)} streams opened in {time.monotonic() - began:.1f} s")
        await later(house.open, table)
        await asyncio.gather(*(client.until(2) for client in clients))
        for number in range(1, CHANGES):
            await asyncio.sleep(0.2)
            await later(house.sit, table, house.id(f"P{number}"), number % 7 + 1)
            done = time.monotonic()
            await asyncio.gather(*(client.until(2 + number) for client in clients))
            delays += [client.times[1 + number] - done for client in clients]
        for client in clients:
            client.transport.close()
        return sorted(delays)

    delays = asyncio.run(play())
    p50, p99 = delays[len(delays) // 2], delays[int(len(delays) * 0.99)]
    say(f"from the command's answer to the client: p50 {p50 * 1e3:.0f} ms, p99 {p99 * 1e3:.0f} ms")
    assert p99 < 2.0
