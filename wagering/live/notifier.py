"""Follows the log and says which tables and players have changed, so that nobody who watches has to ask.

One process at a time, by a lock that the server drops with the connection; another one waits to take over. NOTIFY is
sent on that connection, never inside a command's transaction, where it would take a global lock at commit. No place is
kept: whoever takes over first says that anything may have changed, and begins at the present end. A message that is
lost delays its listeners until they look by themselves (``hub.LOOK_S``).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, LiteralString

import psycopg
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from wagering.eventstore.read import safe_position
from wagering.eventstore.session import execute
from wagering.live.channel import CHANNEL, CONNECTION, everything, payloads

log = logging.getLogger(__name__)

POLL_S: Final = 0.05
# For the writers that are committing now; longer ones are met at the next look.
FENCE_S: Final = 0.02
RETRY_S: Final = 0.5
AT_ONCE: Final = 5_000
"""Positions in one look; a burst of more takes several."""

_LOCK: Final[LiteralString] = "SELECT pg_try_advisory_lock(hashtextextended('live.notifier', 0))"
_ALIVE: Final[LiteralString] = "SELECT 1"
_NOTIFY: Final[LiteralString] = "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS p (payload)"
_CHANGED: Final[LiteralString] = """
WITH moved AS MATERIALIZED (
    SELECT DISTINCT split_part(stream, '/', 1) AS kind, substr(stream, strpos(stream, '/') + 1) AS id
    FROM eventstore_event WHERE position > %b::bigint AND position <= %b::bigint
)
SELECT true, id FROM moved WHERE kind = 'table'
UNION SELECT true, r."table" FROM rounds_round r JOIN moved m ON m.kind = 'round' AND m.id = r.id
UNION SELECT true, s."table" FROM tables_shoe s JOIN moved m ON m.kind = 'shoe' AND m.id = s.id
UNION SELECT true, i."table" FROM incidents_incident i JOIN moved m ON m.kind = 'incident' AND m.id = i.id
UNION SELECT false, id FROM moved WHERE kind = 'wallet'
"""


def run() -> None:
    """Takes its turn and follows the log, for ever; survives whatever happens to the database."""
    while True:
        try:
            with _turn() as own:
                _follow(own)
        except (psycopg.OperationalError, psycopg.InterfaceError, OperationalError, InterfaceError) as error:
            log.warning("the database is away: %s", str(error).strip())
            connection.close()
            time.sleep(RETRY_S)


@contextmanager
def _turn() -> Iterator[psycopg.Connection[Any]]:
    """A connection of its own that holds the lock. Asked for again and again: a statement that waits would hold back
    the server's clean-up of old rows."""
    with psycopg.connect(settings.DATABASE_DIRECT_URL, **CONNECTION) as own:
        waiting = False
        while own.execute(_LOCK).fetchone() != (True,):
            if not waiting:
                log.info("another notifier is at work; waiting")
            waiting = True
            time.sleep(RETRY_S)
        yield own


def _follow(own: psycopg.Connection[Any]) -> None:
    position = safe_position(FENCE_S)
    _send(own, [everything(position)])
    log.info("notifying from position %d on", position)
    looked = time.monotonic()
    while True:
        until = min(safe_position(FENCE_S), position + AT_ONCE)
        if until > position:
            _send(own, changes(position, until))
            position, looked = until, time.monotonic()
        elif time.monotonic() - looked > 1.0:
            # Without its connection there is no lock, and another notifier may be at work.
            own.execute(_ALIVE)
            looked = time.monotonic()
        time.sleep(POLL_S)


def changes(after: int, until: int) -> list[str]:
    """The messages about what was committed at the positions above ``after`` up to ``until``."""
    tables, players = list[str](), list[str]()
    for is_table, name in execute(_CHANGED, (after, until)):
        (tables if is_table else players).append(name)
    return list(payloads(until, tables, players))


def _send(own: psycopg.Connection[Any], messages: list[str]) -> None:
    if messages:
        own.execute(_NOTIFY, (CHANNEL, messages))
