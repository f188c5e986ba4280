"""Reading wallets and bets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, LiteralString, NamedTuple

import msgspec

from games.kernel.ruleset import Rejected
from wagering.eventstore.codec import decode
from wagering.eventstore.session import execute
from wagering.wallet import cache
from wagering.wallet.events import EVENTS
from wagering.wallet.limits import COUNTED, Tally, room, start
from wagering.wallet.state import Limit, OpenBet, Wallet, stream_of

_WALLETS = """
SELECT w.player, s.version, w.account_type, w.currency, w.operator, w.ledger,
       (SELECT balance FROM wallet_account WHERE account = w.ledger || ':player/' || w.player),
       (SELECT balance FROM wallet_account WHERE account = w.ledger || ':receivable/' || w.player),
       (SELECT balance FROM wallet_account WHERE account = w.ledger || ':withdrawing/' || w.player),
       g.limits::text, g.paused_until
FROM wallet_wallet w JOIN eventstore_stream s ON s.stream = 'wallet/' || w.player
LEFT JOIN wallet_safeguard g ON g.player = w.player WHERE w.player = ANY (%b::text[])
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
# The newest first. Looked for by version, so that a limit costs what its period holds and no more.
_COUNTED: Final[LiteralString] = """
SELECT version, occurred_at, name, body FROM eventstore_event
WHERE stream = %b::text AND version <= %b::bigint AND version > %b::bigint
  AND name = ANY (%b::text[]) ORDER BY version DESC LIMIT %b::bigint
"""
_UNLIMITED = """
SELECT owner, balance FROM wallet_account a WHERE owner = ANY (%b::text[]) AND code = 'player'
AND NOT EXISTS (SELECT FROM wallet_safeguard g WHERE g.player = a.owner AND (
    g.paused_until > %b::timestamptz
    OR EXISTS (SELECT FROM jsonb_object_keys(g.limits) k WHERE k NOT LIKE 'deposit/%%')))
"""
_TYPES: Final[Mapping[str, type]] = {event.NAME: event for event in EVENTS}
_COUNTED_NAMES: Final = [event.NAME for event in COUNTED]
BATCH: Final = 500
CLOCKS_DIFFER: Final = timedelta(hours=1)

_limits = msgspec.json.Decoder(dict[str, Limit]).decode


def _bet(row: tuple[Any, ...]) -> OpenBet:
    parts, answers = msgspec.json.decode(row[8]), msgspec.json.decode(row[9])
    columns = (*row[:8], parts, answers, *row[10:])
    return OpenBet(*columns)


def unknown_account(player: str) -> Rejected:
    """What is said of a player who does not exist, or not for who asks."""
    return Rejected("unknown_account", "", f"there is no account {player}", "player")


def load_wallets(players: Iterable[str]) -> list[Wallet]:
    """The wallets of ``players`` from their projections; ``Rejected`` unknown_account if one does not exist.

    The version is read no later than anything else, so whatever moved in between makes the commit fail.
    """
    wanted = list(players)
    found = execute(_WALLETS, (wanted,)).fetchall()
    if len(found) < len(set(wanted)):
        missing = sorted(set(wanted) - {row[0] for row in found})[0]
        raise unknown_account(missing)
    bets: dict[str, dict[str, OpenBet]] = {}
    for row in execute(_OPEN_BETS, (wanted,)):
        bets.setdefault(row[4], {})[row[0]] = _bet(row)
    return [
        Wallet(
            player, version, account_type, currency, operator, ledger, funds, owed,
            pending_withdrawals(player) if withdrawing else {}, bets.get(player, {}),
            _limits(limits) if limits else {}, paused_until,
        )
        for (
            player, version, account_type, currency, operator, ledger, funds, owed, withdrawing, limits, paused_until
        ) in found
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


def tally(player: str, version: int, period: str, at: datetime) -> Tally:
    """What counts towards limits in the period of ``at``, up to ``version`` of the player's wallet; not to be changed.

    What this process has read before it goes on from. The rest is read from the newest back, a batch at a time. Events
    carry the time of the process that sent them and may be a little out of order: reading stops only well before the
    period.
    """
    begin = start(period, at)
    known = cache.tally(player, period)
    found = known.fork() if known and known.begin == begin and known.version <= version else Tally(begin)
    events: list[tuple[str, str]] = []
    upto = version
    while batch := execute(_COUNTED, (stream_of(player), upto, found.version, _COUNTED_NAMES, BATCH)).fetchall():
        events += [(name, body) for _, at, name, body in batch if start(period, at) == begin]
        upto = batch[-1][0] - 1
        if len(batch) < BATCH or batch[-1][1] < begin - CLOCKS_DIFFER:
            break
    for name, body in reversed(events):
        found.add(decode(_TYPES, name, body))
    found.version = version
    cache.put_tally(player, period, found)
    return found


class Standing(NamedTuple):
    """A limit at some time, minor units: ``amount`` None = not yet or no more; ``pending`` from ``effective_at`` on."""

    limit: str
    period: str
    amount: int | None
    used: int
    room: int | None
    pending: int | None
    effective_at: datetime | None


class Limits(NamedTuple):
    """``paused_until``: while the player is paused."""

    limits: tuple[Standing, ...]
    paused_until: datetime | None


def limits_of(player: str, at: datetime) -> Limits:
    """What the player has set for himself and where he stands; ``Rejected`` unknown_account."""
    (wallet,) = load_wallets((player,))
    found = []
    for key, limit in sorted(wallet.limits.items()):
        kind, _, period = key.partition("/")
        amount, waits = limit.holds(at), at < limit.effective_at and limit.amount != limit.until_then
        if amount is not None or waits:
            spent = tally(player, wallet.version, period, at).used[kind]
            left = None if amount is None else max(0, amount - spent)
            pending = (limit.amount, limit.effective_at) if waits else (None, None)
            found.append(Standing(kind, period, amount, spent, left, *pending))
    return Limits(tuple(found), wallet.paused_until if wallet.is_paused(at) else None)


def room_of(wallet: Wallet, at: datetime) -> int | None:
    """What the player's limits leave him to stake, for a wallet as it was loaded; ``None`` without limits."""
    return room(wallet, at, lambda period: tally(wallet.player, wallet.version, period, at))


def balances_of(players: Sequence[str]) -> Mapping[str, int]:
    """Free balances of many players at once."""
    rows: Iterable[tuple[Any, ...]] = execute(
        "SELECT owner, balance FROM wallet_account WHERE owner = ANY (%b::text[]) AND code = 'player'",
        (list(players),),
    )
    return dict(rows)


def unlimited_balances(players: Sequence[str], at: datetime) -> Mapping[str, int]:
    """Free balances of those of ``players`` whose stakes nothing of their own limits at ``at``: no pause, no limit but
    on deposits."""
    return dict(execute(_UNLIMITED, (list(players), at)).fetchall())
