"""No message of a stream shows a card that is not dealt yet or that is somebody else's, in any game, at any moment."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import Any

import pytest

from games.catalog import CATALOG, SAMPLES
from tests.support import callers
from tests.support.hands import Hand, told
from tests.support.house import House
from tests.support.web import Listening, listening
from tests.wagering.live.test_streams import later, token
from wagering.live.snapshots import Snapshots, Watch
from wagering.rounds.queries import current, view

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("live"), pytest.mark.usefixtures("notifier")]


class Waited(Hand):
    """Its commands are sent by ``play``, which the test calls once everybody listens."""

    def play(self) -> None:
        """Nothing yet."""


def allowed(hand: Hand, viewer: str) -> set[str]:
    """Cards that lie open for all, and those on the viewer's own seats."""
    play = current(hand.table)
    mine = {str(seat) for seat, seated in play.ruleset.seats(play.state).items() if seated.player == viewer}
    own = {
        card
        for place, lying in view(hand.table, viewer).cards.items()
        if re.sub(r"\D.*", "", re.sub(r"^\D+", "", place)) in mine
        for card in lying
    }
    return hand.known() | own


@pytest.mark.parametrize("game", [game for game in CATALOG if game in SAMPLES])
def test_every_message_of_a_round(game: str, port: int, run_id: str) -> None:
    hand = Waited(game, f"live-{run_id}")
    hand.house.now = datetime.now(UTC)  # sessions count from now on
    asyncio.run(watched(port, hand))


async def watched(port: int, hand: Hand) -> None:
    """Every command, then what everybody was told by then."""
    house, table = hand.house, hand.table
    streams: list[tuple[Watch, Listening]] = []
    async with AsyncExitStack() as stack:
        for watch, path, authorization in listeners(house, table, hand.players):
            streams.append((watch, await stack.enter_async_context(listening(port, path, authorization))))
        seen = dict.fromkeys([watch for watch, _ in streams], 0)
        send, loop, checked = house.must, asyncio.get_running_loop(), 0

        async def all_told() -> int:
            """Everybody has the newest state; the number of messages looked at."""
            newest, count = await later(Snapshots().build, list(seen)), 0
            for watch, stream in streams:
                await stream.until(lambda s, one=newest[watch].id: s.events and s.last.id == one)
                fresh = stream.events[seen[watch] :]
                shown = await later(allowed, hand, watch.player or "public")
                for event in fresh:
                    assert told(event.text) <= shown, (watch, event.text)
                seen[watch], count = len(stream.events), count + len(fresh)
            return count

        def must(*arguments: Any, **options: Any) -> Any:
            nonlocal checked
            answer = send(*arguments, **options)
            checked += asyncio.run_coroutine_threadsafe(all_told(), loop).result(20)
            return answer

        house.must = must  # type: ignore[method-assign]
        await later(Hand.play, hand)
        assert checked > 3 * len(streams)
        everything = "".join(event.text for _, stream in streams for event in stream.events)
        assert "??" in everything
        assert told(everything)


def listeners(house: House, table: str, players: Iterable[str]) -> Iterable[tuple[Watch, str, str]]:
    """A device, every player at the table and at home, and one who only looks on."""
    yield Watch(table=table), f"/tables/{table}", token(callers.device(house, table))
    for player in (*players, house.player("onlooker")):
        session = token(callers.player(house, player, table))
        yield Watch(player, table), f"/tables/{table}", session
        yield Watch(player, "", (table,)), "/player", session
