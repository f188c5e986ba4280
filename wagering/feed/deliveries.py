"""Deliveries as a queue: leased, in order within a round and webhook, tried again ever later, dead after many failures.

Only the first delivery of a round that has not arrived is ever due, so a round waits for its first alone and the others
go on. A webhook has a few deliveries under way at most; one whose server cannot be reached is asked once in a while
until it answers, so it costs the others nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, LiteralString, NamedTuple

from django.db import transaction
from psycopg.rows import args_row
from psycopg.types.numeric import Int2

from wagering.eventstore.session import execute, execute_as
from wagering.integrations.outbox import pause_after

LEASE_SECONDS: Final = 30.0
MOST_ATTEMPTS: Final = 16
LONGEST_PAUSE: Final = 3_600.0
LONGEST_SILENCE: Final = 60.0
"""Between two attempts to reach a server that could not be reached."""
AT_ONCE: Final = 8
"""Deliveries of one webhook under way at the same time, of different rounds."""


class Claimed(NamedTuple):
    """A delivery that is this sender's until its lease ends; ``attempts`` includes this one."""

    id: str
    attempts: int
    command: str
    kind: str
    round: str
    first_position: int
    last_position: int
    webhook: str
    operator: str
    url: str
    kinds: list[str]
    version: int
    rotated_at: datetime | None


# Whoever makes, claims or ends deliveries does it alone: a round's next delivery becomes due when the one before ends,
# and neither may miss the other. Sending, which takes long, is done side by side.
_ALONE: Final[LiteralString] = "SELECT pg_advisory_xact_lock(hashtextextended('feed.deliveries', 0))"
_CLAIM: Final[LiteralString] = """
    UPDATE feed_delivery d
    SET claimed_until = clock_timestamp() + %b::float8 * interval '1 second', attempts = d.attempts + 1,
        due_at = clock_timestamp() + %b::float8 * interval '1 second'
    FROM (
        SELECT c.id, w.operator, w.url, w.kinds, w.version, w.rotated_at
        FROM feed_webhook w LEFT JOIN feed_receiver v ON v.webhook = w.id
        CROSS JOIN LATERAL (
            SELECT n.id, n.due_at FROM feed_delivery n
            WHERE n.webhook = w.id AND n.due_at <= clock_timestamp()
            ORDER BY n.due_at LIMIT greatest(0, CASE WHEN v.webhook IS NULL THEN %b::bigint ELSE 1 END - (
                SELECT count(*) FROM feed_delivery f
                WHERE f.webhook = w.id AND f.claimed_until > clock_timestamp()))
            FOR NO KEY UPDATE SKIP LOCKED) c
        WHERE w.enabled AND (v.retry_at IS NULL OR v.retry_at <= clock_timestamp())
        ORDER BY c.due_at LIMIT %b::bigint) due
    WHERE d.id = due.id
    RETURNING d.id, d.attempts, d.command, d.kind, d.round, d.first_position, d.last_position, d.webhook,
        due.operator, due.url, due.kinds, due.version, due.rotated_at
"""
_RELEASE: Final[LiteralString] = """
    UPDATE feed_delivery d SET due_at = clock_timestamp()
    WHERE d.id = ANY (%b::text[]) AND d.delivered_at IS NULL AND (d.round = '' OR NOT EXISTS (
        SELECT FROM feed_delivery b
        WHERE b.webhook = d.webhook AND b.round = d.round AND b.outbox < d.outbox AND b.delivered_at IS NULL))
"""
# Whose lease has ended may not speak for it any more: somebody else may have it.
_DELIVERED: Final[LiteralString] = """
    UPDATE feed_delivery d
    SET delivered_at = clock_timestamp(), due_at = NULL, claimed_until = NULL, last_error = ''
    FROM unnest(%b::text[], %b::smallint[]) AS n (id, attempts)
    WHERE d.id = n.id AND d.attempts = n.attempts AND d.delivered_at IS NULL AND d.dead_at IS NULL
    RETURNING d.webhook, d.round
"""
_NEXT: Final[LiteralString] = """
    UPDATE feed_delivery d SET due_at = clock_timestamp()
    FROM unnest(%b::text[], %b::text[]) AS n (webhook, round)
    CROSS JOIN LATERAL (
        SELECT f.id FROM feed_delivery f
        WHERE f.webhook = n.webhook AND f.round = n.round AND f.round <> '' AND f.delivered_at IS NULL
        ORDER BY f.outbox LIMIT 1) first
    WHERE d.id = first.id
"""
_FAILED: Final[LiteralString] = """
    UPDATE feed_delivery SET claimed_until = NULL, last_error = %b::text,
        dead_at = CASE WHEN %b::boolean THEN clock_timestamp() END,
        due_at = CASE WHEN NOT %b::boolean THEN clock_timestamp() + %b::float8 * interval '1 second' END
    WHERE id = %b::text AND attempts = %b::smallint AND delivered_at IS NULL AND dead_at IS NULL
"""
_UNREACHABLE: Final[LiteralString] = """
    INSERT INTO feed_receiver AS r (webhook, failures, retry_at)
    VALUES (%b::text, 1, clock_timestamp() + interval '1 second')
    ON CONFLICT (webhook) DO UPDATE SET failures = r.failures + 1,
        retry_at = clock_timestamp() + least(%b::float8, power(2, least(r.failures, 10))) * interval '1 second'
"""


def alone() -> None:
    """Until the end of the transaction nobody else makes, claims or ends deliveries."""
    execute(_ALONE)


def release(ids: Sequence[str]) -> None:
    """Those of these deliveries that wait for no other become due."""
    execute(_RELEASE, (list(ids),))


def claim(limit: int, lease: float = LEASE_SECONDS) -> list[Claimed]:
    """At most `limit` deliveries that are due, this caller's for `lease` seconds."""
    with transaction.atomic():
        alone()
        return execute_as(args_row(Claimed), _CLAIM, (lease, lease, AT_ONCE, limit)).fetchall()


def delivered(those: Sequence[Claimed]) -> None:
    """The receivers have them; the next of their rounds are due."""
    with transaction.atomic():
        alone()
        attempts = [Int2(one.attempts) for one in those]
        ended = execute(_DELIVERED, ([one.id for one in those], attempts)).fetchall()
        execute(_NEXT, ([webhook for webhook, _ in ended], [round_id for _, round_id in ended]))
        execute("DELETE FROM feed_receiver WHERE webhook = ANY (%b::text[])", ([one.webhook for one in those],))


def failed(one: Claimed, reason: str, *, answered: bool) -> bool:
    """Later again, or never without a person: true if it is dead now. `answered`: the server could be reached."""
    dead = one.attempts >= MOST_ATTEMPTS
    with transaction.atomic():
        alone()
        execute(_FAILED, (reason, dead, dead, pause_after(one.attempts, LONGEST_PAUSE), one.id, one.attempts))
        if answered:
            execute("DELETE FROM feed_receiver WHERE webhook = %b::text", (one.webhook,))
        else:
            execute(_UNREACHABLE, (one.webhook, LONGEST_SILENCE))
    return dead
