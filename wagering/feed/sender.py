"""Sends what is due and writes down how it went. Dying in between sends it again after the lease, under the same id."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from datetime import UTC, datetime
from typing import Final

import msgspec
from django.db import Error

from wagering.feed import deliveries, signing
from wagering.feed.courier import Courier, Outcome
from wagering.feed.deliveries import Claimed
from wagering.feed.fan_out import fan_out, wanted
from wagering.feed.publication import PublishedEvent
from wagering.feed.queries import of_command

log = logging.getLogger(__name__)

AT_ONCE: Final = 32
# Between two looks at the outbox and the queue while deliveries are under way.
_LOOK: Final = 0.25

_encode = msgspec.json.Encoder().encode


class Message(msgspec.Struct, frozen=True):
    """The body of a delivery. ``kind``: of the command; ``round``: empty for what belongs to none."""

    id: str
    webhook: str
    kind: str
    round: str
    events: list[PublishedEvent]


def send(until: float, lease: float = deliveries.LEASE_SECONDS) -> int:
    """Sends until nothing is due or `time.monotonic()` has reached `until`; how many arrived."""
    fan_out(until)
    due = deliveries.claim(AT_ONCE, lease)
    if not due:  # as in most seconds: nothing is set up for nothing
        return 0
    arrived, looked = 0, time.monotonic()
    flying: dict[Future[Outcome], Claimed] = {}
    with Courier() as courier:
        while due or flying:
            for one in due:
                flying[_post(courier, one)] = one
            done = wait(flying, _LOOK, FIRST_COMPLETED).done
            arrived += _note([(flying.pop(future), future.result()) for future in done])
            due, now = [], time.monotonic()
            if now < until:
                if now - looked >= _LOOK:
                    fan_out(until)
                    looked = now
                due = deliveries.claim(AT_ONCE - len(flying), lease)
    return arrived


def body_of(one: Claimed) -> bytes:
    """The same at every attempt: an event is always told in the same words."""
    events = of_command(one.operator, one.command, one.first_position, one.last_position)
    told = [event for event in events if wanted(one.kinds, event.name)]
    return _encode(Message(one.id, one.webhook, one.kind, one.round, told))


def _post(courier: Courier, one: Claimed) -> Future[Outcome]:
    try:
        body = body_of(one)
    except Error:  # the database's; no delivery is to blame
        raise
    except Exception as error:
        log.exception("delivery %s cannot be written", one.id)
        failed: Future[Outcome] = Future()
        failed.set_result(Outcome(f"cannot be written: {type(error).__name__}", answered=True))
        return failed
    now = datetime.now(UTC)
    keys = signing.secrets(one.webhook, one.version, one.rotated_at, now)
    return courier.post(one.url, signing.headers(one.id, int(now.timestamp()), body, keys), body)


def _note(landed: Sequence[tuple[Claimed, Outcome]]) -> int:
    """Writes down how these went; how many arrived."""
    arrived = [one for one, outcome in landed if not outcome.error]
    if arrived:
        deliveries.delivered(arrived)
    for one, outcome in landed:
        if outcome.error and deliveries.failed(one, outcome.error, answered=outcome.answered):
            log.error("delivery %s is dead after %d attempts: %s", one.id, one.attempts, outcome.error)
    return len(arrived)
