"""Up to which number of a sequence everything is visible: where readers of tables with concurrent writers must stop.

Numbers are drawn before their transactions commit, so 1001 can be visible while 1000 is not. The safe value is found
in three steps, each seeing what the one before has left:

1. read the sequence: N, the last number anyone has drawn;
2. draw a transaction id: X. Every writer has its id before it draws a number (an append first locks a head row), so
   whoever drew a number up to N has an id below X;
3. when the oldest running transaction is X or later, all of those have ended: every row up to N that will ever exist
   is visible to the next statement.

A number that is then still missing was rolled back. Writers pay nothing; a reader lags by the longest open writing
transaction of the server.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, LiteralString
from weakref import WeakKeyDictionary

import psycopg

from wagering.eventstore.session import execute, raw

# Fences that wait at the same time; a reader that is asked more often while a writer hangs draws no more.
_MOST_FENCES: Final = 64


@dataclass(slots=True)
class _HighWater:
    """What one connection knows of a sequence: its safe value, and fences (transaction id, number) not yet passed.

    It lives as long as the connection. A server that crashed may draw lost numbers again, so what was known before
    does not hold after it.
    """

    sequence: str
    safe: int = 0
    drawn: int = 0
    fences: deque[tuple[int, int]] = field(default_factory=deque)

    def draw(self) -> None:
        """Steps 1 and 2, if any number was drawn since the last time."""
        last, too_late = _one(
            "SELECT coalesce(pg_sequence_last_value(%b::text::regclass), 0),"
            " pg_current_xact_id_if_assigned() IS NOT NULL",
            (self.sequence,),
        )
        # A transaction that has an id already would fence with one drawn before step 1.
        if last <= self.drawn or too_late or len(self.fences) >= _MOST_FENCES:
            return
        # psycopg reads xid8 as text; it stays below 2^63 for longer than anyone will ask.
        (fence,) = _one("SELECT pg_current_xact_id()::text::bigint")
        self.drawn = last
        self.fences.append((fence, last))

    def settle(self) -> None:
        """Step 3."""
        (oldest,) = _one("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
        while self.fences and self.fences[0][0] <= oldest:
            self.safe = self.fences.popleft()[1]


_known: WeakKeyDictionary[psycopg.Connection[Any], dict[str, _HighWater]] = WeakKeyDictionary()


def safe_value(sequence: str, wait: float = 0.0) -> int:
    """The highest number of `sequence` up to which nothing can appear any more, as far as this connection knows.

    Every writer must hold a transaction id before it draws from the sequence. Waits up to `wait` seconds for the
    writers that are running now; at 0 it returns what is known, which rises with every call. Call it outside a
    transaction that has written, else it cannot look further than before.
    """
    water = _known.setdefault(raw(), {}).setdefault(sequence, _HighWater(sequence))
    water.draw()
    water.settle()
    until = time.monotonic() + wait
    while water.fences and time.monotonic() < until:
        time.sleep(0.002)
        water.settle()
    return water.safe


def _one(query: LiteralString, parameters: Sequence[Any] = ()) -> tuple[Any, ...]:
    row = execute(query, parameters).fetchone()
    assert row is not None  # noqa: S101  (each of these queries returns one row)
    return row
