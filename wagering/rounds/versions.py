"""The version of a table or round that somebody has seen: the log's position of its newest event.

A position belongs to one event of one stream, so a table's version never fits the round after: numbers of versions
begin again with every round.
"""

from __future__ import annotations

from typing import Final, LiteralString

from wagering.eventstore.session import execute
from wagering.rounds.play import Play, round_stream, table_stream

_POSITION: Final[LiteralString] = (
    "SELECT position FROM eventstore_event WHERE stream = %b::text AND version = %b::bigint"
)
_EVENT: Final[LiteralString] = "SELECT version FROM eventstore_event WHERE position = %b::bigint AND stream = %b::text"


def stream_of(play: Play) -> str:
    """Its running or last round; before the first round, the table itself."""
    return round_stream(play.round) if play.round else table_stream(play.table)


def version_of(play: Play) -> int:
    """The version that ``play`` has."""
    stream = stream_of(play)
    row = execute(_POSITION, (stream, play.versions()[stream])).fetchone()
    if row is None:
        raise LookupError(f"{stream} is not as long as its head says")
    return int(row[0])


def seen_at(version: int, stream: str) -> tuple[str, int]:
    """For ``Envelope.seen``; a version that was never one of ``stream`` fits nothing."""
    row = execute(_EVENT, (version, stream)).fetchone()
    return stream, row[0] if row else 0
