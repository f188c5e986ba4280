"""What an operator is told of a recorded event, field by field.

An allow-list: an event that is not in it is told of by name only, and so is a field that is not. What could name a card
that lies face down, is not dealt yet or was never shown is not in it, nor is any event of a game's own, since only
the game knows what its words hide. What is told of an event depends on the log up to that event alone: it is the same
in the feed, in a webhook, at every attempt and in years to come. Hidden cards are told by what reveals them later.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import msgspec

from games.kernel import events as kernel
from wagering.eventstore.upcasting import upcast
from wagering.incidents import events as incidents
from wagering.rounds import events as rounds
from wagering.tables import events as tables
from wagering.wallet import events as wallet
from wagering.wallet.currencies import exponent

_PUBLIC: Final[Mapping[type, str]] = {
    kernel.SeatTaken: "seat player",
    kernel.SeatLeft: "seat player reason",
    kernel.CardDealt: "shoe draw to card face",  # if it lies face up
    kernel.PackShuffled: "shoe what shown_at",
    kernel.CardShown: "shoe place card",
    rounds.RoundOpened: "round table game options shoe seated",
    rounds.RoundPaused: "incident",
    rounds.RoundResumed: "incident supervisor",
    rounds.RoundDecided: "played outcome",
    rounds.RoundSettled: "",
    rounds.RoundVoided: "reason supervisor second late",
    rounds.DealVoided: "incident reason supervisor",
    rounds.CardCorrected: "shoe draw reason supervisor second late",  # it may be a hole card or a folded hand
    tables.TableOpened: "table operator game currency clock options",
    tables.ShoeChanged: "shoe",
    tables.TableRoundOpened: "round",
    tables.ShoeMounted: "shoe table live packs burn_card burned commitment",  # when it ends nobody knows
    tables.CutCardOut: "shoe round",
    tables.ShoeRetired: "shoe nonce order",  # if nobody holds cards of it any more
    tables.DrawCorrected: "draw",
    # The note is a dealer's or a reader's free text, which may name the card that went wrong.
    incidents.IncidentReported: "incident table round",
    incidents.IncidentResolved: "resolution by",
    wallet.WalletOpened: "player account_type currency operator ledger",
    wallet.Deposited: "amount",
    wallet.WithdrawalAsked: "withdrawal amount",
    wallet.WithdrawalPaid: "withdrawal amount",
    wallet.WithdrawalRefused: "withdrawal amount reason",
    wallet.BetPlaced: "bet round table game seat kind part amount",
    wallet.StakeTaken: "bet round part amount",
    wallet.StakeReturned: "bet round part amount",
    wallet.QuestionAnswered: "bet round question yes",
    wallet.BetSettled: "bet round table kind stake returned outcome lines",
    wallet.BetRefunded: "bet round table kind amount",
    wallet.BetVoided: "bet round table kind amount",
    wallet.RoundAdjusted: "round table reason bets net cash receivable",
    wallet.ConnectionChanged: "connected",
}
PUBLIC: Final[Mapping[str, frozenset[str]]] = {
    event.NAME: frozenset(names.split())  # type: ignore[attr-defined]
    for event, names in _PUBLIC.items()
}


class Stored(msgspec.Struct, frozen=True):
    """An event of one operator as it lies in the log. ``over``: its round was decided or void before it."""

    position: int
    stream: str
    version: int
    name: str
    occurred_at: datetime
    recorded_at: datetime
    round: str
    table: str
    currency: str
    body: str
    over: bool


class PublishedEvent(msgspec.Struct, frozen=True):
    """An event as an operator is told it. Amounts in ``content`` are whole minor units of ``currency``.

    ``content`` is null where nothing of it may be told. ``withheld``: not everything in it is told.
    """

    position: int
    stream: str
    version: int
    name: str
    occurred_at: datetime
    recorded_at: datetime
    round: str
    table: str
    currency: str
    exponent: int
    content: dict[str, Any] | None
    withheld: bool


def published(stored: Stored) -> PublishedEvent:
    """What may be told of ``stored``."""
    name, body = upcast(stored.name, stored.body)
    content = msgspec.json.decode(body)
    public = _told(name, content, stored)
    told = {field: value for field, value in content.items() if field in public}
    return PublishedEvent(
        stored.position, stored.stream, stored.version, name, stored.occurred_at, stored.recorded_at, stored.round,
        stored.table, stored.currency, exponent(stored.currency), told if told or not content else None,
        withheld=len(told) < len(content),
    )  # fmt: skip


def _told(name: str, content: Mapping[str, Any], stored: Stored) -> frozenset[str]:
    if name == kernel.CardDealt.NAME and content.get("face") != "up":
        return frozenset()
    # A pack that is used up while its round goes on is still in the players' hands.
    if name == tables.ShoeRetired.NAME and stored.round and not stored.over:
        return frozenset({"shoe"})
    return PUBLIC.get(name, frozenset())
