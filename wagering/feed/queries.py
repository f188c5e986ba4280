"""What one operator has: events as they are told, webhooks and their deliveries."""

from __future__ import annotations

from typing import Final, LiteralString, NamedTuple

from psycopg.rows import args_row

from wagering.eventstore.read import safe_position
from wagering.eventstore.session import execute, execute_as
from wagering.feed.models import Delivery, Webhook
from wagering.feed.publication import PublishedEvent, Stored, published

# Of the log, whoever's events they are: what one call reads at most.
SCANNED: Final = 2_000
MOST: Final = 500
# For commands that are committing now; longer ones wait for the next call.
_WAIT: Final = 0.1

# Whose an event is follows from its stream; one of an unknown kind is nobody's. Every join is by a primary key.
OWNED: Final[LiteralString] = """
    CROSS JOIN LATERAL (SELECT split_part(e.stream, '/', 1) AS kind,
                               substr(e.stream, strpos(e.stream, '/') + 1) AS owner) s
    LEFT JOIN wallet_wallet w ON s.kind = 'wallet' AND w.player = s.owner
    LEFT JOIN tables_shoe h ON s.kind = 'shoe' AND h.id = s.owner
    LEFT JOIN incidents_incident i ON s.kind = 'incident' AND i.id = s.owner
    LEFT JOIN rounds_round r ON r.id = CASE WHEN s.kind = 'round' THEN s.owner
                                            WHEN s.kind = 'wallet' THEN nullif(e.correlation, '') END
    LEFT JOIN tables_table t ON t.id = CASE WHEN s.kind = 'table' THEN s.owner
                                            ELSE coalesce(h."table", i."table", r."table") END
    CROSS JOIN LATERAL (SELECT CASE WHEN s.kind = 'wallet' THEN w.operator ELSE t.operator END AS operator) x
"""
_STORED: Final[LiteralString] = """
    SELECT e.position, e.stream, e.version, e.name, e.occurred_at, e.recorded_at, e.correlation, coalesce(t.id, ''),
           coalesce(w.currency, t.currency), e.body,
           s.kind = 'shoe' AND e.correlation <> '' AND EXISTS (
               SELECT FROM eventstore_event o
               WHERE o.stream = 'round/' || e.correlation AND o.position < e.position
                 AND o.name IN ('round.decided@1', 'round.voided@1'))
    FROM eventstore_event e
"""
_END: Final[LiteralString] = """
    SELECT coalesce(max(p.position), 0), count(*)
    FROM (SELECT position FROM eventstore_event WHERE position > %b::bigint AND position <= %b::bigint
          ORDER BY position LIMIT %b::bigint) p
"""
_PAGE: Final[LiteralString] = (
    _STORED + OWNED + "WHERE e.position > %b::bigint AND e.position <= %b::bigint AND x.operator = %b::text"
    " ORDER BY e.position LIMIT %b::bigint"
)  # fmt: skip
_OF_COMMAND: Final[LiteralString] = (
    _STORED + OWNED + "WHERE e.position BETWEEN %b::bigint AND %b::bigint AND e.command = %b::text"
    " AND x.operator = %b::text ORDER BY e.position"
)  # fmt: skip
# Those of a webhook that is disabled wait for its operator, not for us.
_BACKLOG: Final[LiteralString] = """
    SELECT (SELECT count(*) FROM (
                SELECT FROM feed_delivery d JOIN feed_webhook w ON w.id = d.webhook
                WHERE d.delivered_at IS NULL AND d.dead_at IS NULL AND w.enabled LIMIT %b::bigint) few),
           (SELECT count(*) FROM feed_delivery WHERE dead_at IS NOT NULL)
"""
_stored = args_row(Stored)


class Page(NamedTuple):
    """Events in order of position. ``next``: what to ask with for the page behind; nothing is left out up to there.

    ``more``: there is more of the log already, whoever's it is; ask on at once.
    """

    events: list[PublishedEvent]
    next: int
    more: bool


def feed(operator: str, after: int, limit: int = MOST, wait: float = _WAIT) -> Page:
    """At most ``limit`` events of ``operator`` at positions above ``after``.

    Never beyond the safe position, so that no event can appear later before one that was shown. A page may be empty
    and still go on: the log is read ``SCANNED`` events at a time, whoever's they are.
    """
    safe = safe_position(wait)
    # Never a number that was only drawn: a server that crashed may give it out again, to an event.
    last, scanned = execute(_END, (after, safe, SCANNED)).fetchone() or (0, 0)
    upto = max(last, after)
    limit = max(1, min(limit, MOST))
    rows = execute_as(_stored, _PAGE, (after, upto, operator, limit)).fetchall()
    full = len(rows) == limit
    return Page([published(row) for row in rows], rows[-1].position if full else upto, full or scanned == SCANNED)


def of_command(operator: str, command: str, first: int, last: int) -> list[PublishedEvent]:
    """The events of ``operator`` that ``command`` wrote, at positions from ``first`` to ``last``."""
    return [published(row) for row in execute_as(_stored, _OF_COMMAND, (first, last, command, operator)).fetchall()]


class Backlog(NamedTuple):
    """``waiting`` for receivers, counted as far as ``most`` goes; ``dead``: for a person."""

    waiting: int
    dead: int


def backlog(most: int) -> Backlog:
    """Deliveries of enabled webhooks that have not arrived, and all that were given up."""
    return Backlog(*(execute(_BACKLOG, (most,)).fetchone() or (0, 0)))


def webhooks_of(operator: str, after: str, limit: int) -> list[Webhook]:
    """At most ``limit`` webhooks of ``operator`` with ids above ``after``, by id."""
    return list(Webhook.objects.filter(operator=operator, id__gt=after).order_by("id")[:limit])


def deliveries_of(webhook: Webhook, state: str | None, after: int, limit: int) -> list[Delivery]:
    """At most ``limit`` deliveries, of outbox rows above ``after``, in order; only those in ``state`` if given."""
    rows = Delivery.objects.filter(webhook=webhook.id, outbox__gt=after).order_by("outbox")
    match state:
        case "delivered":
            rows = rows.filter(delivered_at__isnull=False)
        case "dead":
            rows = rows.filter(dead_at__isnull=False)
        case "waiting":
            rows = rows.filter(delivered_at=None, dead_at=None)
    return list(rows[:limit])
