"""Streams of a real web process: what arrives, when, and for whom."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.support import callers, office
from tests.support.web import Listening, listening
from tests.wagering.live.conftest import LiveHouse
from wagering.access.callers import Caller
from wagering.access.commands import Revoke
from wagering.incidents.commands import ReportIncident
from wagering.live import api, streams
from wagering.live.snapshots import Watch
from wagering.rounds import commands as r

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("live"), pytest.mark.usefixtures("notifier")]


def token(api: callers.Api) -> str:
    """The Authorization header of a device or session."""
    return str(api._header())


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


async def later(function: Any, *arguments: Any) -> Any:
    """Commands are sent on a thread, so that the clients go on listening."""
    return await asyncio.to_thread(function, *arguments)


def test_a_change_reaches_everybody_with_the_same_countdown(port: int, house: LiveHouse) -> None:
    table, ana = house.table(), house.player("ana")
    house.shoe(table)
    device, session = token(callers.device(house, table)), token(callers.player(house, ana, table))

    async def play() -> None:
        async with listening(port, f"/tables/{table}", device) as studio, listening(
            port, f"/tables/{table}", session
        ) as player, listening(port, "/player", session) as own:  # fmt: skip
            for stream in (studio, player, own):
                assert stream.headers["content-type"] == "text/event-stream"
                assert stream.headers["cache-control"] == "no-store"
                assert stream.headers["x-accel-buffering"] == "no"
                await stream.next(1)
                assert stream.lines[0] == "retry: 2000"
            assert studio.last.data["awaits"] == "idle"
            assert own.last.data["balance"] == {"amount": 100_000, "currency": "USD", "exponent": 2}
            round_id = await later(house.open, table)
            for stream in (studio, player):
                await stream.next(2)
                assert stream.last.data["round"] == round_id
                assert stream.last.data["number"] == 1
            same_clock(studio, player, house.now.timestamp() + 20)
            await later(house.sit, table, ana, 3)
            await later(house.bet, table, ana, 3, 1_000)
            await own.until(lambda s: s.last.data["open_bets"])
            assert own.last.data["balance"]["amount"] == 99_000
            assert own.last.data["open_bets"][0]["stake"] == {"amount": 1_000, "currency": "USD", "exponent": 2}
            await studio.until(lambda s: s.last.data["seats"] == {"3": ana})
            await later(house.close_bets, table)
            await later(house.deal, table, "9H", "TC", "5D", "4C")
            await player.until(lambda s: s.last.data["may"])
            assert "hit" in player.last.data["may"]
            assert player.last.data["cards"] == {"3.1": ["9H", "5D"], "dealer": ["TC", "??"]}
            await studio.until(lambda s: s.last.data["awaits"] == "decision 3.1")
            assert studio.last.data["may"] == []
            await own.until(lambda s: s.last.data["tables"][0]["may"])
            assert own.last.data["tables"][0]["cards"] == {"3.1": ["9H", "5D"]}
            await pause(studio, table)

    async def pause(studio: Listening, table: str) -> None:
        report = ReportIncident(table=table, note="a card fell")
        await later(house.must, f"studio:{table}", report)
        await studio.until(lambda s: s.last.data["paused"])
        assert studio.last.data["remaining_ms"] is None
        assert studio.last.data["due_at"] is None

    asyncio.run(play())


def same_clock(one: Listening, other: Listening, due: float) -> None:
    ends = []
    for data in (one.last.data, other.last.data):
        ends.append(instant(data["server_time"]).timestamp() + data["remaining_ms"] / 1_000)
        assert instant(data["due_at"]).timestamp() == pytest.approx(due, abs=0.001)
        assert abs(datetime.now(UTC) - instant(data["server_time"])).total_seconds() < 2
    assert ends == pytest.approx([due, due], abs=0.002)


def test_coming_back_with_the_last_id(port: int, house: LiveHouse) -> None:
    """Nothing at first without a change, everything at once with one; ids ascend."""
    table = house.table()
    device = token(callers.device(house, table))

    async def play() -> None:
        ids = []
        async with listening(port, f"/tables/{table}", device) as stream:
            first = await stream.next(1)
            ids.append(first.id)
            await later(house.shoe, table)
            ids.append((await stream.next(2)).id)
        async with listening(port, f"/tables/{table}", device, last_id=ids[-1]) as stream:
            await stream.until(lambda s: s.lines)
            await asyncio.sleep(6)  # longer than anybody goes without a look
            assert not stream.events
            await later(house.open, table)
            ids.append((await stream.next(1)).id)
        async with listening(port, f"/tables/{table}", device, last_id=first.id) as stream:
            assert (await stream.next(1)).id == ids[-1]
        positions = [int(one.split("-")[0]) for one in ids]
        assert positions == sorted(set(positions))
        assert stream.last.data["position"] == positions[-1]

    asyncio.run(play())


def test_who_may_not_look(port: int, house: LiveHouse) -> None:
    table, other = house.table(), house.table("T2")
    ana = house.player("ana")
    session, device = token(callers.player(house, ana, table)), token(callers.device(house, table))
    outsider = office.client(office.person()).cookies["sessionid"].value

    async def answer(path: str, authorization: str = "", **headers: str) -> tuple[int, str]:
        async with listening(port, path, authorization, **headers) as stream:
            return stream.status, json.loads(stream.body)["code"]

    async def ask() -> None:
        assert await answer(f"/tables/{table}") == (401, "unauthenticated")
        assert await answer(f"/tables/{table}", session[:-1] + "x") == (401, "unauthenticated")
        assert await answer(f"/tables/{other}", session) == (404, "unknown_table")
        assert await answer(f"/tables/{other}", device) == (404, "unknown_table")
        assert await answer("/player", device) == (403, "forbidden")
        assert await answer(f"/tables/{table}", Cookie=f"sessionid={outsider}") == (403, "forbidden")
        assert await answer("/nothing", session) == (404, "not_found")

    asyncio.run(ask())


def test_staff_may_look_at_any_table(port: int, house: LiveHouse) -> None:
    from django.contrib.auth.models import Group

    table, person = house.table(), office.person()
    person.groups.add(Group.objects.get_or_create(name="Supervisors")[0])
    cookie = office.client(person).cookies["sessionid"].value

    async def look() -> None:
        async with listening(port, f"/tables/{table}", Cookie=f"sessionid={cookie}") as stream:
            assert (await stream.next(1)).data["table"] == table

    asyncio.run(look())


def test_a_session_for_every_table_follows_money_and_bets_alone(port: int, house: LiveHouse) -> None:
    _, ana, round_id = house.seated_round("T", "TH", "6S", "9H", "5D")
    session = token(callers.player(house, ana))

    async def look() -> None:
        async with listening(port, "/player", session) as stream:
            told = (await stream.next(1)).data
            assert [bet["round"] for bet in told["open_bets"]] == [round_id]
            assert told["tables"] == []

    asyncio.run(look())


def test_so_many_streams_a_player_and_no_more(port: int, house: LiveHouse) -> None:
    """A fifth is refused; a fifth of a kind that is there ends the older one, which may be a dead phone's."""
    tables = [house.table(f"T{number}") for number in range(5)]
    session = token(callers.player(house, house.player("ana"), *tables))

    async def look() -> None:
        from contextlib import AsyncExitStack

        async with AsyncExitStack() as stack:
            open_ = [
                await stack.enter_async_context(listening(port, f"/tables/{table}", session)) for table in tables[:4]
            ]
            for stream in open_:
                await stream.next(1)
            async with listening(port, f"/tables/{tables[4]}", session) as fifth:
                assert (fifth.status, fifth.headers["retry-after"]) == (429, "15")
            async with listening(port, f"/tables/{tables[0]}", session) as again:
                await again.next(1)
                await open_[0].until(lambda s: s.done)
                assert "event: over" in open_[0].lines
            assert not any(stream.done for stream in open_[1:])
        await asyncio.sleep(0.5)
        async with listening(port, f"/tables/{tables[4]}", session) as fifth:
            assert fifth.status == 200

    asyncio.run(look())


def test_devices_and_staff_have_an_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_STREAMS", {"studio": 2})
    device, other = Caller("studio", "d-1", "studio:T"), Caller("studio", "d-2", "studio:T")
    here = [streams.enter(Watch(table="T"), device) for _ in range(2)]
    with pytest.raises(streams.TooManyError):
        streams.enter(Watch(table="U"), device)
    here.append(streams.enter(Watch(table="T"), device))
    here.append(streams.enter(Watch(table="T"), other))
    assert [ticket.ended for ticket in here] == [True, False, False, False]
    for ticket in here:
        streams.leave(ticket)
    assert not {ticket.owner for ticket in here} & streams._tickets.keys()


def test_whoever_loses_his_role_is_no_longer_signed_in(database: str) -> None:
    from django.contrib.auth.models import Group
    from django.http import HttpRequest

    person, request = office.person(), HttpRequest()
    person.groups.add(Group.objects.get_or_create(name="Supervisors")[0])
    request.session = office.client(person).session
    assert api._signed_in(request)
    person.groups.clear()
    assert not api._signed_in(request)


def test_a_session_that_ends_ends_its_stream(port: int, house: LiveHouse) -> None:
    """Revoked, or over: at the next heartbeat. Others get one."""
    table, ana, bo = house.table(), house.player("ana"), house.player("bo")
    device, revoked = token(callers.device(house, table)), token(callers.player(house, ana, table))
    house.later(3 - 900)  # a session lasts 900 seconds from when it was opened
    over = token(callers.player(house, bo, table))
    credential = revoked.split()[1].split(".")[0]
    revoke = Revoke(operator=house.run, kind="session", credential=credential)

    async def look() -> None:
        async with listening(port, f"/tables/{table}", revoked) as one, listening(
            port, "/player", over
        ) as two, listening(port, f"/tables/{table}", device) as three:  # fmt: skip
            await asyncio.gather(one.next(1), two.next(1), three.next(1))
            await later(house.must, f"operator:{house.run}", revoke)
            await asyncio.gather(one.until(lambda s: s.done, 17), two.until(lambda s: s.done, 17))
            await three.until(lambda s: ": still here" in s.lines, 17)
            assert ": still here" not in one.lines + two.lines
            assert not three.done
        for authorization in (revoked, over):
            async with listening(port, "/player", authorization) as stream:
                assert stream.status == 401

    asyncio.run(look())


def test_a_command_that_changes_nothing_here_sends_nothing(port: int, house: LiveHouse) -> None:
    table, other = house.table(), house.table("T2")
    device = token(callers.device(house, table))

    async def look() -> None:
        async with listening(port, f"/tables/{table}", device) as stream:
            await stream.next(1)
            await later(house.shoe, other)
            await later(house.open, other)
            await asyncio.sleep(1)
            assert len(stream.events) == 1
            await later(house.send, f"studio:{table}", r.CloseBets(table=table))  # refused
            await asyncio.sleep(0.5)
            assert len(stream.events) == 1

    asyncio.run(look())
