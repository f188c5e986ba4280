"""Reading a table at play: what a viewer may see, who sits where, how a round stands."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from games.kernel.bets import Bet
from games.kernel.ruleset import Facts, View
from wagering.eventstore.read import heads
from wagering.eventstore.session import execute
from wagering.rounds import cache
from wagering.rounds.load import load_play
from wagering.rounds.play import Play
from wagering.wallet import queries
from wagering.wallet.state import Wallet

PUBLIC: Final = "public"
"""The viewer who sees what lies open to everybody."""


class CurrentFacts:
    """Money and bets as they are now, for a look that changes nothing (games.kernel.ruleset.Facts)."""

    def __init__(self, round_id: str, at: datetime | None = None) -> None:
        self._round, self._at = round_id, at or datetime.now(UTC)

    def funds(self, player: str) -> int:
        (wallet,) = queries.load_wallets((player,))
        room = queries.room_of(wallet, self._at)
        return wallet.funds if room is None else min(wallet.funds, room)

    def account_type(self, player: str) -> str:
        return queries.load_wallets((player,))[0].account_type

    def bets_of(self, player: str) -> Sequence[Bet]:
        return [bet.for_rules() for bet in queries.round_bets(self._round) if bet.player == player]

    def bets(self) -> Sequence[Bet]:
        return [bet.for_rules() for bet in queries.round_bets(self._round)]


class HeldFacts:
    """Money and bets of one viewer (games.kernel.ruleset.Facts), already read."""

    def __init__(self, wallet: Wallet, round_id: str, now: datetime) -> None:
        self._wallet, self._round, self._now = wallet, round_id, now

    def funds(self, player: str) -> int:
        room = queries.room_of(self._of(player), self._now)
        return self._wallet.funds if room is None else min(self._wallet.funds, room)

    def account_type(self, player: str) -> str:
        return self._of(player).account_type

    def bets_of(self, player: str) -> Sequence[Bet]:
        return [bet.for_rules() for bet in self._of(player).bets.values() if bet.round == self._round]

    def bets(self) -> Sequence[Bet]:
        raise ValueError("a view looks at its viewer's bets only")

    def _of(self, player: str) -> Wallet:
        if player != self._wallet.player:
            raise ValueError("a view looks at its viewer's money only")
        return self._wallet


NOBODY: Final = HeldFacts(Wallet(PUBLIC), "", datetime.min.replace(tzinfo=UTC))
"""What there is to know of the public."""


def current(table: str) -> Play:
    """The table as it is now: from the cache if nobody has moved on, else from the log; ``Rejected`` unknown_table."""
    play = cache.get(table)
    if play is not None and heads(known := play.versions()) == known:
        return play
    play = load_play(table)
    cache.put(play)
    return play


def view(table: str, viewer: str) -> View:
    """What ``viewer`` (a player or ``public``) may see and answer; nothing to answer while the table is paused."""
    play = current(table)
    return seen(play, viewer, CurrentFacts(play.round))


def seen(play: Play, viewer: str, facts: Facts) -> View:
    """As ``view``, of a table already read and with facts already known."""
    found: View = play.ruleset.view(play.state, viewer, facts)
    return View(found.cards, ()) if play.paused or not play.running else found


def score(table: str) -> Mapping[str, Any] | None:
    """How the running or last series or match stands; ``None`` in games without."""
    play = current(table)
    found: Mapping[str, Any] | None = play.ruleset.outcome(play.state).get("score")
    return found


def seats(table: str) -> Mapping[int, str]:
    """Who sits where."""
    play = current(table)
    return {seat: seated.player for seat, seated in play.ruleset.seats(play.state).items()}


def totals(operator: str) -> list[dict[str, Any]]:
    """Bets of one operator's tables by table, game, kind and purse: rounds, bets, handle, returned, ggr, voided,
    refunded, escrow; minor units. A cancelled bet counts as voided only, also when it had been settled."""
    rows = [dict(zip(_COLUMNS, row, strict=True)) for row in execute(_TOTALS, (operator,))]
    return [{**row, "ggr": row["handle"] - row["returned"]} for row in rows]


_COLUMNS = (
    "table",
    "game",
    "bet_kind",
    "money",
    "rounds",
    "bets",
    "handle",
    "returned",
    "voided",
    "refunded",
    "escrow",
)
_COLUMNS = (
    "table",
    "game",
    "bet_kind",
    "money",
    "rounds",
    "bets",
    "handle",
    "returned",
    "voided",
    "refunded",
    "escrow",
)
_TOTALS = """
SELECT b."table", b.game, b.kind, split_part(b.ledger, '.', -1),
       count(DISTINCT b.round) FILTER (WHERE b.status = 'settled'),
       count(*) FILTER (WHERE b.status = 'settled'),
       coalesce(sum(b.stake) FILTER (WHERE b.status = 'settled'), 0)::bigint,
       coalesce(sum(b.returned) FILTER (WHERE b.status = 'settled'), 0)::bigint,
       coalesce(sum(b.stake) FILTER (WHERE b.status = 'void'), 0)::bigint,
       coalesce(sum(b.stake) FILTER (WHERE b.status = 'refunded'), 0)::bigint,
       coalesce(sum(b.stake) FILTER (WHERE b.status = 'open'), 0)::bigint
FROM wallet_bet b JOIN tables_table t ON t.id = b."table" WHERE t.operator = %b::text AND b.status <> 'undone'
GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
"""
