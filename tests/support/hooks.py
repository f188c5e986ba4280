"""Webhooks for tests: nobody else's are awake, time is moved in the rows, and senders that can be killed."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta

from django.db.models import Max

from tests.support.house import House
from tests.support.tallies import eventually
from wagering.feed import deliveries, sender
from wagering.feed.commands import Subscribe
from wagering.feed.fan_out import fan_out
from wagering.feed.models import Delivery, FanOut, Receiver, Webhook
from wagering.integrations.models import Outbox


def hooked(house: House, url: str, name: str = "w", kinds: tuple[str, ...] = ()) -> str:
    """A webhook to which nothing is due yet."""
    webhook = house.id(name)
    house.must(f"operator:{house.run}", Subscribe(webhook=webhook, operator=house.run, url=url, kinds=kinds))
    all_fanned_out()
    return webhook


def alone() -> None:
    """Webhooks of other tests are asleep, and what was written before goes to nobody."""
    Webhook.objects.update(enabled=False)
    FanOut.objects.update(outbox=_last())


def all_fanned_out() -> None:
    """Whatever is committed now. Commands of other databases on the same server hold the safe value back."""
    last = _last()

    def reached() -> bool:
        fan_out()
        return FanOut.objects.get().outbox >= last

    eventually(reached, 60)


def _last() -> int:
    return int(Outbox.objects.aggregate(last=Max("id"))["last"] or 0)


def send_all(seconds: float = 10.0, lease: float = deliveries.LEASE_SECONDS) -> int:
    """As the task does, with everything that is committed now."""
    all_fanned_out()
    return sender.send(time.monotonic() + seconds, lease)


def waiting(webhook: str) -> int:
    """How many have not arrived."""
    return Delivery.objects.filter(webhook=webhook, delivered_at=None).count()


def due_now(webhook: str) -> None:
    """The pauses after failures are over."""
    Delivery.objects.filter(webhook=webhook, due_at__isnull=False).update(due_at=datetime.now(UTC) - timedelta(0, 1))
    Receiver.objects.filter(webhook=webhook).update(retry_at=datetime.now(UTC) - timedelta(0, 1))


def send_and_die(lease: str) -> None:
    """For a fork: dies with the receiver's answer in hand, before anything is written down."""
    deliveries.delivered = lambda those: os.kill(os.getpid(), 9)
    send_all(lease=float(lease))
