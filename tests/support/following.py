"""Catch-up projections in tests: from where they begin, and until they have read everything."""

from __future__ import annotations

import time

from wagering.eventstore.session import execute
from wagering.projector.catch_up import Projection, advance


def begin_behind(projection: Projection) -> None:
    """Other tests of this process have appended events that no release knows; the projection begins behind them."""
    execute(
        "INSERT INTO projector_checkpoint (projection, position, parked)"
        " SELECT %b::text, coalesce(max(position), 0), '' FROM eventstore_event"
        " ON CONFLICT (projection) DO UPDATE SET position = excluded.position, parked = ''",
        (projection.key,),
    )


def standing(projection: Projection) -> tuple[int, str]:
    """Its position and why it is parked."""
    query = "SELECT position, parked FROM projector_checkpoint WHERE projection = %b::text"
    row = execute(query, (projection.key,)).fetchone()
    return (0, "") if row is None else (row[0], row[1])


def catch_up(projection: Projection) -> None:
    """Up to what is written now; the safe position lags behind writers of the whole server, other tests' included."""
    (last,) = execute("SELECT coalesce(max(position), 0) FROM eventstore_event").fetchone() or (0,)
    until = time.monotonic() + 60
    while standing(projection)[0] < last:
        assert time.monotonic() < until, standing(projection)
        assert standing(projection)[1] == ""
        advance(projection)
        time.sleep(0.05)
