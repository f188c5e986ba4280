"""What the messages of the streams hold."""

from __future__ import annotations

from datetime import datetime

import msgspec

from wagering.rounds.serializers import Standing, TableView
from wagering.wallet.serializers import Money


class TableMessage(TableView, frozen=True, kw_only=True):
    """The whole table as the receiver may see it. ``position``: of the newest event in it, in the log."""

    position: int


class OwnTable(Standing, frozen=True, kw_only=True):
    """A table as far as it concerns the player: his seats, what lies there, and what he may answer."""

    seats: list[int]
    cards: dict[str, list[str]]
    may: list[str]


class OwnBet(msgspec.Struct, frozen=True):
    """An open bet, with everything that has been added to it."""

    id: str
    round: str
    table: str
    seat: int
    kind: str
    stake: Money


class PlayerMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A player's free balance, and his open bets and hands at the tables that his session names.

    A session that names none has all of his open bets and no ``tables``: follow the tables themselves.
    """

    player: str
    position: int
    server_time: datetime
    balance: Money
    open_bets: list[OwnBet]
    tables: list[OwnTable]
