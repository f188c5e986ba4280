"""The limit: raw psycopg, one function call and one commit for the rows of each command."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, LiteralString

import msgspec
from psycopg.types.numeric import Int8

from tests.bench.database import connect
from tests.bench.record import Written
from wagering.project.database import APP_ROLE

_WRITE: Final[LiteralString] = (
    "SELECT bench_limit.write("
    "%b::text, %b::bytea, %b::text, %b::text, %b::text, %b::text, %b::timestamptz, %b::bigint, %b::bigint,"
    " %b::text[], %b::bigint[], %b::text[], %b::text[], %b::bytea[], %b::text[], %b::bigint[],"
    " %b::text[], %b::text[], %b::bigint[], %b::text[], %b::text[], %b::text[], %b::bigint[], %t::jsonb)"
)
_encode = msgspec.json.Encoder().encode


def install() -> None:
    """Make the tables and the function, once; the owner makes them, as it makes the project's."""
    script = Path(__file__).with_name("limit.sql").read_text(encoding="utf-8")
    with connect("owner") as owner:
        if owner.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'bench_limit'").fetchone():
            return
        owner.execute(script.encode())
        owner.execute(f'GRANT USAGE ON SCHEMA bench_limit TO "{APP_ROLE}"'.encode())
        owner.execute(
            f'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA bench_limit TO "{APP_ROLE}"'.encode()
        )


class Writer:
    """A connection that writes what commands have written."""

    def __init__(self) -> None:
        self.connection = connect()
        self.connection.prepare_threshold = 0
        self._cursor = self.connection.cursor()

    def write(self, command: Written) -> None:
        """One command: parameters from ready tuples, one call, one commit."""
        self._cursor.execute(_WRITE, _parameters(command), binary=True)

    @property
    def pid(self) -> int:
        return self.connection.info.backend_pid


def _parameters(command: Written) -> tuple[Any, ...]:
    events, entries, closed = command.events, command.entries, command.closed
    return (
        command.key,
        command.fingerprint,
        command.kind,
        command.actor,
        command.answer,
        command.correlation,
        command.at,
        Int8(command.first),
        Int8(command.last),
        [event.stream for event in events],
        [Int8(event.version) for event in events],
        [event.name for event in events],
        [event.body for event in events],
        [event.hash for event in events],
        [account for account, _ in command.accounts],
        [Int8(delta) for _, delta in command.accounts],
        [ledger for ledger, _, _ in entries],
        [account for _, account, _ in entries],
        [Int8(amount) for _, _, amount in entries],
        [bet for bet, _, _, _ in closed],
        [status for _, status, _, _ in closed],
        [outcome for _, _, outcome, _ in closed],
        [Int8(returned) for _, _, _, returned in closed],
        _encode(command.rows).decode() if command.rows else None,
    )
