"""What a player is told of the rounds he took part in."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from wagering.api.paging import PageQuery
from wagering.wallet.serializers import BetRecord, Money

Since = Annotated[
    datetime, Meta(tz=True, description="RFC 3339 with offset; at most twelve months back. Without it three months.")
]


class HistoryQuery(PageQuery, frozen=True, forbid_unknown_fields=True):
    """Which page of the player's own rounds, and how far back."""

    since: Since | None = None


class PlayedRound(msgspec.Struct, frozen=True):
    """A round that is over for the player. ``voided`` and ``refunded``: stakes given back in full.

    ``status``: settled, void or refunded. ``feats``: what he achieved, by the game's names; null where none count.
    """

    round: str
    table: str
    game: str
    title: str
    status: str
    ended_at: datetime
    bets: int
    staked: Money
    returned: Money
    net: Money
    voided: Money
    refunded: Money
    feats: dict[str, int] | None


class HistoryPage(msgspec.Struct, frozen=True):
    """Rounds, the newest first."""

    items: list[PlayedRound]
    next: str | None


class RecallQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which steps: those after ``after``."""

    after: Annotated[int, Meta(ge=0, le=2**31 - 1, description="The `next` of the page before.")] = 0
    limit: Annotated[int, Meta(ge=1, le=500)] = 200


class RecallStep(msgspec.Struct, frozen=True):
    """What happened, in words, and what the player could see afterwards: ``cards`` by place, null where unchanged."""

    number: int
    at: datetime
    what: str
    words: str
    cards: dict[str, list[str]] | None


class Recall(msgspec.Struct, frozen=True):
    """A round card by card, as this player could see it, and his bets as they stand now.

    ``status``: running, decided, settled, void or not_played. ``seats``: who sits where now or sat at its end.
    """

    round: str
    table: str
    game: str
    title: str
    status: str
    opened_at: datetime
    ended_at: datetime | None
    reason: str
    corrections: int
    seats: dict[str, str]
    steps: list[RecallStep]
    next: int | None
    bets: list[BetRecord]
