"""SQL on the psycopg connection beneath Django's: server-side binding, prepared statements, binary rows, no models.

Django's own cursors bind parameters on the client and never prepare; on the paths that every command and every replay
takes, that costs a third of the speed. The transaction is Django's: `atomic()` around these calls means what it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, LiteralString, TypeVar, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.rows import RowFactory, tuple_row

Row = TypeVar("Row")

# After so many runs of one text on one connection the server keeps its plan.
PREPARE_AFTER: Final = 2


def raw() -> psycopg.Connection[Any]:
    """This thread's psycopg connection to the alias `default`, opened if need be."""
    return _raw(connections[DEFAULT_DB_ALIAS])


def _raw(wrapper: BaseDatabaseWrapper) -> psycopg.Connection[Any]:
    if wrapper.connection is None:
        wrapper.ensure_connection()
    raw_connection = cast("psycopg.Connection[Any]", wrapper.connection)
    # Behind a transaction pooler, where this setting is made, a statement prepared once is missing the next time.
    if raw_connection.prepare_threshold is None and not wrapper.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
        raw_connection.prepare_threshold = PREPARE_AFTER
    return raw_connection


def execute(query: LiteralString, parameters: Sequence[Any] = ()) -> psycopg.Cursor[tuple[Any, ...]]:
    """Runs one statement; errors are Django's, with psycopg's as their cause."""
    return execute_as(tuple_row, query, parameters)


def execute_as(row: RowFactory[Row], query: LiteralString, parameters: Sequence[Any] = ()) -> psycopg.Cursor[Row]:
    """As `execute`, with rows made by `row`."""
    # Looked up once: every attribute of Django's `connection` is another look-up by thread and task.
    wrapper = connections[DEFAULT_DB_ALIAS]
    cursor = psycopg.Cursor(_raw(wrapper), row_factory=row)
    with wrapper.wrap_database_errors:
        return cursor.execute(query, parameters, binary=True)


def sqlstate(error: DatabaseError) -> str:
    """The five characters PostgreSQL gave for `error`; empty if it did not come from the server."""
    return getattr(error.__cause__, "sqlstate", None) or ""


def server_message(error: DatabaseError) -> str:
    """The server's primary message alone, without its context lines; empty if there is none."""
    diagnosis = getattr(error.__cause__, "diag", None)
    return getattr(diagnosis, "message_primary", None) or ""
