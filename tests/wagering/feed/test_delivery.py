"""Webhooks over real HTTP: order, stable ids, signatures, several senders, killed senders, rebuilds."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support import forks, hooks
from tests.support.elsewhere import created, leading_to
from tests.support.events import in_threads
from tests.support.hooks import hooked, send_all, waiting
from tests.support.house import House
from tests.support.receiver import Receiver, verifies
from tests.support.tallies import eventually
from wagering.feed import commands as c
from wagering.feed import deliveries
from wagering.feed.models import Delivery
from wagering.feed.signing import secret
from wagering.feed.tasks import send_webhooks
from wagering.incidents.commands import ReportIncident, ResumeTable
from wagering.projector.rebuild import rebuild
from wagering.wallet.commands import Deposit

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("webhooks")]


def test_a_round_arrives_in_order_and_signed(server: Receiver, house: House) -> None:
    webhook = hooked(house, server.url + "?a=b")
    table, player, round_id = house.seated_round("T", "TH", "6S", "9H", "5D")
    other = House(f"{house.run}x")
    other.seated_round("T", "TH", "6S")
    assert send_all() == len(server.letters)
    assert waiting(webhook) == 0
    positions = [event["position"] for m in server.letters for event in m.message["events"]]
    assert len(positions) == len(set(positions))
    of_round = [e["position"] for m in server.of_round(round_id) for e in m.message["events"]]
    assert of_round == sorted(of_round)
    assert all(verifies(letter, secret(webhook, 1)) for letter in server.letters)
    assert not any(verifies(letter, secret(webhook, 2)) for letter in server.letters)
    first = server.of_round(round_id)[0].message
    assert (first["webhook"], first["kind"], first["id"]) == (webhook, "rounds.open", server.of_round(round_id)[0].id)
    told = {(event["stream"], event["name"]) for m in server.letters for event in m.message["events"]}
    assert (f"wallet/{player}", "wallet.bet_placed@1") in told
    assert {stream.partition("/")[2] for stream, _ in told if stream.startswith("table/")} == {table}
    assert send_all() == 0


def test_only_what_is_wanted(server: Receiver, house: House) -> None:
    hooked(house, server.url, kinds=("wallet.bet", "round.opened"))
    house.seated_round("T", "TH", "6S")
    send_all()
    assert {e["name"] for m in server.messages() for e in m["events"]} == {"wallet.bet_placed@1", "round.opened@1"}
    assert all(m["events"] for m in server.messages())


def test_two_senders_at_once(server: Receiver, house: House) -> None:
    """Never side by side within a round, nothing twice, and several rounds at a time."""
    webhook = hooked(house, server.url)
    rounds = [house.seated_round(f"T{number}", "TH", "6S", "9H", "5D")[2] for number in range(5)]
    server.answer = lambda message: time.sleep(0.02) or 200
    sent = in_threads(3, lambda _: send_all())
    assert sum(sent) == len(server.letters) == Delivery.objects.filter(webhook=webhook).count()
    assert max(Counter(letter.id for letter in server.letters).values()) == 1
    for round_id in rounds:
        letters = sorted(server.of_round(round_id), key=lambda letter: letter.began)
        assert all(before.ended <= after.began for before, after in pairwise(letters))
        order = [Delivery.objects.get(id=letter.id).outbox for letter in letters]
        assert order == sorted(order)
    moments = [(letter.began, 1) for letter in server.letters] + [(letter.ended, -1) for letter in server.letters]
    together, most = 0, 0
    for _, change in sorted(moments):
        together += change
        most = max(most, together)
    assert 1 < most <= deliveries.AT_ONCE


def test_deliveries_made_while_others_end(server: Receiver, house: House) -> None:
    """A round's next delivery becomes due whoever comes first: who makes it or who ends the one before."""
    webhook = hooked(house, server.url)
    player = house.player("ana")
    table = house.table()
    house.shoe(table)
    done = threading.Event()

    def play() -> None:
        for number in range(6):
            house.open(table, f"R{number}")
            house.sit(table, player, 3)
            house.must(f"studio:{table}", ReportIncident(table=table, note="x"))
            for _ in range(4):
                house.must("supervisor:maya", ResumeTable(table=table, supervisor="maya"))
                house.must(f"studio:{table}", ReportIncident(table=table, note="x"))
            house.must("supervisor:maya", ResumeTable(table=table, supervisor="maya"))
            assert house.expire(table).accepted
        done.set()

    def send() -> None:
        while not done.is_set():
            send_all(0.2)

    in_threads(3, lambda number: play() if number == 0 else send())
    hooks.all_fanned_out()
    send_all()
    assert waiting(webhook) == 0
    assert max(Counter(letter.id for letter in server.letters).values()) == 1


def test_killed_between_sending_and_marking(
    server: Receiver, house: House, child_env: Mapping[str, str], root: Path
) -> None:
    webhook = hooked(house, server.url)
    player = house.player("ana")
    hooks.all_fanned_out()
    with forks.nursery(child_env, root, hooks.__name__) as nursery:
        nursery.fork(f"{hooks.__name__}:send_and_die", 3.0)
        eventually(lambda: len(server.letters) == 1, 30)
    (row,) = Delivery.objects.filter(webhook=webhook)
    assert (row.attempts, row.delivered_at) == (1, None)
    assert send_all() == 0  # the dead one's lease still runs
    eventually(lambda: send_all() == 1, 10)
    assert [letter.id for letter in server.letters] == [row.id] * 2
    assert server.letters[0].body == server.letters[1].body
    assert f"wallet/{player}" in str(server.letters[0].message)


def test_a_sender_whose_lease_has_ended_speaks_for_nobody(server: Receiver, house: House) -> None:
    webhook = hooked(house, server.url)
    house.player("ana")
    hooks.all_fanned_out()
    (late,) = deliveries.claim(5, lease=0.0)
    (now,) = deliveries.claim(5, lease=30.0)
    assert now.id == late.id
    assert deliveries.failed(late, "too late", answered=True) is False
    deliveries.delivered([late])
    row = Delivery.objects.get(webhook=webhook)
    assert (row.attempts, row.delivered_at, row.last_error) == (2, None, "")
    deliveries.delivered([now])
    assert waiting(webhook) == 0


def test_a_changed_secret(server: Receiver, house: House) -> None:
    webhook, me = hooked(house, server.url), f"operator:{house.run}"
    house.now = datetime.now(UTC)
    house.must(me, c.Rotate(webhook=webhook))
    player = house.player("ana")
    send_all()
    assert [verifies(server.letters[-1], secret(webhook, version)) for version in (1, 2, 3)] == [True, True, False]
    house.now -= timedelta(hours=25)
    house.must(me, c.Rotate(webhook=webhook))
    house.must(me, Deposit(player=player, amount=100))
    send_all()
    assert [verifies(server.letters[-1], secret(webhook, version)) for version in (1, 2, 3)] == [False, False, True]


def test_disabled_and_enabled(server: Receiver, house: House) -> None:
    webhook, me = hooked(house, server.url), f"operator:{house.run}"
    player = house.player("ana")
    hooks.all_fanned_out()
    house.must(me, c.Disable(webhook=webhook))
    house.must(me, Deposit(player=player, amount=100))
    assert send_all() == 0
    house.must(me, c.Enable(webhook=webhook))
    assert send_all() == 1
    assert [m["kind"] for m in server.messages()] == ["wallet.open"]


def test_nothing_is_sent_twice_by_a_rebuild(server: Receiver, house: House, database: str) -> None:
    with created(f"{database}_rebuilt") as name, leading_to(name):
        webhook = hooked(house, server.url)
        house.seated_round("T", "TH", "6S")
        send_all()
        before = len(server.letters), Delivery.objects.count()
        done = rebuild(swap=True)
        assert done.rows["feed_webhook"] == 1
        assert not any(done.counts.values())
        send_all()
        assert (len(server.letters), Delivery.objects.count()) == before
        assert waiting(webhook) == 0


def test_the_task_sends_once_at_a_time(server: Receiver, house: House) -> None:
    hooked(house, server.url)
    house.player("ana")
    hooks.all_fanned_out()
    server.answer = lambda message: time.sleep(0.5) or 200

    def run(number: int) -> float:
        began = time.monotonic()
        time.sleep(number * 0.2)
        send_webhooks()
        return time.monotonic() - began

    first, second = in_threads(2, run)
    assert [letter.status for letter in server.letters] == [200]
    assert second < first
