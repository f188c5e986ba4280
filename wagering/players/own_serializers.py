"""What a player sends and is told about his account and the limits he has set for himself."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wagering.api.ids import Id
from wagering.wallet.currencies import LARGEST_AMOUNT
from wagering.wallet.serializers import Money

Kind = Literal["deposit", "stake", "loss"]
Period = Literal["day", "week", "month"]
Moment = Annotated[datetime, Meta(tz=True)]


class OwnAccount(msgspec.Struct, frozen=True):
    """The player, his money, and what his session allows: ``tables`` empty for all of his operator."""

    player: str
    kind: str
    currency: str
    balance: Money
    receivable: Money
    withdrawing: Money
    tables: list[str]
    expires_at: datetime | None
    paused_until: datetime | None


class ConnectionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player's connection was lost or is back."""

    connected: bool


class ConnectionAnswer(msgspec.Struct, frozen=True):
    """It is recorded. Bets stay and countdowns run on."""


class WithdrawalBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money to be paid out, under an id of the player's choice."""

    withdrawal: Id
    amount: Annotated[int, Meta(ge=1, le=LARGEST_AMOUNT, description="Minor units of the account's currency.")]


class LimitBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A limit of one's own; null takes it away, after a day."""

    kind: Kind
    period: Period
    amount: Annotated[int, Meta(ge=0, le=LARGEST_AMOUNT)] | None


class LimitAnswer(msgspec.Struct, frozen=True):
    """From when the limit holds: a stricter one at once, a looser one or none a day later."""

    kind: Kind
    period: Period
    amount: Money | None
    effective_at: datetime


class PauseOwnBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long the player wants to take no part: at most five years, and only ever longer."""

    until: Moment


class PauseAnswer(msgspec.Struct, frozen=True):
    """Until when he takes no part."""

    paused_until: datetime


class LimitStanding(msgspec.Struct, frozen=True):
    """A limit and how far it is used. ``amount`` null: none yet or any more; ``pending`` from ``effective_at`` on."""

    kind: Kind
    period: Period
    amount: Money | None
    used: Money
    room: Money | None
    pending: Money | None
    effective_at: datetime | None


class OwnLimits(msgspec.Struct, frozen=True):
    """What the player has set for himself. Nobody else can change it."""

    player: str
    limits: list[LimitStanding]
    paused_until: datetime | None
