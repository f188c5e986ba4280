"""The outbox as a queue: claimed in order with a lease, delivered at least once, never overtaken within a correlation.

A row is handed out when nothing before it in its correlation (the round) is undelivered elsewhere: held by another
relay, waiting after a failure, or dead. Rows without a correlation have no order. A dead row stops its correlation
until a person looks at it; the others go on.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, LiteralString, NamedTuple

from django.db import transaction

from wagering.eventstore.high_water import safe_value
from wagering.eventstore.session import execute

LEASE_SECONDS: Final = 30.0
MOST_ATTEMPTS: Final = 8
LONGEST_PAUSE: Final = 300.0
# For commands that are committing now; longer ones wait for the next look.
_WAIT: Final = 0.1
_LONGEST_ERROR: Final = 500


class Waiting(NamedTuple):
    """A claimed row; `attempts` includes this one."""

    id: int
    kind: str
    correlation: str
    attempts: int


# Two claims at once would not see each other's leases; publishing, which takes longer, is done side by side.
_ONE_AT_A_TIME: Final[LiteralString] = "SELECT pg_advisory_xact_lock(hashtextextended('integrations.outbox', 0))"
_CLAIM: Final[LiteralString] = """
    UPDATE integrations_outbox o
    SET claimed_until = clock_timestamp() + %b::float8 * interval '1 second', attempts = o.attempts + 1
    FROM (SELECT c.id FROM integrations_outbox c
          WHERE c.delivered_at IS NULL AND c.dead_at IS NULL AND c.id <= %b::bigint
            AND (c.claimed_until IS NULL OR c.claimed_until <= clock_timestamp())
            AND (c.correlation = '' OR NOT EXISTS (
                 SELECT FROM integrations_outbox e
                 WHERE e.correlation = c.correlation AND e.id < c.id
                   AND e.delivered_at IS NULL AND e.claimed_until IS NOT NULL
                   AND (e.dead_at IS NOT NULL OR e.claimed_until > clock_timestamp())))
          ORDER BY c.id LIMIT %b::bigint FOR NO KEY UPDATE) due
    WHERE o.id = due.id
    RETURNING o.id, o.kind, o.correlation, o.attempts
"""


def claim(limit: int, lease: float = LEASE_SECONDS) -> list[Waiting]:
    """At most `limit` rows in order, this caller's for `lease` seconds. None that an earlier row may still precede."""
    safe = safe_value("integrations_outbox_id_seq", _WAIT)
    with transaction.atomic():
        execute(_ONE_AT_A_TIME)
        rows = execute(_CLAIM, (lease, safe, limit)).fetchall()
    return sorted(Waiting(*row) for row in rows)


def delivered(ids: Sequence[int]) -> None:
    """The broker has these rows."""
    execute(
        "UPDATE integrations_outbox SET delivered_at = clock_timestamp(), claimed_until = NULL, last_error = ''"
        " WHERE id = ANY (%b::bigint[]) AND delivered_at IS NULL",
        (list(ids),),
    )


def give_back(ids: Sequence[int]) -> None:
    """These rows were not tried: they wait on as before the claim."""
    execute(
        "UPDATE integrations_outbox SET claimed_until = NULL, attempts = attempts - 1"
        " WHERE id = ANY (%b::bigint[]) AND delivered_at IS NULL",
        (list(ids),),
    )


def failed(row: Waiting, error: Exception) -> bool:
    """This row itself could not be delivered: later again, or never without a person. True if it is dead now."""
    dead = row.attempts >= MOST_ATTEMPTS
    reason = f"{type(error).__name__}: {error}"[:_LONGEST_ERROR].replace("\0", "")
    execute(
        "UPDATE integrations_outbox SET claimed_until = clock_timestamp() + %b::float8 * interval '1 second',"
        " dead_at = CASE WHEN %b::boolean THEN clock_timestamp() END, last_error = %b::text WHERE id = %b::bigint",
        (pause_after(row.attempts), dead, reason, row.id),
    )
    return dead


def pause_after(attempts: int, longest: float = LONGEST_PAUSE) -> float:
    """Seconds to wait after so many failures: doubling, bounded, and spread so that failures do not return together."""
    return min(longest, 2.0 ** min(attempts, 30)) * random.uniform(0.5, 1.0)  # noqa: S311  (nothing secret)


def redrive(ids: Sequence[int] | None = None) -> int:
    """Lets dead rows (all of them by default) be tried again from the first attempt; how many there were."""
    return execute(
        "UPDATE integrations_outbox SET dead_at = NULL, attempts = 0, claimed_until = NULL"
        " WHERE dead_at IS NOT NULL AND delivered_at IS NULL AND (%b::bigint[] IS NULL OR id = ANY (%b::bigint[]))",
        (None if ids is None else list(ids),) * 2,
    ).rowcount


class Backlog(NamedTuple):
    """For monitoring: rows waiting, seconds since the oldest of them was written, and dead rows."""

    waiting: int
    oldest: float
    dead: int


COUNTED: Final = 100_000
"""Waiting rows that are counted; one more means that there are many more."""
# Dead rows were claimed, and have an index with the few that were.
_BACKLOG: Final[LiteralString] = """
    SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8,
           (SELECT count(*) FROM integrations_outbox
            WHERE delivered_at IS NULL AND claimed_until IS NOT NULL AND dead_at IS NOT NULL)
    FROM (SELECT created_at FROM integrations_outbox WHERE delivered_at IS NULL AND dead_at IS NULL
          ORDER BY id LIMIT %b::bigint) r
"""


def backlog() -> Backlog:
    """What has not left the system yet."""
    row = execute(_BACKLOG, (COUNTED + 1,)).fetchone()
    return Backlog(*row) if row else Backlog(0, 0.0, 0)
