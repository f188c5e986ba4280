"""What is at stake now: asked by the first page and by monitoring."""

from typing import Final, LiteralString, NamedTuple

from wagering.eventstore.session import execute

_OPEN_ESCROW: Final[LiteralString] = """
WITH bets AS (SELECT ledger, sum(stake)::bigint AS staked, count(*) AS bets FROM wallet_bet WHERE status = 'open'
              GROUP BY ledger),
     playing AS (SELECT DISTINCT round, ledger FROM wallet_bet WHERE status = 'open'),
     held AS (SELECT p.ledger, sum(n.amount)::bigint AS held FROM playing p
              JOIN wallet_entry n ON n.account = p.ledger || ':escrow/' || p.round GROUP BY p.ledger)
SELECT b.ledger, b.staked, b.bets, coalesce(h.held, 0) FROM bets b LEFT JOIN held h USING (ledger) ORDER BY 1
"""


class Escrow(NamedTuple):
    """What rounds with open bets hold in one ledger, minor units: the stakes say ``staked``, the entries ``held``."""

    ledger: str
    staked: int
    bets: int
    held: int


def open_escrow() -> list[Escrow]:
    """Everything at stake, by ledger; nothing where no bet is open."""
    return [Escrow(*row) for row in execute(_OPEN_ESCROW)]
