"""Figures of the demonstration: per table and purse, since a moment or over all time. Money stays in minor units."""

from dataclasses import dataclass
from datetime import datetime
from math import sqrt
from typing import Final, LiteralString

from wagering.demo.house import OPERATOR
from wagering.eventstore.session import execute

# One row a round and purse first, so that the uncertainty is that of independent rounds.
_BY_PURSE: Final[LiteralString] = """
WITH round AS (
    SELECT b."table", split_part(b.ledger, '.', 2) AS currency, split_part(b.ledger, '.', 3) AS purse, b.round,
           count(*) AS bets, sum(b.stake)::float8 AS staked, sum(b.returned)::float8 AS returned
    FROM wallet_bet b JOIN rounds_round r ON r.id = b.round JOIN tables_table t ON t.id = b."table"
    WHERE t.operator = %b::text AND b.status = 'settled' AND r.opened_at >= %b::timestamptz
    GROUP BY 1, 2, 3, 4
)
SELECT "table", currency, purse, count(*), sum(bets)::bigint, sum(staked)::bigint, sum(returned)::bigint,
       sum(staked * staked), sum(staked * returned), sum(returned * returned)
FROM round GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
_ROUNDS: Final[LiteralString] = """
SELECT r.status, count(*) FROM rounds_round r JOIN tables_table t ON t.id = r."table"
WHERE t.operator = %b::text AND r.opened_at >= %b::timestamptz GROUP BY 1
"""
_ENDED: Final[LiteralString] = """
SELECT r.id FROM rounds_round r JOIN tables_table t ON t.id = r."table"
WHERE t.operator = %b::text AND r.status IN ('settled', 'void') ORDER BY r.opened_at DESC LIMIT %b::bigint
"""
_POSITION: Final[LiteralString] = "SELECT coalesce(max(position), 0) FROM eventstore_event"


@dataclass(frozen=True, slots=True)
class Purse:
    """Settled bets of one table and purse. ``error``: standard error of the return, clustered by round."""

    table: str
    currency: str
    purse: str
    rounds: int
    bets: int
    handle: int
    returned: int
    error: float

    @property
    def ggr(self) -> int:
        """Gross gaming revenue: staked minus returned."""
        return self.handle - self.returned

    @property
    def rtp(self) -> float:
        """Returned per unit staked."""
        return self.returned / self.handle


def by_purse(since: datetime) -> list[Purse]:
    """Figures of rounds opened ``since``, per table, currency and purse."""
    found = []
    for table, currency, purse, rounds, bets, handle, returned, ss, sr, rr in execute(_BY_PURSE, (OPERATOR, since)):
        ratio = returned / handle
        spread = max(rr - 2 * ratio * sr + ratio * ratio * ss, 0.0)
        error = sqrt(spread * rounds / max(rounds - 1, 1)) / handle
        found.append(Purse(table, currency, purse, rounds, bets, handle, returned, error))
    return found


def rounds_by_status(since: datetime) -> dict[str, int]:
    """How many rounds opened ``since`` are in each status."""
    return dict(execute(_ROUNDS, (OPERATOR, since)).fetchall())


def last_ended(limit: int) -> list[str]:
    """The latest rounds that are over."""
    return [row[0] for row in execute(_ENDED, (OPERATOR, limit))]


def position() -> int:
    """Position of the newest event; the difference of two is how many were written between."""
    row = execute(_POSITION).fetchone()
    return int(row[0]) if row else 0
