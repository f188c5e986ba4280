"""Bet records and statements: what an operator is told of one player's bets and money, a page at a time."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, LiteralString, NamedTuple

from games.kernel.bets import Line
from wagering.eventstore.codec import decode
from wagering.eventstore.session import execute
from wagering.wallet.events import BetSettled, RoundAdjusted
from wagering.wallet.queries import unknown_account
from wagering.wallet.state import stream_of

_ACCOUNT: Final[LiteralString] = """
SELECT w.account_type, w.currency, w.ledger, w.opened_at,
       (SELECT balance FROM wallet_account WHERE account = w.ledger || ':player/' || w.player),
       (SELECT balance FROM wallet_account WHERE account = w.ledger || ':receivable/' || w.player),
       (SELECT balance FROM wallet_account WHERE account = w.ledger || ':withdrawing/' || w.player)
FROM wallet_wallet w WHERE w.player = %b::text AND w.operator = %b::text
"""
_BETS: Final[LiteralString] = """
SELECT id, round, "table", game, seat, kind, stake, returned, status, outcome FROM wallet_bet
WHERE player = %b::text AND id > %b::text ORDER BY id LIMIT %b::bigint
"""
# The round's own index would lead through the bets of everybody else in it, perhaps ten thousand: only the player's
# stream is read, whatever the planner thinks of rounds.
_LINES: Final[LiteralString] = """
SELECT name, body FROM eventstore_event
WHERE stream = %b::text AND name = ANY (%b::text[]) AND correlation || '' = ANY (%b::text[]) ORDER BY version
"""
# Entries of one player's account get their numbers under his wallet's lock, so they are numbered as they happened.
_STATEMENT: Final[LiteralString] = """
WITH page AS (
    SELECT id, journal, amount FROM wallet_entry WHERE account = %b::text AND id > %b::bigint
    ORDER BY id LIMIT %b::bigint
)
SELECT p.id, p.journal, j.kind, j.correlation, p.amount, j.occurred_at,
       (%b::bigint + sum(p.amount) OVER (ORDER BY p.id))::bigint
FROM page p JOIN wallet_journal j ON j.id = p.journal ORDER BY p.id
"""
_ENDS: Final[LiteralString] = """
SELECT coalesce(min(id), 0), coalesce(max(id), 0) FROM wallet_entry WHERE account = %b::text
"""
_UP_TO: Final[LiteralString] = """
SELECT coalesce(sum(amount), 0)::bigint FROM wallet_entry WHERE account = %b::text AND id <= %b::bigint
"""
_BACK_TO: Final[LiteralString] = """
SELECT balance - (
    SELECT coalesce(sum(amount), 0)::bigint FROM wallet_entry WHERE account = %b::text AND id > %b::bigint
) FROM wallet_account WHERE account = %b::text
"""
_TYPES: Final[Mapping[str, type]] = {event.NAME: event for event in (BetSettled, RoundAdjusted)}


class AccountNow(NamedTuple):
    """Minor units; ``balance`` is free to use."""

    kind: str
    currency: str
    ledger: str
    opened_at: datetime
    balance: int
    receivable: int
    withdrawing: int


class RecordedBet(NamedTuple):
    """A bet as it stands, minor units; ``lines`` once it is settled."""

    id: str
    round: str
    table: str
    game: str
    seat: int
    kind: str
    stake: int
    returned: int
    status: str
    outcome: str
    lines: Sequence[Line] = ()


class Movement(NamedTuple):
    """An entry of the player's account, and what the balance was after it."""

    entry: int
    journal: str
    kind: str
    round: str
    amount: int
    occurred_at: datetime
    balance: int


def account_of(operator: str, player: str) -> AccountNow:
    """The account of one of this operator's players; ``Rejected`` unknown_account, also for another's."""
    row = execute(_ACCOUNT, (player, operator)).fetchone()
    if row is None:
        raise unknown_account(player)
    return AccountNow(*row)


def bets_of(player: str, after: str, limit: int) -> list[RecordedBet]:
    """At most ``limit`` bets by id, those after ``after``. Costs what the player's own log holds, no more."""
    bets = [RecordedBet(*row) for row in execute(_BETS, (player, after, limit))]
    lines = _lines(player, {bet.round for bet in bets if bet.status != "open"})
    return [bet._replace(lines=lines.get(bet.id, ())) for bet in bets]


def statement(player: str, ledger: str, after: int, limit: int) -> list[Movement]:
    """At most ``limit`` movements of the player's balance after entry ``after``, in their order."""
    account = f"{ledger}:player/{player}"
    before = _balance_after(account, after)
    return [Movement(*row) for row in execute(_STATEMENT, (account, after, limit, before))]


def _balance_after(account: str, entry: int) -> int:
    """The balance after the entry of this number, which no later one changes; summed up from the nearer end, so that
    the first pages of a long statement cost as little as the last ones."""
    row = execute(_ENDS, (account,)).fetchone()
    first, last = row or (0, 0)
    forward = entry - first < last - entry
    found = execute(_UP_TO, (account, entry)) if forward else execute(_BACK_TO, (account, entry, account))
    (balance,) = found.fetchone() or (0,)
    return int(balance)


def _lines(player: str, rounds: Iterable[str]) -> dict[str, Sequence[Line]]:
    """By bet, as the last of settlement, late void and correction has it."""
    found: dict[str, Sequence[Line]] = {}
    for name, body in execute(_LINES, (stream_of(player), list(_TYPES), list(rounds))):
        event: Any = decode(_TYPES, name, body)
        for bet in event.bets if isinstance(event, RoundAdjusted) else (event,):
            found[bet.bet] = bet.lines
    return found
