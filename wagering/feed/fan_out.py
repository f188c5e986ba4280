"""From the outbox to deliveries: one for each command and each webhook that is to be told something of it.

It follows the outbox up to its safe value from a checkpoint of its own, which moves in the transaction that makes the
deliveries. So each is made once, whatever is killed, replayed or rebuilt. A webhook is told of what is fanned out while
it is subscribed and enabled.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, Final, LiteralString

from django.db import transaction

from wagering.eventstore.high_water import safe_value
from wagering.eventstore.session import execute
from wagering.feed.deliveries import alone, release
from wagering.feed.models import Webhook
from wagering.feed.queries import OWNED

BATCH: Final = 500
_WAIT: Final = 0.1

_CHECKPOINT: Final[LiteralString] = (
    "SELECT outbox FROM feed_fanout WHERE name = 'webhooks' FOR NO KEY UPDATE SKIP LOCKED"
)
_END: Final[LiteralString] = """
    SELECT coalesce(max(o.id), 0), count(*)
    FROM (SELECT id FROM integrations_outbox WHERE id > %b::bigint AND id <= %b::bigint ORDER BY id LIMIT %b::bigint) o
"""
_EVENTS: Final[LiteralString] = """
    SELECT o.id, x.operator, array_agg(DISTINCT e.name)
    FROM integrations_outbox o
    JOIN eventstore_event e ON e.position BETWEEN o.first_position AND o.last_position AND e.command = o.command
"""
_TOLD: Final[LiteralString] = (
    _EVENTS + OWNED + "WHERE o.id > %b::bigint AND o.id <= %b::bigint AND x.operator = ANY (%b::text[])"
    " GROUP BY 1, 2 ORDER BY 1"
)  # fmt: skip
_MAKE: Final[LiteralString] = """
    INSERT INTO feed_delivery (id, webhook, outbox, command, kind, round, first_position, last_position, created_at,
                               attempts, last_error)
    SELECT o.id || '.' || n.webhook, n.webhook, o.id, o.command, o.kind, o.correlation, o.first_position,
           o.last_position, clock_timestamp(), 0, ''
    FROM unnest(%b::bigint[], %b::text[]) AS n (outbox, webhook) JOIN integrations_outbox o ON o.id = n.outbox
    RETURNING id
"""


def fan_out(until: float = inf) -> int:
    """Makes what is to be made until it has caught up or `time.monotonic()` has reached `until`; how many deliveries.

    0 too when another process is at it.
    """
    made = 0
    while True:
        safe = safe_value("integrations_outbox_id_seq", _WAIT)
        count, finished = _step(safe)
        made += count
        if finished or time.monotonic() >= until:
            return made


def wanted(kinds: Sequence[str], name: str) -> bool:
    """Does a webhook with this filter want events called `name`."""
    return not kinds or name.startswith(tuple(kinds))


def _step(safe: int) -> tuple[int, bool]:
    with transaction.atomic():
        row = execute(_CHECKPOINT).fetchone()
        if row is None or row[0] >= safe:
            return 0, True
        after = int(row[0])
        last, count = execute(_END, (after, safe, BATCH)).fetchone() or (0, 0)
        finished = count < BATCH
        upto = safe if finished else last
        made = _make(after, upto, list(Webhook.objects.filter(enabled=True)))
        execute("UPDATE feed_fanout SET outbox = %b::bigint WHERE name = 'webhooks'", (upto,))
    return made, finished


def _make(after: int, upto: int, webhooks: Sequence[Webhook]) -> int:
    if not webhooks:
        return 0
    rows = execute(_TOLD, (after, upto, list({webhook.operator for webhook in webhooks}))).fetchall()
    pairs = list(_pairs(rows, webhooks))
    if not pairs:
        return 0
    alone()
    ids = [made for (made,) in execute(_MAKE, ([outbox for outbox, _ in pairs], [hook for _, hook in pairs]))]
    release(ids)
    return len(ids)


def _pairs(rows: Iterable[tuple[Any, ...]], webhooks: Sequence[Webhook]) -> Iterable[tuple[int, str]]:
    """Outbox row and webhook, for each that wants at least one event of it."""
    for outbox, operator, names in rows:
        for webhook in webhooks:
            if webhook.operator == operator and any(wanted(webhook.kinds, name) for name in names):
                yield outbox, webhook.id
