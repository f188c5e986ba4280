"""Publishes what waits in the outbox, in order, and marks it delivered."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from math import inf
from typing import Final

import psycopg
from django.db import DatabaseError, InterfaceError
from kombu import exceptions

from wagering.integrations import outbox

log = logging.getLogger(__name__)

_BATCH: Final = 100
# So many failures and no success look like a broker that is wrongly set up, not like bad rows.
_SUSPICIOUS: Final = 3

# Hands one row to the broker, raising when the broker does not have it.
Publish = Callable[[outbox.Waiting], None]

# The broker (or the database) is not there. No row is to blame, so this counts as nobody's attempt.
OUTAGES: Final = (
    exceptions.OperationalError,
    exceptions.TimeoutError,
    OSError,
    psycopg.OperationalError,
    DatabaseError,
    InterfaceError,
)


def relay(publish: Publish, until: float = inf, lease: float = outbox.LEASE_SECONDS) -> int:
    """Delivers until nothing waits, the broker is away, or `time.monotonic()` has reached `until`; how many rows.

    Dying between publishing and marking hands rows out again after the lease: whoever takes them in drops known ids.
    """
    total = 0
    while rows := outbox.claim(_BATCH, lease):
        # Half of the lease for publishing leaves the other half for marking: an expired lease costs a duplicate.
        done = _publish(rows, publish, time.monotonic() + lease / 2)
        total += len(done)
        if len(done) < len(rows) or time.monotonic() >= until:
            return total
    return total


def _publish(rows: list[outbox.Waiting], publish: Publish, until: float) -> list[int]:
    """Publishes in order and marks; what comes behind a failure in the same correlation is not tried. Ids delivered."""
    done: list[int] = []
    untried: list[int] = []
    failures: list[tuple[outbox.Waiting, Exception]] = []
    stopped: set[str] = set()
    away = False
    for row in rows:
        if away or row.correlation in stopped or time.monotonic() >= until:
            untried.append(row.id)
            continue
        try:
            publish(row)
        except OUTAGES as error:
            away = True
            untried.append(row.id)
            log.warning("the broker does not take messages: %s", error)
        except Exception as error:
            log.warning("outbox row %d (%s) failed", row.id, row.kind, exc_info=True)
            failures.append((row, error))
            stopped |= {row.correlation} - {""}
            away = not done and len(failures) >= _SUSPICIOUS
        else:
            done.append(row.id)
    if done:
        outbox.delivered(done)
    if away:
        untried += [row.id for row, _ in failures]
    else:
        for row, cause in failures:
            if outbox.failed(row, cause):
                log.error("outbox row %d (%s) is dead after %d attempts: %s", row.id, row.kind, row.attempts, cause)
    if untried:
        outbox.give_back(untried)
    return done
