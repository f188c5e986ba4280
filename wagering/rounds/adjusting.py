"""Late void and late correction: all bets of a round are netted into one movement per account."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.kernel.bets import Line
from wagering.rounds.stage import Stage
from wagering.wallet.book import Book
from wagering.wallet.events import AdjustedBet, RoundAdjusted, WithdrawalRefused
from wagering.wallet.projections import bet_row
from wagering.wallet.state import OpenBet


class Now(NamedTuple):
    """How a settled bet stands after the remedy."""

    status: str
    outcome: str
    returned: int
    lines: tuple[Line, ...] = ()

    def standing(self) -> dict[str, Any]:
        """The fields of the bet that change."""
        return {"status": self.status, "outcome": self.outcome, "returned": self.returned}


def adjust_bets(stage: Stage, bets: Sequence[OpenBet], now: Callable[[OpenBet], Now], reason: str) -> None:
    """Bring every bet of ``bets`` to ``now(bet)``; players whose bets stay as they are see nothing.

    The balances are those the wallets are appended to (expected version), never a look taken before the lock.
    """
    players: dict[str, list[OpenBet]] = {}
    for bet in bets:
        players.setdefault(bet.player, []).append(bet)
    stage.book.load(players)
    for player, owned in sorted(players.items()):
        changed = [(bet, now(bet)) for bet in owned]
        changed = [(bet, to) for bet, to in changed if (bet.status, bet.outcome, bet.returned) != to[:3]]
        if changed:
            _adjust(stage.book, player, changed, reason)


def _adjust(book: Book, player: str, changed: list[tuple[OpenBet, Now]], reason: str) -> None:
    net = sum(to.returned - bet.returned for bet, to in changed)
    cash = net if net >= 0 else -min(_available(book, player, -net), -net)
    adjusted = tuple(
        AdjustedBet(
            bet=bet.id, kind=bet.kind, stake=bet.stake, returned_before=bet.returned, returned=to.returned,
            status=to.status, outcome=to.outcome, lines=to.lines,
        )
        for bet, to in changed
    )  # fmt: skip
    first = changed[0][0]
    event = RoundAdjusted(
        round=first.round, table=first.table, reason=reason, bets=adjusted, net=net, cash=cash, receivable=cash - net
    )
    rows = [bet_row(replace(bet, **to.standing(), revision=bet.revision + 1)) for bet, to in changed]
    book.adjust(player, event, rows)


def _available(book: Book, player: str, wanted: int) -> int:
    """Free balance; withdrawals not yet paid are taken back, oldest first, as far as they are needed."""
    wallet = book.wallet(player)
    for withdrawal, amount in list(wallet.withdrawals.items()):
        if wallet.funds >= wanted:
            break
        refused = WithdrawalRefused(withdrawal=withdrawal, amount=amount, reason="clawback")
        wallet = book.record(player, refused)
    return wallet.funds
