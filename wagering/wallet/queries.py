"""Reading wallets and bets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, LiteralString

import msgspec

from games.kernel.ruleset import Rejected
from wagering.eventstore.session import execute
from wagering.wallet.state import OpenBet, Wallet

_WALLETS = """
SELECT w.player, s.version, w.account_type, w.currency, w.operator, w.ledger,
       (SELECT balance FROM wallet_account WHERE account = w.ledger || ':player/' || w.player),
       (SELECT balance FROM wallet_account WHERE account = w.ledger || ':receivable/' || w.player),
       (SELECT balance FROM wallet_account WHERE account = w.ledger || ':withdrawing/' || w.player)
FROM wallet_wallet w JOIN eventstore_stream s ON s.stream = 'wallet/' || w.player WHERE w.player = ANY (%b::text[])
"""
_BETS: Final[LiteralString] = """
SELECT id, round, "table", game, player, ledger, seat, kind, parts::text, answers::text, stake, revision, returned,
       status, outcome FROM wallet_bet
"""
_OPEN_BETS: Final[LiteralString] = _BETS + "WHERE player = ANY (%b::text[]) AND status = 'open'"
_ROUND_BETS: Final[LiteralString] = (
    _BETS + "WHERE round = %b::text AND status = ANY (%b::text[]) ORDER BY id LIMIT %b::bigint"
)
_UNANSWERED: Final[LiteralString] = (
    _BETS
    + "WHERE round = %b::text AND status = 'open' AND NOT answers ? %b::text AND id > %b::text ORDER BY id LIMIT 200"
)
_WITHDRAWALS = """
SELECT stream, name, body::jsonb ->> 'withdrawal', (body::jsonb ->> 'amount')::bigint FROM eventstore_event
WHERE stream = %b::text AND name LIKE 'wallet.withdrawal%%' ORDER BY version
"""


def _bet(row: tuple[Any, ...]) -> OpenBet:
    parts, answers = msgspec.json.decode(row[8]), msgspec.json.decode(row[9])
    columns = (*row[:8], parts, answers, *row[10:])
    return OpenBet(*columns)


def load_wallets(players: Iterable[str]) -> list[Wallet]:
    """The wallets of ``players`` from their projections; ``Rejected`` unknown_account if one does not exist.

    The version is read no later than anything else, so whatever moved in between makes the commit fail.
    """
    wanted = list(players)
    found = execute(_WALLETS, (wanted,)).fetchall()
    if len(found) < len(set(wanted)):
        missing = sorted(set(wanted) - {row[0] for row in found})[0]
        raise Rejected("unknown_account", "", f"there is no account {missing}", "player")
    bets: dict[str, dict[str, OpenBet]] = {}
    for row in execute(_OPEN_BETS, (wanted,)):
        bets.setdefault(row[4], {})[row[0]] = _bet(row)
    return [
        Wallet(
            player, version, account_type, currency, operator, ledger, funds, owed,
            pending_withdrawals(player) if withdrawing else {}, bets.get(player, {}),
        )
        for player, version, account_type, currency, operator, ledger, funds, owed, withdrawing in found
    ]  # fmt: skip


def pending_withdrawals(player: str) -> Mapping[str, int]:
    """Withdrawals asked for and neither paid nor refused, by id."""
    pending: dict[str, int] = {}
    for _, name, withdrawal, amount in execute(_WITHDRAWALS, (f"wallet/{player}",)):
        if name == "wallet.withdrawal_asked@1":
            pending[withdrawal] = amount
        else:
            pending.pop(withdrawal, None)
    return pending


def round_bets(round_id: str, statuses: Sequence[str] = ("open",), limit: int | None = None) -> list[OpenBet]:
    """Bets of a round in these statuses, by id."""
    rows = execute(_ROUND_BETS, (round_id, list(statuses), limit))
    return [_bet(row) for row in rows]


def unanswered(round_id: str, question: str) -> Iterator[OpenBet]:
    """Open bets of a round that have not answered ``question``, a few at a time: the first one asked is enough."""
    after = ""
    while found := [_bet(row) for row in execute(_UNANSWERED, (round_id, question, after))]:
        yield from found
        after = found[-1].id


def balances_of(players: Sequence[str]) -> Mapping[str, int]:
    """Free balances of many players at once."""
    rows: Iterable[tuple[Any, ...]] = execute(
        "SELECT owner, balance FROM wallet_account WHERE owner = ANY (%b::text[]) AND code = 'player'",
        (list(players),),
    )
    return dict(rows)
