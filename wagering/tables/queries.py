"""Reading the board: tables of one operator."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, LiteralString, NamedTuple

import msgspec

from games.kernel.ruleset import Rejected
from wagering.eventstore.session import execute

_TABLES: Final[LiteralString] = """
SELECT id, game, currency, options::text, round, shoe, awaits, due_at, paused, seats::text FROM tables_table
WHERE operator = %b::text
"""
_PAGE: Final[LiteralString] = """
AND id > %b::text AND (cardinality(%b::text[]) = 0 OR id = ANY (%b::text[])) ORDER BY id LIMIT %b::bigint
"""
_STATES: Final[LiteralString] = """
SELECT CASE WHEN paused THEN 'paused' WHEN awaits IN ('', 'idle') THEN 'idle' ELSE 'running' END, count(*)
FROM tables_table GROUP BY 1
"""


class OnBoard(NamedTuple):
    """A table as the board shows it. ``seats``: players by number of seat; ``due_at``: end of the open countdown."""

    table: str
    game: str
    currency: str
    options: dict[str, Any]
    round: str
    shoe: str
    awaits: str
    due_at: datetime | None
    paused: bool
    seats: dict[str, str]


def unknown_table(table: str) -> Rejected:
    """What is said of a table that does not exist, or not for who asks."""
    return Rejected("unknown_table", "", f"there is no table {table}", "table")


def table_of(operator: str, table: str) -> OnBoard:
    """One table of this operator; ``Rejected`` unknown_table, also for another's."""
    row = execute(_TABLES + "AND id = %b::text", (operator, table)).fetchone()
    if row is None:
        raise unknown_table(table)
    return _on_board(row)


def tables_of(operator: str, after: str, limit: int, among: Sequence[str] = ()) -> list[OnBoard]:
    """At most ``limit`` tables by id, those after ``after``; ``among`` these, or of all if empty."""
    rows = execute(_TABLES + _PAGE, (operator, after, list(among), list(among), limit))
    return [_on_board(row) for row in rows]


def by_state() -> dict[str, int]:
    """How many tables are paused (a supervisor is needed), running (in a round) and idle."""
    return {"running": 0, "paused": 0, "idle": 0, **dict(execute(_STATES).fetchall())}


def _on_board(row: tuple[Any, ...]) -> OnBoard:
    columns = (*row[:3], msgspec.json.decode(row[3]), *row[4:9], msgspec.json.decode(row[9]))
    return OnBoard(*columns)
