"""Enforces deadlines: claims the rows that are due and sends for each the command that the rules prescribe.

A claim is a lease. The row stays until the command's own commit removes or replaces it, so a sweep that dies, or a
command that fails, only delays: five seconds later the row is claimed again. Firing twice does no harm, because the
command answers one numbered question and loses against whoever answered it first.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from math import inf
from typing import Final, LiteralString

from wagering.eventstore.session import execute
from wagering.eventstore.wiring import wired

log = logging.getLogger(__name__)

LEASE_SECONDS: Final = 5.0
# Few at a time, so that the last of them is fired well within its lease.
_CLAIMED_AT_ONCE: Final = 20

# subject, what, number of the question. Silent when the question is no longer open.
Fire = Callable[[str, str, int], None]

# Rows that a command is changing right now are locked, and skipped. No index narrows a CASE, nor need it: there is one
# row a table in play.
_CLAIM: Final[LiteralString] = """
    UPDATE clock_deadline d SET claimed_until = clock_timestamp() + %b::float8 * interval '1 second'
    FROM (SELECT c.subject FROM clock_deadline c LEFT JOIN clock_virtualclock v ON v.name = c.clock
          WHERE c.due_at <= CASE c.clock WHEN 'wall' THEN clock_timestamp() ELSE v.now END
            AND (c.claimed_until IS NULL OR c.claimed_until <= clock_timestamp())
          ORDER BY c.due_at LIMIT %b::bigint FOR NO KEY UPDATE OF c SKIP LOCKED) due
    WHERE d.subject = due.subject
    RETURNING d.due_at, d.subject, d.what, d.number
"""


def expire() -> Fire:
    """`EXPIRE` of the wiring: sends the command that answers a question nobody answered in time."""
    found: Fire = wired("EXPIRE")
    return found


def sweep(fire: Fire, until: float = inf) -> int:
    """Fires every due deadline, the oldest first, until none is left or `time.monotonic()` has reached `until`.

    Returns how many it claimed. What `fire` raises is logged and stops nothing; errors of the claim itself come
    through. Not to be called inside a transaction: each claim commits before the first command is sent.
    """
    total = 0
    while True:
        claimed = sorted(execute(_CLAIM, (LEASE_SECONDS, _CLAIMED_AT_ONCE)).fetchall())
        for _, subject, what, number in claimed:
            try:
                fire(subject, what, number)
            except Exception:
                log.exception("deadline %s of %s, number %d, failed", what, subject, number)
        total += len(claimed)
        if not claimed or time.monotonic() >= until:
            return total
