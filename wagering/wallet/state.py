"""A wallet as its events leave it: balance, pending withdrawals, open bets. Loaded from its projections."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from games.kernel.bets import Bet


class OpenBet(msgspec.Struct, frozen=True):
    """A bet of this wallet. ``revision`` rises with every event that touches it."""

    id: str
    round: str
    table: str
    game: str
    player: str
    ledger: str
    seat: int
    kind: str
    parts: Mapping[str, int]
    answers: Mapping[str, bool]
    stake: int
    revision: int
    returned: int = 0
    status: str = "open"
    outcome: str = ""

    def for_rules(self) -> Bet:
        """The bet as the rules of the games know it."""
        return Bet(self.player, self.seat, self.kind, self.parts, self.answers)


class Limit(msgspec.Struct, frozen=True):
    """A limit of the player's own (``events.LimitSet``), minor units a period; ``None``: no limit."""

    amount: int | None
    effective_at: datetime
    until_then: int | None

    def holds(self, at: datetime) -> int | None:
        """The limit in force at ``at``."""
        return self.amount if at >= self.effective_at else self.until_then


class Wallet(msgspec.Struct, frozen=True):
    """``funds``: free balance; ``withdrawals``: asked for and not yet paid, by id; ``owed``: the receivable.

    ``limits``: by ``kind/period`` (``loss/day``); ``paused_until``: end of the last pause, perhaps long past.
    """

    player: str
    version: int = 0
    account_type: str = ""
    currency: str = ""
    operator: str = ""
    ledger: str = ""
    funds: int = 0
    owed: int = 0
    withdrawals: Mapping[str, int] = msgspec.field(default_factory=dict)
    bets: Mapping[str, OpenBet] = msgspec.field(default_factory=dict)
    limits: Mapping[str, Limit] = msgspec.field(default_factory=dict)
    paused_until: datetime | None = None

    @property
    def stream(self) -> str:
        return stream_of(self.player)

    @property
    def withdrawing(self) -> int:
        return sum(self.withdrawals.values())

    def is_paused(self, at: datetime) -> bool:
        """May the player take no part now, by his own wish?"""
        return self.paused_until is not None and at < self.paused_until


def stream_of(player: str) -> str:
    """Name of a player's wallet stream."""
    return f"wallet/{player}"


def bet_id(round_id: str, seat: int, kind: str, player: str) -> str:
    """The published id of a bet: ``round/seat/kind/player``."""
    return f"{round_id}/{seat}/{kind}/{player}"


def ledger_of(operator: str, currency: str, account_type: str) -> str:
    """One ledger = operator x currency x purse; no journal crosses ledgers."""
    return f"{operator}.{currency}.{'cash' if account_type == 'real' else 'fun'}"
