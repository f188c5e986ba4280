"""What operators send and are told about their players' money. Amounts are minor units of the account's currency."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wagering.api.ids import Id
from wagering.wallet.currencies import LARGEST_AMOUNT, exponent
from wagering.wallet.records import RecordedBet

Amount = Annotated[int, Meta(ge=1, le=LARGEST_AMOUNT, description="Minor units of the account's currency.")]


class Money(msgspec.Struct, frozen=True):
    """``amount`` whole minor units, of which 10 to the power of ``exponent`` are one unit of ``currency``."""

    amount: int
    currency: str
    exponent: int


def money(amount: int, currency: str) -> Money:
    """An amount as it is told."""
    return Money(amount, currency, exponent(currency))


class OpenAccountBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new player. ``trial`` and ``fun`` accounts hold play money."""

    player: Id
    kind: Literal["real", "trial", "fun"]
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$", description="ISO 4217.")]
    deposit: Annotated[int, Meta(ge=0, le=LARGEST_AMOUNT, description="The opening balance, minor units.")] = 0


class DepositBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money that has come in."""

    amount: Amount


class PayOutBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money that goes out: at once, or with a ``withdrawal`` when that is paid."""

    amount: Amount
    withdrawal: Id | None = None


class RefusalBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why the money goes back to the player."""

    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class BalanceAnswer(msgspec.Struct, frozen=True):
    """What the player has free to use, and what he owes after a late void or correction."""

    player: str
    balance: Money
    receivable: Money


def balance_told(found: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of ``BalanceAnswer`` out of what a command that moves money answers."""
    currency = str(found["currency"])
    balance, receivable = money(found["funds"], currency), money(found["owed"], currency)
    return {"player": found["player"], "balance": balance, "receivable": receivable}


class PlayerAccount(msgspec.Struct, frozen=True):
    """A player's account as it stands. ``withdrawing``: asked for and neither paid nor refused."""

    player: str
    kind: str
    currency: str
    balance: Money
    receivable: Money
    withdrawing: Money
    opened_at: datetime


class BetLine(msgspec.Struct, frozen=True):
    """Why one part of a bet came to its amount, by which ``clause`` and at what ``odds`` (0 to 1 where none)."""

    part: str
    outcome: str
    stake: Money
    returned: Money
    clause: str
    odds: tuple[int, int]


class BetRecord(msgspec.Struct, frozen=True):
    """A bet. ``status``: open, settled, void, refunded or undone; ``lines`` are empty until it is settled."""

    bet: str
    round: str
    table: str
    game: str
    seat: int
    kind: str
    stake: Money
    returned: Money
    status: str
    outcome: str
    lines: list[BetLine]


def bet_record(bet: RecordedBet, currency: str) -> BetRecord:
    """A bet as it is told, with the rules behind every part of it."""
    lines = [
        BetLine(
            line.part, line.outcome, money(line.stake, currency), money(line.returned, currency), line.clause,
            (line.n, line.d),
        )
        for line in bet.lines
    ]  # fmt: skip
    return BetRecord(
        bet.id, bet.round, bet.table, bet.game, bet.seat, bet.kind, money(bet.stake, currency),
        money(bet.returned, currency), bet.status, bet.outcome, lines,
    )  # fmt: skip


class BetPage(msgspec.Struct, frozen=True):
    """Bets by id."""

    items: list[BetRecord]
    next: str | None


class StatementLine(msgspec.Struct, frozen=True):
    """One movement of the player's balance and what it was afterwards. ``kind``: of the command that moved it."""

    entry: int
    journal: str
    kind: str
    round: str
    amount: Money
    balance: Money
    occurred_at: datetime


class StatementPage(msgspec.Struct, frozen=True):
    """Movements in their order; the amounts of all pages add up to the balance."""

    items: list[StatementLine]
    next: str | None
