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
    """Publishes in order and marks; ids delivered.

    One message a correlation: it names the last row, and whoever takes that in takes in what comes before it.
    """
    done: list[int] = []
    untried: list[int] = []
    failures: list[tuple[outbox.Waiting, Exception]] = []
    away = False
    for group in _by_correlation(rows):
        ids = [row.id for row in group]
        if away or time.monotonic() >= until:
            untried += ids
            continue
        try:
            publish(group[-1])
        except OUTAGES as error:
            away = True
            untried += ids
            log.warning("the broker does not take messages: %s", error)
        except Exception as error:
            log.warning("outbox row %d (%s) failed", group[-1].id, group[-1].kind, exc_info=True)
            failures.append((group[0], error))  # the first waits, and with it all that is behind it
            untried += ids[1:]
            away = not done and len(failures) >= _SUSPICIOUS
        else:
            done += ids
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


def _by_correlation(rows: list[outbox.Waiting]) -> list[list[outbox.Waiting]]:
    """The rows of each correlation together, in order; a row without one stands alone."""
    groups: dict[str | int, list[outbox.Waiting]] = {}
    for row in rows:
        groups.setdefault(row.correlation or row.id, []).append(row)
    return list(groups.values())
