"""What monitoring and the first page ask about deadlines."""

from __future__ import annotations

from datetime import datetime
from typing import Final, LiteralString, NamedTuple

from wagering.eventstore.session import execute


class Earliest(NamedTuple):
    """An open deadline; `overdue` in seconds, negative while there is time left."""

    subject: str
    what: str
    due_at: datetime
    overdue: float


_EARLIEST: Final[LiteralString] = (
    "SELECT subject, what, due_at, extract(epoch FROM clock_timestamp() - due_at)::float8 FROM clock_deadline"
    " WHERE clock = 'wall' ORDER BY due_at LIMIT 1"
)


def earliest() -> Earliest | None:
    """The open deadline that is due first; None when none is open. Some seconds overdue mean that nobody sweeps.

    Clocks of recorded sessions are left out: they stand still between two steps.
    """
    row = execute(_EARLIEST).fetchone()
    return Earliest(*row) if row else None
