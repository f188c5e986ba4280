"""The feed: everything of one operator, in order, exactly once, whoever else is writing."""

from __future__ import annotations

import random
import threading
import time

import pytest
from django.db import transaction

from tests.support.events import in_threads, put
from tests.support.house import House
from wagering.eventstore.models import Event
from wagering.eventstore.read import safe_position
from wagering.feed import queries
from wagering.feed.publication import PublishedEvent
from wagering.feed.queries import feed
from wagering.incidents.commands import ReportIncident

pytestmark = pytest.mark.database


def everything(operator: str, after: int, limit: int = 500) -> list[PublishedEvent]:
    """The pages up to what is safe now."""
    found: list[PublishedEvent] = []
    safe_position(5)
    while True:
        page = feed(operator, after, limit)
        assert len(page.events) <= limit
        found += page.events
        after = page.next
        if not page.more:
            return found


def test_an_evening_of_one_operator(run_id: str) -> None:
    before = safe_position(5)
    house, other = House(run_id), House(f"{run_id}x")
    table, player, round_id = house.seated_round("T", "TH", "6S", "9H", "5D")
    other.seated_round("T", "TH", "6S", "9H")
    house.must(f"studio:{table}", ReportIncident(table=table, note="dealer showed the 5D"))
    events = everything(run_id, before, 7)
    mine = Event.objects.filter(position__gt=before, actor__contains=run_id).exclude(actor__contains=f"{run_id}x")
    assert [event.position for event in events] == sorted(mine.values_list("position", flat=True))
    assert {event.stream.partition("/")[0] for event in events} == {"table", "wallet", "round", "shoe", "incident"}
    assert {event.table for event in events if event.stream != f"wallet/{player}"} == {table}
    bet = next(event for event in events if event.name == "wallet.bet_placed@1")
    assert (bet.table, bet.round, bet.currency, bet.exponent) == (table, round_id, "USD", 2)
    assert bet.content is not None
    assert bet.content["amount"] == 1_000
    assert "5D" not in str([event.content for event in events if event.name.startswith("incident")])


def test_the_whole_is_read_in_bounded_steps(run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "SCANNED", 20)
    before = safe_position(5)
    house = House(run_id)
    house.player("ana")
    put({f"strange/{run_id}": 0}, "c", *[f"strange/{run_id}"] * 55)
    house.player("bob")
    assert [event.name for event in everything(run_id, before)] == ["wallet.opened@1", "wallet.deposited@1"] * 2
    assert feed(f"{run_id}-quiet", before).next == before + 20


def test_a_number_that_was_only_drawn_is_no_place_in_the_feed(run_id: str) -> None:
    """After a crash the server may give it out again; who had asked behind it would miss that event."""
    before = Event.objects.latest("position").position
    with transaction.atomic():
        put({f"wallet/{run_id}": 0}, f"{run_id}/drawn")
        transaction.set_rollback(True)
    assert safe_position(5) > before
    assert feed(run_id, before).next == before


def test_streams_of_an_unknown_kind_are_nobody_s(run_id: str) -> None:
    before = safe_position(5)
    _, _, round_id = House(run_id).seated_round("T", "TH")
    put({f"strange/{run_id}": 0, run_id: 0}, "c", correlation=round_id)
    assert not [event for event in everything(run_id, before) if event.name == "test.happened@1"]


def test_a_page_takes_few_queries(run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = safe_position(5)
    House(run_id).seated_round("T", "TH", "6S", "9H")
    calls: list[str] = []
    for name in ("execute", "execute_as"):
        original = getattr(queries, name)
        monkeypatch.setattr(
            queries, name, lambda *a, _original=original, _name=name: (calls.append(_name), _original(*a))[1]
        )
    assert len(feed(run_id, before, wait=5).events) > 10
    assert len(calls) == 2


def test_exactly_once_while_many_write(run_id: str) -> None:
    """Writers pause at random before they commit, so positions become visible out of order."""
    house = House(run_id)
    players = [house.player(f"p{number}") for number in range(8)]
    start = safe_position(5)
    done = threading.Event()
    left = [8]

    def write(number: int) -> None:
        chance = random.Random(f"{run_id}/{number}")
        stream = f"wallet/{players[number]}"
        for version in range(2, 32):
            with transaction.atomic():
                put({stream: version}, f"{run_id}/{number}/{version}")
                time.sleep(chance.uniform(0, 0.02))
        left[0] -= 1
        if not left[0]:
            done.set()

    def read(number: int) -> list[int]:
        found: list[int] = []
        after, last = start, False
        while True:
            page = feed(run_id, after, 13, wait=0.0 if number % 2 else 0.05)
            found += [event.position for event in page.events]
            after = page.next
            if not page.events:
                if last and after >= Event.objects.latest("position").position:
                    return found
                last = done.is_set()

    results = in_threads(11, lambda number: write(number) if number < 8 else read(number))
    wanted = sorted(
        Event.objects.filter(stream__in=[f"wallet/{p}" for p in players], position__gt=start)
        .values_list("position", flat=True)
    )  # fmt: skip
    assert len(wanted) == 240
    assert results[8:] == [wanted] * 3
