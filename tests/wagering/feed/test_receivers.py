"""Receivers that refuse, are slow, are away or should not be reached: who waits, for how long, and who does not."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from django.test import override_settings

from tests.support.hooks import due_now, hooked, send_all, waiting
from tests.support.house import House
from tests.support.receiver import Receiver, receiver
from wagering.feed import commands as c
from wagering.feed import deliveries, sender
from wagering.feed.courier import SECONDS
from wagering.feed.models import Delivery, Webhook
from wagering.feed.models import Receiver as Health

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("webhooks")]


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


def test_a_delivery_that_cannot_be_written_holds_nobody_else(
    server: Receiver, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook = hooked(house, server.url)
    _, _, bad = house.seated_round("T", "TH")
    _, _, good = house.seated_round("U", "TH")
    original = sender.body_of

    def broken(one: deliveries.Claimed) -> bytes:
        if one.round == bad:
            raise ValueError(one.id)
        return original(one)

    monkeypatch.setattr(sender, "body_of", broken)
    send_all()
    assert len(server.of_round(good)) == Delivery.objects.filter(webhook=webhook, round=good).count()
    assert server.of_round(bad) == []
    assert Delivery.objects.get(webhook=webhook, round=bad, attempts=1).last_error == "cannot be written: ValueError"


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
