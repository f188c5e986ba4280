"""Shadow tables: copies of projections in the schema ``shadow``, filled by a rebuild, compared with the live ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, LiteralString

import msgspec
import psycopg
from psycopg import sql

SCHEMA: Final = "shadow"
SHOWN: Final = 20
"""Differences listed for each table."""
_BUFFER: Final = 5_000
_AHEAD: Final = 2
_LOCK: Final[LiteralString] = "SELECT pg_try_advisory_lock(hashtextextended('projector.rebuild', 0))"
_UNLOCK: Final[LiteralString] = "SELECT pg_advisory_unlock(hashtextextended('projector.rebuild', 0))"

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
Row = Mapping[str, Any]


class BusyError(Exception):
    """Another rebuild is at work on this database."""


@dataclass(frozen=True, slots=True)
class Target:
    """A live table that is rebuilt.

    key        columns that name a row
    ignored    columns that do not follow from events; a swap leaves them as they are
    expected   append-only tables are only compared: a query over the shadow and the log that gives the rows that should
               be there, with the columns of ``live``; empty for tables that are replaced row by row
    live       the query for the rows that are there, where it is not the table itself
    """

    table: str
    key: tuple[str, ...]
    ignored: tuple[str, ...] = ()
    expected: LiteralString = ""
    live: LiteralString = ""


@dataclass(frozen=True, slots=True)
class Patch:
    """A late change to rows already written: ``columns`` are replaced, ``added`` are added to what is there."""

    columns: tuple[str, ...]
    added: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """``live`` or ``rebuilt`` is None where the row is missing there; ``columns`` are those that differ."""

    table: str
    key: str
    live: Row | None
    rebuilt: Row | None

    @property
    def columns(self) -> tuple[str, ...]:
        if self.live is None or self.rebuilt is None:
            return ()
        return tuple(name for name, value in self.live.items() if self.rebuilt[name] != value)


class Shadow:
    """Made empty on entry, dropped at the end. ``owner`` is a connection in autocommit with the owner's rights."""

    def __init__(self, owner: psycopg.Connection[Any], targets: Sequence[Target]) -> None:
        self._owner = owner
        self._targets = targets
        self._replaced = [target for target in targets if not target.expected]
        self._rows: dict[str, list[Row]] = {}
        self._patches: dict[tuple[str, Patch], dict[str, dict[str, Any]]] = {}
        self._columns: dict[str, list[str]] = {}
        # The server takes in rows while the next are worked out; psycopg lets one statement at a time through.
        self._writer = ThreadPoolExecutor(1, "shadow")
        self._written: deque[Future[Any]] = deque()

    def __enter__(self) -> Shadow:
        busy = self._owner.execute(_LOCK).fetchone()
        if not busy or not busy[0]:
            raise BusyError("another rebuild is at work")
        self._drop()
        self._owner.execute("CREATE SCHEMA shadow")
        for target in self._targets:
            # Unlogged: after a crash of the server it is empty, and the rebuild has failed anyway.
            query = sql.SQL("CREATE UNLOGGED TABLE {} (LIKE {} INCLUDING DEFAULTS)")
            self._owner.execute(query.format(_shadow(target.table), _public(target.table)))
            found = self._owner.execute(
                "SELECT attname::text FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"
                " AND NOT attisdropped ORDER BY attnum",
                (f"public.{target.table}",),
            )
            self._columns[target.table] = [name for (name,) in found if name not in target.ignored]
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._writer.shutdown(cancel_futures=True)
        if kind is None:
            self._drop()
            # Not left to the end of the connection: the server notices that a moment after the next one asks.
            self._owner.execute(_UNLOCK)

    def _drop(self) -> None:
        self._owner.execute("DROP SCHEMA IF EXISTS shadow CASCADE")

    # --- filling ---

    def write(self, table: str, row: Row) -> None:
        """A row, whole but for ignored columns; each key once."""
        rows = self._rows.setdefault(table, [])
        rows.append(row)
        if len(rows) >= _BUFFER:
            self._insert(table, rows)
            rows.clear()

    def patch(self, table: str, key: str, change: Row, patch: Patch) -> None:
        """Change a row that may have been written long ago; several changes of one row become one."""
        changes = self._patches.setdefault((table, patch), {})
        known = changes.setdefault(key, dict.fromkeys(patch.added, 0))
        known.update({name: change[name] for name in patch.columns})
        for name in patch.added:
            known[name] += change[name]

    def flush(self) -> None:
        """Everything buffered, then the patches."""
        self.flush_rows()
        for (table, patch), changes in self._patches.items():
            (key,) = next(target.key for target in self._targets if target.table == table)
            sets = [sql.SQL("{0} = p.{0}").format(sql.Identifier(name)) for name in patch.columns]
            sets += [sql.SQL("{0} = t.{0} + p.{0}").format(sql.Identifier(name)) for name in patch.added]
            query = sql.SQL(
                "UPDATE {table} t SET {sets} FROM json_populate_recordset(NULL::{table}, %s::json) p"
                " WHERE t.{key} = p.{key}"
            ).format(table=_shadow(table), sets=sql.SQL(", ").join(sets), key=sql.Identifier(key))
            rows = [{key: value, **change} for value, change in changes.items()]
            self._owner.execute(query, (_encode(rows).decode(),))
        self._patches.clear()

    def _insert(self, table: str, rows: Sequence[Row]) -> None:
        columns = _list(rows[0].keys())
        query = sql.SQL("INSERT INTO {0} ({1}) SELECT {1} FROM json_populate_recordset(NULL::{0}, %s::json)")
        statement, text = query.format(_shadow(table), columns), _encode(rows).decode()
        self._written.append(self._writer.submit(self._owner.execute, statement, (text,)))
        self._wait(_AHEAD)

    def _wait(self, left: int = 0) -> None:
        """Until no more than ``left`` statements are under way; raises what one of them has raised."""
        while len(self._written) > left:
            self._written.popleft().result()

    def index(self) -> None:
        """Keys, before rows are compared one by one; a key written twice fails here."""
        self.flush_rows()
        for target in self._replaced:
            query = sql.SQL("ALTER TABLE {} ADD PRIMARY KEY ({})")
            self._owner.execute(query.format(_shadow(target.table), _list(target.key)))

    def flush_rows(self) -> None:
        """Everything buffered; patches wait for the end."""
        for table, rows in self._rows.items():
            if rows:
                self._insert(table, rows)
                rows.clear()
        self._wait()

    # --- comparing and swapping ---

    def compare(self) -> tuple[dict[str, int], dict[str, int], list[Difference]]:
        """Rows rebuilt and differences by table, and the first differences of each."""
        rows: dict[str, int] = {}
        counts: dict[str, int] = {}
        found: list[Difference] = []
        for target in self._targets:
            live, expected = self._sides(target)
            query = sql.SQL(
                "WITH l AS ({live}), s AS ({expected})"
                " SELECT {key}, to_jsonb(there)::text, to_jsonb(due)::text, n FROM ("
                " SELECT {key}, l AS there, s AS due, count(*) OVER () AS n FROM l FULL JOIN s USING ({key})"
                " WHERE (l.*) IS DISTINCT FROM (s.*) ORDER BY {key} LIMIT {shown}) differing ORDER BY {key}"
            ).format(live=live, expected=expected, key=_list(target.key), shown=sql.Literal(SHOWN))
            differing = self._owner.execute(query).fetchall()
            counts[target.table] = differing[0][-1] if differing else 0
            keys = len(target.key)
            for row in differing:
                there, due = (text and _decode(text) for text in row[keys : keys + 2])
                found.append(Difference(target.table, " ".join(map(str, row[:keys])), there, due))
            counted = self._owner.execute(sql.SQL("SELECT count(*) FROM ({}) s").format(expected)).fetchone()
            rows[target.table] = counted[0] if counted else 0
        return rows, counts, found

    def _sides(self, target: Target) -> tuple[sql.Composable, sql.Composable]:
        columns = _list(self._columns[target.table])
        of_table = sql.SQL("SELECT {} FROM {}")
        live = sql.SQL(target.live) if target.live else of_table.format(columns, _public(target.table))
        expected = sql.SQL(target.expected) if target.expected else of_table.format(columns, _shadow(target.table))
        return live, expected

    def lock_live(self) -> None:
        """Nobody else writes the live tables until the end of the transaction; everybody may read them."""
        for target in self._replaced:
            self._owner.execute(sql.SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE").format(_public(target.table)))

    def swap(self) -> None:
        """Make the live rows equal to the rebuilt ones. Only rows that differ are touched: TRUNCATE would show an empty
        table to readers with an older snapshot."""
        for target in self._replaced:
            columns = self._columns[target.table]
            sets = [sql.SQL("{0} = excluded.{0}").format(sql.Identifier(name)) for name in columns]
            words = {
                "live": _public(target.table),
                "shadow": _shadow(target.table),
                "columns": _list(columns),
                "key": _list(target.key),
                "sets": sql.SQL(", ").join(sets),
            }
            gone = sql.SQL("DELETE FROM {live} WHERE ({key}) NOT IN (SELECT {key} FROM {shadow})")
            self._owner.execute(gone.format(**words))
            changed = sql.SQL(
                "INSERT INTO {live} ({columns}) SELECT {columns} FROM {shadow} EXCEPT SELECT {columns} FROM {live}"
                " ON CONFLICT ({key}) DO UPDATE SET {sets}"
            )
            self._owner.execute(changed.format(**words))


def _list(names: Any) -> sql.Composed:
    return sql.SQL(", ").join(sql.Identifier(name) for name in names)


def _public(table: str) -> sql.Identifier:
    return sql.Identifier("public", table)


def _shadow(table: str) -> sql.Identifier:
    return sql.Identifier(SCHEMA, table)
