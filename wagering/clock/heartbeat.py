"""Proof that work is done: whoever does it leaves the time in a row.

A process that is up and consumes nothing looks healthy to everybody who asks the process; a row that grows old does
not.
"""

from __future__ import annotations

from typing import Final, LiteralString

from wagering.eventstore.session import execute

SWEEP: Final = "clock.sweep"

_BEAT: Final[LiteralString] = (
    "INSERT INTO clock_heartbeat (name, at) VALUES (%b::text, clock_timestamp())"
    " ON CONFLICT (name) DO UPDATE SET at = excluded.at"
)
_AGE: Final[LiteralString] = (
    "SELECT extract(epoch FROM clock_timestamp() - at)::float8 FROM clock_heartbeat WHERE name = %b::text"
)


def beat(name: str) -> None:
    """`name` has just done its work."""
    execute(_BEAT, (name,))


def age(name: str) -> float | None:
    """Seconds since the last beat; None if there was none yet."""
    row = execute(_AGE, (name,)).fetchone()
    return float(row[0]) if row else None
