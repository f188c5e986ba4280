"""No feed and no webhook names a card that lies face down, is not dealt yet or is in somebody's hand."""

from __future__ import annotations

import logging

import msgspec
import pytest

from games.catalog import CATALOG, SAMPLES
from games.kernel.expectations import Deal
from tests.support import hooks
from tests.support.callers import operator
from tests.support.hands import Hand, told
from tests.support.hooks import hooked, send_all
from tests.support.house import House
from tests.support.receiver import receiver
from wagering.eventstore.read import safe_position
from wagering.feed.queries import feed
from wagering.rounds.queries import current

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("webhooks")]


class Watched(Hand):
    """``seen``: every card that everybody could see at some moment."""

    seen: set[str]

    def _go_on(self) -> None:
        self._look()
        super()._go_on()
        self._look()

    def _look(self) -> None:
        self.seen = getattr(self, "seen", set()) | self.known()


@pytest.mark.parametrize("game", [game for game in CATALOG if game in SAMPLES])
def test_running_rounds_of_every_game(game: str, run_id: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    hooks.alone()
    before, run = safe_position(5), f"told-{run_id}"
    house = House(run, "hooks")
    with receiver() as server:
        hooked(house, server.url)
        hand = Watched(game, run)
        shown = hand.seen | ({current(hand.table).order[0]} if CATALOG[game].burn else set())
        send_all()
        bodies = [letter.body.decode() for letter in server.letters]
    safe_position(5)
    events = feed(run, before).events
    answer = operator(house).get(f"/operator/events?after={before}&limit=200").content.decode()
    for text in (*bodies, answer, msgspec.json.encode(events).decode(), caplog.text):
        assert told(text) <= shown
    names = [event.name for event in events]
    assert "round.card_dealt@1" in names
    assert any(event.withheld for event in events if event.name == "round.card_dealt@1")
    sent = [event["position"] for letter in server.letters for event in letter.message["events"]]
    assert sorted(sent) == [event.position for event in events]


def test_the_hole_card_is_told_when_it_is_turned(run_id: str) -> None:
    house = House(run_id)
    before = safe_position(5)
    table, player, _ = house.seated_round("T", "TH", "6S", "9H", "5D")

    def told_now() -> set[str]:
        safe_position(5)
        return told(msgspec.json.encode(feed(run_id, before).events).decode())

    assert told_now() == {"TC", "TH", "6S", "9H"}  # the burn card and what lies face up
    assert house.act(table, player, "stand").accepted
    while isinstance(current(table).expects(), Deal):
        house.deal(table, "8C")
    assert not current(table).running
    assert told_now() == {"TC", "TH", "6S", "9H", "8C", "5D"}
