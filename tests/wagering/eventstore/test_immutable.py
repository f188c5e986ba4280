"""What is written stays: refused to the application by its rights, and to the owner by triggers."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connections, transaction

from tests.support.events import put
from wagering.eventstore import read

pytestmark = pytest.mark.database

TABLES = ("eventstore_event", "wallet_journal", "wallet_entry")
CHANGES = {
    "update": "UPDATE {table} SET {column} = {column}",
    "delete": "DELETE FROM {table}",
    "truncate": "TRUNCATE {table}",
    "truncate cascade": "TRUNCATE {table} RESTART IDENTITY CASCADE",
}
SHAPES = {
    "alter": "ALTER TABLE {table} ADD COLUMN extra integer",
    "disable": "ALTER TABLE {table} DISABLE TRIGGER ALL",
    "drop": "DROP TABLE {table}",
    "drop trigger": "DROP TRIGGER {table}_append_only ON {table}",
    "replace function": "CREATE OR REPLACE FUNCTION eventstore_refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
    "'BEGIN RETURN NULL; END'",
    "replication role": "SET session_replication_role = replica",
}
COLUMN = {"eventstore_event": "body", "wallet_journal": "kind", "wallet_entry": "amount"}


def refusal(alias: str, statement: str) -> str:
    """SQLSTATE that the statement is refused with."""
    with pytest.raises(DatabaseError) as caught, transaction.atomic(alias), connections[alias].cursor() as cursor:
        cursor.execute(statement)
    return str(caught.value.__cause__.sqlstate)  # type: ignore[union-attr]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("change", [*CHANGES, *SHAPES])
def test_the_application_may_not(run_id: str, table: str, change: str) -> None:
    put({f"kept/{run_id}": 0}, run_id)
    before = read.read_stream(f"kept/{run_id}")
    statement = {**CHANGES, **SHAPES}[change].format(table=table, column=COLUMN[table])
    assert refusal("default", statement) == "42501"  # insufficient privilege
    assert read.read_stream(f"kept/{run_id}") == before


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("change", CHANGES)
def test_the_owner_may_not(run_id: str, table: str, change: str) -> None:
    put({f"kept/{run_id}": 0}, run_id)
    before = read.read_stream(f"kept/{run_id}")
    assert refusal("owner", CHANGES[change].format(table=table, column=COLUMN[table])) == "WG403"
    assert read.read_stream(f"kept/{run_id}") == before


@pytest.mark.parametrize("alias", ["default", "owner"])
def test_a_merge_or_upsert_may_not(run_id: str, alias: str) -> None:
    put({f"kept/{run_id}": 0}, run_id)
    (event,) = read.read_stream(f"kept/{run_id}")
    columns = "position, stream, version, name, actor, command, correlation, occurred_at, recorded_at, body, hash"
    statement = (
        f"INSERT INTO eventstore_event ({columns}) SELECT {columns} FROM eventstore_event"
        f" WHERE position = {event.position} ON CONFLICT (position) DO UPDATE SET body = 'x'"
    )
    assert refusal(alias, statement) == {"default": "42501", "owner": "WG403"}[alias]


def test_a_version_cannot_be_used_twice(run_id: str) -> None:
    put({f"kept/{run_id}": 0}, run_id)
    statement = (
        "INSERT INTO eventstore_event (stream, version, name, actor, command, correlation, occurred_at, recorded_at,"
        f" body, hash) SELECT stream, version, 'x', 'x', 'x', 'x', now(), now(), 'x', hash FROM eventstore_event"
        f" WHERE stream = 'kept/{run_id}'"
    )
    assert refusal("default", statement) == "23505"
