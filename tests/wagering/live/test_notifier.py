"""The notifier: what it says of which event; killed, doubled, and never there."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from tests.support import callers, databases
from tests.support.web import listening, notifying
from tests.wagering.live.conftest import LiveHouse
from tests.wagering.live.test_streams import later, token
from wagering.eventstore.read import safe_position
from wagering.incidents.commands import ReportIncident
from wagering.live import channel, notifier

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("live")]


def said(after: int) -> tuple[set[str], set[str]]:
    """Tables and players that have changed since ``after``."""
    changes = [channel.read(message) for message in notifier.changes(after, safe_position(1))]
    return {t for one in changes for t in one.tables}, {p for one in changes for p in one.players}


def test_events_of_every_stream_tell_their_table_or_player(house: LiveHouse) -> None:
    before = safe_position(1)
    table, other = house.table(), house.table("T2")
    assert said(before)[0] == {table, other}
    before = safe_position(1)
    player = house.player("ana")
    assert said(before) == (set(), {player})
    before = safe_position(1)
    house.shoe(table)
    assert said(before) == ({table}, set())
    before = safe_position(1)
    house.open(table)
    house.sit(table, player, 3)
    assert said(before) == ({table}, set())
    before = safe_position(1)
    house.bet(table, player, 3, 1_000)
    assert said(before)[1] == {player}
    before = safe_position(1)
    house.must(f"studio:{table}", ReportIncident(table=table, note="x"))
    assert said(before) == ({table}, set())
    assert said(safe_position(1)) == (set(), set())


def test_long_news_are_split() -> None:
    names = [f"{number:0100}" for number in range(500)]
    messages = list(channel.payloads(2**62, names, names))
    assert all(len(message) < 8_000 for message in messages)
    changes = [channel.read(message) for message in messages]
    assert [t for one in changes for t in one.tables] == names
    assert [p for one in changes for p in one.players] == names
    assert list(channel.payloads(1, (), ())) == []
    assert channel.read(channel.everything(7)) == channel.Change(7)


@contextmanager
def hearing() -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """A connection that listens."""
    with psycopg.connect(settings.DATABASE_DIRECT_URL, autocommit=True) as own:
        own.execute(f"LISTEN {channel.CHANNEL}")
        yield own


def heard(own: psycopg.Connection[tuple[object, ...]], table: str, seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if any(table in channel.read(said.payload).tables for said in own.notifies(timeout=0.2, stop_after=1)):
            return True
    return False


def test_the_second_one_takes_over(house: LiveHouse, child_env: Mapping[str, str], root: Path, tmp_path: Path) -> None:
    table = house.table()
    with (
        hearing() as own,
        notifying(child_env, root, tmp_path / "first.log") as first,
        notifying(child_env, root, tmp_path / "second.log") as second,
    ):
        assert "waiting" in (tmp_path / "second.log").read_text()
        house.shoe(table)
        assert heard(own, table)
        assert not heard(own, table, 0.5)  # once, not twice
        first.send_signal(signal.SIGKILL)
        first.wait()
        until = time.monotonic() + 10
        while "notifying" not in (tmp_path / "second.log").read_text():
            assert time.monotonic() < until
            time.sleep(0.05)
        house.open(table)
        assert heard(own, table)
        second.send_signal(signal.SIGTERM)
        assert second.wait(5) == 0


def test_its_connection_is_cut(house: LiveHouse, child_env: Mapping[str, str], root: Path, tmp_path: Path) -> None:
    """It takes its turn again and goes on."""
    table, log = house.table(), tmp_path / "log"
    with hearing() as own, notifying(child_env, root, log):
        cut = "SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
        where = "l.locktype = 'advisory' AND a.application_name = 'wagering-live' AND a.datname = current_database()"
        own.execute(f"{cut} WHERE {where} AND l.pid <> pg_backend_pid()")
        until = time.monotonic() + 10
        while log.read_text().count("notifying") < 2:
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)
        house.shoe(table)
        assert heard(own, table)


def test_killed_and_started_again(
    port: int, house: LiveHouse, child_env: Mapping[str, str], root: Path, tmp_path: Path
) -> None:
    """Without it listeners look by themselves; with the next one they hear at once again."""
    table = house.table()
    device = token(callers.device(house, table))

    async def play() -> None:
        async with listening(port, f"/tables/{table}", device) as stream:
            with notifying(child_env, root, tmp_path / "log") as first:
                await stream.next(1)
                await later(house.shoe, table)
                await stream.next(2)
                first.send_signal(signal.SIGKILL)
                await later(first.wait)
            await later(house.open, table)
            await stream.next(3, 7)
            with notifying(child_env, root, tmp_path / "again"):
                await later(house.sit, table, await later(house.player, "ana"), 3)
                sent = time.monotonic()
                assert (await stream.next(4)).at - sent < 3

    asyncio.run(play())


@contextmanager
def away() -> Iterator[None]:
    """The database ends every connection and takes no new one, as while its server is started again."""
    name = connection.settings_dict["NAME"]
    with psycopg.connect(databases.SERVER.url("postgres", "postgres"), autocommit=True) as server:
        server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        try:
            server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
            yield
        finally:
            server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    connection.close()


def test_the_database_is_started_again(
    port: int, house: LiveHouse, child_env: Mapping[str, str], root: Path, tmp_path: Path
) -> None:
    """No stream ends, and everything goes on by itself."""
    table, log = house.table(), tmp_path / "log"
    device, session = token(callers.device(house, table)), token(callers.player(house, house.player("ana"), table))

    async def play() -> None:
        async with listening(port, f"/tables/{table}", device) as stream, listening(port, "/player", session) as own:
            await asyncio.gather(stream.next(1), own.next(1))
            with away():
                await asyncio.sleep(1.5)
            house.shoe(table)
            await asyncio.gather(stream.next(2, 10), own.next(2, 10))
            while log.read_text().count("notifying") < 2:
                await asyncio.sleep(0.05)
            house.open(table)
            await asyncio.gather(stream.next(3, 3), own.next(3, 3))
            assert not stream.done
            assert not own.done

    with notifying(child_env, root, log):
        asyncio.run(play())
    connection.close()  # that of the time before
