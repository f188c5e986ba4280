"""Webhooks over real HTTP: order, stable ids, signatures, backoff, dead letters, and receivers that misbehave."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from tests.support import forks, hooks
from tests.support.events import in_threads
from tests.support.hooks import due_now, hooked, send_all
from tests.support.house import House
from tests.support.receiver import Receiver, receiver, verifies
from tests.support.tallies import eventually
from wagering.feed import commands as c
from wagering.feed import deliveries
from wagering.feed.courier import SECONDS
from wagering.feed.models import Delivery, Webhook
from wagering.feed.models import Receiver as Health
from wagering.feed.signing import secret
from wagering.incidents.commands import ReportIncident, ResumeTable
from wagering.projector.rebuild import rebuild
from wagering.wallet.commands import Deposit

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("webhooks")]


@pytest.fixture
def server(database: str) -> Iterator[Receiver]:
    hooks.alone()
    with receiver() as made:
        yield made


@pytest.fixture
def house(run_id: str) -> House:
    return House(run_id)


def waiting(webhook: str) -> int:
    return Delivery.objects.filter(webhook=webhook, delivered_at=None).count()


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


def test_a_failing_round_holds_nobody_else(server: Receiver, house: House) -> None:
    webhook = hooked(house, server.url)
    _, _, bad = house.seated_round("T", "TH", "6S")
    _, _, good = house.seated_round("U", "TH", "6S")
    server.answer = lambda message: 500 if message["round"] == bad else 200
    send_all()
    assert len(server.of_round(bad)) == 1  # its first, once; what is behind it waits
    total = Delivery.objects.filter(webhook=webhook, round=good).count()
    assert len(server.of_round(good)) == total > 3
    row = Delivery.objects.get(id=server.of_round(bad)[0].id)
    assert (row.attempts, row.last_error, row.state) == (1, "HTTP 500", "waiting")
    assert row.due_at is not None
    assert row.due_at > datetime.now(UTC)
    server.answer = lambda message: 200
    assert send_all() == 0
    due_now(webhook)
    send_all()
    letters = server.of_round(bad)
    assert letters[0].id == letters[1].id
    assert letters[0].body == letters[1].body
    order = [Delivery.objects.get(id=letter.id).outbox for letter in letters[1:]]
    assert order == sorted(set(order))
    assert waiting(webhook) == 0


def test_dead_after_many_attempts_and_sent_again(server: Receiver, house: House) -> None:
    webhook = hooked(house, server.url)
    _, _, bad = house.seated_round("T", "TH", "6S")
    server.answer = lambda message: 503 if message["round"] == bad else 200
    for _ in range(deliveries.MOST_ATTEMPTS + 3):
        send_all()
        due_now(webhook)
    assert [letter.status for letter in server.of_round(bad)] == [503] * deliveries.MOST_ATTEMPTS
    (dead,) = Delivery.objects.filter(webhook=webhook, dead_at__isnull=False)
    assert (dead.state, dead.last_error, dead.due_at) == ("dead", "HTTP 503", None)
    behind = Delivery.objects.filter(webhook=webhook, round=bad, delivered_at=None).count() - 1
    assert behind > 2
    server.answer = lambda message: 200
    nothing = c.Redrive(webhook=webhook, delivery="0.x")
    assert house.send(f"operator:{house.run}", nothing).code == "no_dead_delivery"
    house.must("supervisor:maya", c.Redrive(webhook=webhook, delivery=dead.id))
    send_all()
    assert [letter.id for letter in server.of_round(bad)].count(dead.id) == deliveries.MOST_ATTEMPTS + 1
    assert waiting(webhook) == 0


@pytest.mark.parametrize("status", [199, 300, 302, 307, 400, 410, 500])
def test_only_success_is_success(status: int, server: Receiver, house: House) -> None:
    """Redirects are not followed."""
    webhook = hooked(house, server.url)
    house.player("ana")
    server.answer = lambda message: status
    began = time.monotonic()
    send_all()
    assert time.monotonic() - began < SECONDS + 3
    assert [letter.status for letter in server.letters] == [status]
    assert Delivery.objects.get(webhook=webhook, attempts=1).delivered_at is None


def test_slow_and_dead_receivers_hold_nobody_else(server: Receiver, house: House) -> None:
    """One that never answers, one where nobody listens, one whose name does not exist, and one in order."""
    with receiver() as slow:
        slow.answer = lambda message: time.sleep(SECONDS + 3) or 200
        bad = [
            hooked(house, url, f"bad{number}")
            for number, url in enumerate((slow.url, "http://127.0.0.1:9/", "https://no-such-host.invalid/"))
        ]
        good = hooked(house, server.url)
        for name in ("T", "U", "V"):
            house.seated_round(name, "TH", "6S", "9H", "5D")
        began = time.monotonic()
        send_all()
        total = Delivery.objects.filter(webhook=good).count()
        assert len(server.letters) == total > 30
        assert server.letters[-1].ended - began < SECONDS  # all of them before the slow one's time was over
        assert time.monotonic() - began < SECONDS * 3
        assert len(slow.letters) <= deliveries.AT_ONCE
        for webhook in bad:
            assert Health.objects.get(webhook=webhook).failures >= 1
            assert waiting(webhook) == Delivery.objects.filter(webhook=webhook).count() == total
    assert Delivery.objects.filter(webhook=bad[0], last_error="no answer within 5 seconds").exists()
    assert Delivery.objects.filter(webhook=bad[1], last_error="ConnectError").exists()


def test_who_cannot_be_reached_is_asked_once_in_a_while(server: Receiver, house: House) -> None:
    webhook = hooked(house, "http://127.0.0.1:9/")
    for name in ("T", "U", "V", "W", "X", "Y"):
        house.seated_round(name, "TH")
    send_all()
    tried = Delivery.objects.filter(webhook=webhook, attempts__gt=0).count()
    assert tried <= deliveries.AT_ONCE
    due_now(webhook)
    send_all()
    assert sum(Delivery.objects.filter(webhook=webhook).values_list("attempts", flat=True)) == tried + 1
    Webhook.objects.filter(id=webhook).update(url=server.url)  # it is back
    due_now(webhook)
    send_all()
    assert waiting(webhook) == 0
    assert not Health.objects.filter(webhook=webhook).exists()


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
    deliveries.delivered(late)
    row = Delivery.objects.get(webhook=webhook)
    assert (row.attempts, row.delivered_at, row.last_error) == (2, None, "")
    deliveries.delivered(now)
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


def test_production_posts_to_no_private_address(server: Receiver, house: House) -> None:
    webhook = hooked(house, server.url.replace("127.0.0.1", "localhost"))
    house.player("ana")
    with override_settings(PRODUCTION=True):
        send_all()
    Webhook.objects.filter(id=webhook).update(url="https://127.1/x")  # as a name that leads home
    due_now(webhook)
    with override_settings(PRODUCTION=True):
        send_all()
    assert server.letters == []
    row = Delivery.objects.get(webhook=webhook)
    assert (row.attempts, row.last_error) == (2, "the host's address is not public")


def test_nothing_is_sent_twice_by_a_rebuild(server: Receiver, house: House) -> None:
    webhook = hooked(house, server.url)
    house.seated_round("T", "TH", "6S")
    send_all()
    before = len(server.letters), Delivery.objects.count()
    done = rebuild(swap=True)
    assert done.counts["feed_webhook"] >= 0
    send_all()
    assert (len(server.letters), Delivery.objects.count()) == before
    assert waiting(webhook) == 0


def test_the_pause_doubles_and_is_bounded() -> None:
    pauses: list[Any] = [[deliveries.pause_after(n) for _ in range(20)] for n in range(1, 40)]
    assert all(0.5 * 2**n <= pause <= 2**n for n, tries in enumerate(pauses[:11], 1) for pause in tries)
    assert all(1_800 <= pause <= 3_600 for tries in pauses[12:] for pause in tries)
    assert len(set(pauses[5])) > 10
