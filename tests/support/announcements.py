"""Outbox rows for tests, as commands write them, and a wiring whose only work is to note that it was called."""

from __future__ import annotations

import threading
import time

from django.db import connections, transaction

from tests.support.events import put
from wagering.integrations import outbox, relay
from wagering.integrations.tasks import publish

HANDLERS: dict[type, object] = {}
EVENT_TYPES: dict[str, type] = {}
CATCH_UP: list[object] = []


def EXPIRE(subject: str, what: str, number: int) -> None:  # noqa: N802  (the wiring's name)
    """Answers a question once, as a command does: whoever finds it answered does nothing."""
    with transaction.atomic(), connections["default"].cursor() as cursor:
        cursor.execute("DELETE FROM clock_deadline WHERE subject = %s AND number = %s", [subject, number])
        if cursor.rowcount:
            cursor.execute("INSERT INTO test_work (word) VALUES (%s)", [subject])


def make_table() -> None:
    """Where `EXPIRE` notes its calls. The owner makes it; the application may write it."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS test_work (id bigint GENERATED ALWAYS AS IDENTITY, word text)")
    connections["owner"].close()


def noted(part: str) -> list[str]:
    """The words noted that contain `part`, in order."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT word FROM test_work WHERE word LIKE %s ORDER BY id", [f"%{part}%"])
        return [word for (word,) in cursor.fetchall()]


def announce(correlation: str, kind: str = "test.fact", stream: str = "") -> int:
    """One command: an event and its outbox row in one transaction. The row's id."""
    stream = stream or f"announced/{correlation}/{time.monotonic_ns()}-{threading.get_ident()}"
    with transaction.atomic():
        appended = put({stream: 0}, "c", correlation=correlation)
        with connections["default"].cursor() as cursor:
            cursor.execute(
                "INSERT INTO integrations_outbox (command, kind, correlation, first_position, last_position,"
                " created_at, attempts) VALUES ('c', %s, %s, %s, %s, clock_timestamp(), 0) RETURNING id",
                [kind, correlation, appended.first_position, appended.last_position],
            )
            return int(cursor.fetchone()[0])


def relay_once() -> None:
    """For a fork: what the task does."""
    relay.relay(publish)


def relay_and_hang(lease: str) -> None:
    """For a fork: a relay that hangs between publishing and marking, until it is killed."""
    outbox.delivered = lambda _: time.sleep(600)
    relay.relay(publish, lease=float(lease))
