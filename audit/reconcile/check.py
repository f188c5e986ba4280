"""How an invariant is checked: one query that looks at every subject and says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, LiteralString

import psycopg

from audit.snapshot import Connection

SHOWN: Final = 5
"""Offenders named for each invariant."""

_RUN: Final[LiteralString] = (
    "SELECT count(*), count(detail), (array_agg(subject || ': ' || detail ORDER BY subject COLLATE \"C\")"
    " FILTER (WHERE detail IS NOT NULL))[1:5] FROM ("
)


@dataclass(frozen=True, slots=True)
class Check:
    """``number``: the invariant of the ledger it belongs to. ``query`` gives one row (subject, detail) for each thing
    looked at; ``detail`` is null where all is well. ``parts`` are the WITH clauses it needs."""

    number: str
    what: str
    query: LiteralString
    parts: tuple[LiteralString, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """``checked`` things were looked at, ``wrong`` of them are; ``offenders`` are the first of these."""

    number: str
    what: str
    checked: int
    wrong: int
    offenders: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """``{"number", "what", "checked", "wrong", "offenders"}``."""
        return {
            "number": self.number,
            "what": self.what,
            "checked": self.checked,
            "wrong": self.wrong,
            "offenders": list(self.offenders),
        }


def run(connection: Connection, checks: Sequence[Check], tick: Callable[[int], None]) -> list[Verdict]:
    """Every check in the connection's snapshot; ``tick(1)`` after each."""
    # Compiling costs seconds here and saves none; hashes of a large log would otherwise go to disk early.
    connection.execute("SELECT set_config('jit', 'off', true), set_config('work_mem', '128MB', true)")
    found = []
    for check in checks:
        parts: LiteralString = ", ".join(check.parts)
        query: LiteralString = ("WITH " + parts + " " if check.parts else "") + _RUN + check.query + ") examined"
        try:
            with connection.transaction():
                row = connection.execute(query).fetchone()
        except psycopg.DataError as error:
            # A stored text that is no JSON, or a number that is none: one broken event must not hide the others.
            found.append(
                Verdict(check.number, check.what, 0, 1, (f"cannot be worked out: {error.diag.message_primary}",))
            )
        else:
            checked, wrong, offenders = row or (0, 0, None)
            found.append(Verdict(check.number, check.what, checked, wrong, tuple(offenders or ())))
        tick(1)
    return found
