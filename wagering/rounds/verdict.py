"""Was a round paid correctly? Figures over all of its bets and journals, however many, computed by the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db import connection

# Per bet the last word of its owner's wallet: what it was settled, refunded, voided or adjusted to, and the sum of the
# rules' lines behind that. Without lines (refund, void) the rules give back the stake.
_BETS: Final = """
WITH said AS (
    SELECT e.position, e.body::jsonb AS b, e.name FROM eventstore_event e
    WHERE e.correlation = %(round)s AND e.correlation <> '' AND e.name = ANY (%(names)s)
), words AS (
    SELECT position, b ->> 'bet' AS bet, coalesce(b ->> 'returned', b ->> 'amount')::bigint AS returned,
           b -> 'lines' AS lines FROM said WHERE name <> 'wallet.round_adjusted@1'
    UNION ALL
    SELECT position, a ->> 'bet', (a ->> 'returned')::bigint, a -> 'lines'
    FROM said, jsonb_array_elements(b -> 'bets') a WHERE name = 'wallet.round_adjusted@1'
), last AS (
    SELECT DISTINCT ON (bet) bet, returned, CASE WHEN jsonb_array_length(coalesce(lines, '[]')) = 0 THEN returned ELSE
        (SELECT sum((l ->> 'returned')::bigint) FROM jsonb_array_elements(lines) l) END AS by_rules
    FROM words ORDER BY bet, position DESC
)
SELECT w.ledger, count(*), count(*) FILTER (WHERE w.status = 'open'), coalesce(sum(w.stake), 0)::bigint,
       coalesce(sum(w.returned) FILTER (WHERE w.status <> 'open'), 0)::bigint, coalesce(sum(last.by_rules), 0)::bigint,
       count(*) FILTER (WHERE w.status <> 'open' AND (last.by_rules IS DISTINCT FROM w.returned
                                                      OR last.returned IS DISTINCT FROM w.returned))
FROM wallet_bet w LEFT JOIN last ON last.bet = w.id WHERE w.round = %(round)s AND w.status <> 'undone'
GROUP BY w.ledger ORDER BY w.ledger
"""
_PAYING: Final = ["wallet.bet_settled@1", "wallet.bet_refunded@1", "wallet.bet_voided@1", "wallet.round_adjusted@1"]

_MONEY: Final = """
WITH legs AS (
    SELECT j.id, n.ledger, n.account, n.amount FROM wallet_journal j JOIN wallet_entry n ON n.journal = j.id
    WHERE j.correlation = %(round)s
), sums AS (SELECT id, ledger, sum(amount) AS rest FROM legs GROUP BY id, ledger)
SELECT l.ledger, count(DISTINCT l.id), (SELECT count(*) FROM sums s WHERE s.ledger = l.ledger AND rest <> 0), count(*),
       sum(amount)::bigint, coalesce(sum(amount) FILTER (WHERE account LIKE '%%:escrow/%%'), 0)::bigint
FROM legs l GROUP BY l.ledger ORDER BY l.ledger
"""
_ACCOUNTS: Final = """
SELECT n.ledger, n.account, sum(n.amount)::bigint FROM wallet_journal j JOIN wallet_entry n ON n.journal = j.id
WHERE j.correlation = %(round)s GROUP BY 1, 2
ORDER BY split_part(n.account, ':', 2) !~ '^(player|receivable|withdrawing)/', 2 LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class BetFigures:
    """Sums in one ledger, minor units; ``different`` counts bets paid otherwise than the rules' lines say."""

    ledger: str
    bets: int
    open: int
    staked: int
    paid: int
    by_rules: int
    different: int


@dataclass(frozen=True, slots=True)
class MoneyFigures:
    """One ledger; ``unbalanced`` counts journals that do not sum to zero in it."""

    ledger: str
    journals: int
    unbalanced: int
    legs: int
    rest: int
    escrow: int


class Moved(NamedTuple):
    """What a round moved in one account."""

    ledger: str
    account: str
    amount: int


def bets(round_id: str) -> list[BetFigures]:
    """What the bets table says against what the wallets' events say, ledger by ledger."""
    return [BetFigures(*row) for row in _rows(_BETS, {"round": round_id, "names": _PAYING})]


def money(round_id: str) -> list[MoneyFigures]:
    """Whether every journal of the round sums to zero, and what is left in its escrow, ledger by ledger."""
    return [MoneyFigures(*row) for row in _rows(_MONEY, {"round": round_id})]


def accounts(round_id: str, limit: int) -> list[Moved]:
    """The round's effect on each account, people first."""
    return [Moved(*row) for row in _rows(_ACCOUNTS, {"round": round_id, "limit": limit})]


def _rows(query: str, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return list(cursor.fetchall())
