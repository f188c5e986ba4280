"""What monitoring asks about deadlines."""

from __future__ import annotations

from typing import Final, LiteralString

from wagering.eventstore.session import execute

_OLDEST: Final[LiteralString] = (
    "SELECT coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float8 FROM clock_deadline"
    " WHERE clock = 'wall' AND due_at <= clock_timestamp()"
)


def oldest_due_age() -> float:
    """Seconds by which the oldest due deadline is overdue; 0 when none is. Some seconds mean that nobody sweeps.

    Clocks of recorded sessions are left out: they stand still between two steps.
    """
    row = execute(_OLDEST).fetchone()
    return float(row[0]) if row else 0.0
