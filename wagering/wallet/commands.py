"""Commands about a player's wallet."""

from dataclasses import dataclass
from typing import ClassVar

CASHIER = frozenset({"operator", "system"})
PLAYER = frozenset({"player"})
"""Nobody else sets or lifts what is meant to protect a player: no operator, no member of staff, no clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenWallet:
    """``account_type``: real (purse cash), trial or fun (purse fun, play money). ``deposit`` may be 0."""

    KIND: ClassVar[str] = "wallet.open"
    ROLES: ClassVar[frozenset[str]] = CASHIER
    player: str
    account_type: str
    currency: str
    operator: str
    deposit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Deposit:
    KIND: ClassVar[str] = "wallet.deposit"
    ROLES: ClassVar[frozenset[str]] = CASHIER
    player: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AskWithdrawal:
    KIND: ClassVar[str] = "wallet.ask_withdrawal"
    ROLES: ClassVar[frozenset[str]] = CASHIER | {"player"}
    player: str
    withdrawal: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PayWithdrawal:
    KIND: ClassVar[str] = "wallet.pay_withdrawal"
    ROLES: ClassVar[frozenset[str]] = CASHIER
    player: str
    withdrawal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseWithdrawal:
    KIND: ClassVar[str] = "wallet.refuse_withdrawal"
    ROLES: ClassVar[frozenset[str]] = CASHIER
    player: str
    withdrawal: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """Asked for and paid at once."""

    KIND: ClassVar[str] = "wallet.withdraw"
    ROLES: ClassVar[frozenset[str]] = CASHIER
    player: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteConnection:
    """A connection was lost or came back: recorded, no other effect."""

    KIND: ClassVar[str] = "wallet.note_connection"
    ROLES: ClassVar[frozenset[str]] = CASHIER | {"player", "studio"}
    player: str
    connected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLimit:
    """``limit`` (deposit, stake, loss) a ``period`` (day, week, month): ``amount`` minor units, ``None`` = none.

    Stricter holds at once; looser or none 24 hours later, the old one holding until then.
    """

    KIND: ClassVar[str] = "wallet.set_limit"
    ROLES: ClassVar[frozenset[str]] = PLAYER
    player: str
    limit: str
    period: str
    amount: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Time-out or self-exclusion until ``until`` (RFC 3339 with offset), five years at most; only ever prolonged."""

    KIND: ClassVar[str] = "wallet.pause"
    ROLES: ClassVar[frozenset[str]] = PLAYER
    player: str
    until: str
