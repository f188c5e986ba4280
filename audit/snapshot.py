"""One consistent look at the whole database: a connection of its own in a read-only snapshot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import psycopg
from django.db import connections

Connection = psycopg.Connection[tuple[Any, ...]]


@contextmanager
def snapshot(alias: str = "default") -> Iterator[Connection]:
    """A psycopg connection whose statements all see the same committed state; nothing can be written through it.

    Log, heads and projections of one command are written together, so whatever disagrees in here is wrong and not
    merely in flight. Raises Django's ``OperationalError`` when the database is away.
    """
    own = connections[alias].copy()
    try:
        own.ensure_connection()
        connection = cast("Connection", own.connection)
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield connection
    finally:
        own.close()
