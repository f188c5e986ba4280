"""What happens in a player's wallet: his money and his bets. Amounts are whole minor units of the wallet's currency.

A bet is an event here, not in the round's stream, so that ten thousand people can bet behind one seat at once.
"""

from dataclasses import dataclass
from typing import ClassVar

from games.kernel.bets import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class WalletOpened:
    NAME: ClassVar[str] = "wallet.opened@1"
    player: str
    account_type: str  # real, trial, fun
    currency: str
    operator: str
    ledger: str  # operator.currency.purse


@dataclass(frozen=True, slots=True, kw_only=True)
class Deposited:
    """Real money from the bank, or play money issued."""

    NAME: ClassVar[str] = "wallet.deposited@1"
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalAsked:
    NAME: ClassVar[str] = "wallet.withdrawal_asked@1"
    withdrawal: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalPaid:
    NAME: ClassVar[str] = "wallet.withdrawal_paid@1"
    withdrawal: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalRefused:
    """Given back to the player's balance; ``reason`` also ``clawback`` when a late void needs the money."""

    NAME: ClassVar[str] = "wallet.withdrawal_refused@1"
    withdrawal: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BetPlaced:
    """A new bet, or an addition to it, while betting is open."""

    NAME: ClassVar[str] = "wallet.bet_placed@1"
    bet: str
    round: str
    table: str
    game: str
    seat: int
    kind: str
    part: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeTaken:
    """An extra stake during play: double, split, insurance, call."""

    NAME: ClassVar[str] = "wallet.stake_taken@1"
    bet: str
    round: str
    part: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeReturned:
    """A stake made smaller by the rules: shared between two seats, or undone by its player while bets are open.

    A bet of which nothing is left is undone: neither handle nor void. Bet on anew in the round it has the same id.
    """

    NAME: ClassVar[str] = "wallet.stake_returned@1"
    bet: str
    round: str
    part: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAnswered:
    NAME: ClassVar[str] = "wallet.question_answered@1"
    bet: str
    round: str
    question: str
    yes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BetSettled:
    """Paid by the rules. ``lines`` say why, part by part, with the clause and the odds used."""

    NAME: ClassVar[str] = "wallet.bet_settled@1"
    bet: str
    round: str
    table: str
    kind: str
    stake: int
    returned: int
    outcome: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BetRefunded:
    """Returned in full because its seat did not play: no handle, no void."""

    NAME: ClassVar[str] = "wallet.bet_refunded@1"
    bet: str
    round: str
    table: str
    kind: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BetVoided:
    """Returned in full because the round was cancelled before settlement."""

    NAME: ClassVar[str] = "wallet.bet_voided@1"
    bet: str
    round: str
    table: str
    kind: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustedBet:
    """One bet of a late void or correction: what it had returned, and what it returns now."""

    bet: str
    kind: str
    stake: int
    returned_before: int
    returned: int
    status: str  # void or settled
    outcome: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundAdjusted:
    """Late void or correction: all of this player's bets of the round in one movement.

    ``net`` = sum of returned - returned_before; it goes to cash as far as the balance covers it (``cash``, never
    taking it below zero), the rest is owed (``receivable``, >= 0): net = cash - receivable.
    """

    NAME: ClassVar[str] = "wallet.round_adjusted@1"
    round: str
    table: str
    reason: str  # void, correction
    bets: tuple[AdjustedBet, ...]
    net: int
    cash: int
    receivable: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionChanged:
    """The player's connection was lost or came back; has no effect on bets or countdowns."""

    NAME: ClassVar[str] = "wallet.connection_changed@1"
    connected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSet:
    """The player's own limit, minor units a period. From ``effective_at`` on (RFC 3339, UTC) it is ``limit``;
    ``until_then`` holds before.

    ``None``: no limit. A stricter limit holds at once: ``until_then`` is the same.
    """

    NAME: ClassVar[str] = "wallet.limit_set@1"
    kind: str  # deposit, stake, loss
    period: str  # day, week, month
    limit: int | None
    effective_at: str
    until_then: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused:
    """The player takes no part in games and deposits nothing before ``until`` (RFC 3339, UTC)."""

    NAME: ClassVar[str] = "wallet.paused@1"
    until: str


EVENTS = (
    WalletOpened,
    Deposited,
    WithdrawalAsked,
    WithdrawalPaid,
    WithdrawalRefused,
    BetPlaced,
    StakeTaken,
    StakeReturned,
    QuestionAnswered,
    BetSettled,
    BetRefunded,
    BetVoided,
    RoundAdjusted,
    ConnectionChanged,
    LimitSet,
    Paused,
)
