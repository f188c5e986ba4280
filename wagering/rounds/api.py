"""A table at play, for players: look, sit, leave, bet, act."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from games.catalog import CATALOG
from wagering.access.callers import Caller
from wagering.access.views import PlayerView
from wagering.api.endpoint import Empty, NoQuery, command, query
from wagering.api.problems import Problem
from wagering.dispatch.command import Answer
from wagering.rounds import commands as c
from wagering.rounds.queries import HeldFacts, current, seen
from wagering.rounds.serializers import (
    ActionBody,
    BetAnswer,
    PlaceBetBody,
    SitBody,
    StakeTold,
    TableAnswer,
    TableView,
    UndoAnswer,
    UndoBody,
)
from wagering.rounds.standing import identity, number, viewed
from wagering.tables.queries import unknown_table
from wagering.wallet.queries import load_wallets
from wagering.wallet.serializers import money


class AtTable(PlayerView):
    """At one table of the player's operator and session; any other does not exist for him."""

    def admit(self, caller: Caller, **path: str) -> None:
        """``Rejected`` unknown_table."""
        super().admit(caller, **path)
        if identity(path["table"]).operator != caller.operator:
            raise unknown_table(path["table"])


class Views(AtTable):
    """Looking at a table."""

    @query("view", TableView)
    def get(self, caller: Caller, asked: NoQuery, table: str) -> TableView:
        """The table as this player may see it now, and what he may answer."""
        play, now = current(table), datetime.now(UTC)
        (wallet,) = load_wallets((caller.player,))
        found = seen(play, caller.player, HeldFacts(wallet, play.round, now))
        return TableView(**viewed(play, found, now))


class Seats(AtTable):
    """Taking a seat."""

    @command("sit", SitBody, TableAnswer)
    def post(self, caller: Caller, body: SitBody, table: str) -> c.Sit:
        """Take an open seat at this table."""
        return c.Sit(table=table, player=caller.player, seat=body.seat)


class Leaving(AtTable):
    """Going."""

    @command("leave", Empty, TableAnswer)
    def post(self, caller: Caller, body: Empty, table: str) -> c.Leave:
        """Give up every seat at this table, now or after the round as the rules say."""
        return c.Leave(table=table, player=caller.player)


class Bets(AtTable):
    """Betting while it is open."""

    @command("place_bet", PlaceBetBody, BetAnswer)
    def post(self, caller: Caller, body: PlaceBetBody, table: str) -> c.PlaceBet:
        """Add to the bet of this kind on this seat."""
        return c.PlaceBet(table=table, player=caller.player, seat=body.seat, bet_kind=body.kind, amount=body.amount)

    def answered(self, answer: Answer, sent: Any) -> Mapping[str, Any]:
        """Amounts with their currency."""
        found, currency = answer.content, identity(sent.table).currency
        return {**found, "taken": _told(found["taken"], currency), "balance": money(found["funds"], currency)}


class Undo(AtTable):
    """Thinking better of it."""

    @command("undo_bet", UndoBody, UndoAnswer)
    def post(self, caller: Caller, body: UndoBody, table: str) -> c.UndoBet:
        """Take a whole bet back while betting is open, where the rules allow it."""
        return c.UndoBet(table=table, player=caller.player, seat=body.seat, bet_kind=body.kind)

    def answered(self, answer: Answer, sent: Any) -> Mapping[str, Any]:
        """Amounts with their currency."""
        found, currency = answer.content, identity(sent.table).currency
        return {**found, "returned": _told(found["returned"], currency), "balance": money(found["funds"], currency)}


class Actions(AtTable):
    """Answering what the rules ask."""

    @command("take_action", ActionBody, TableAnswer)
    def post(self, caller: Caller, body: ActionBody, table: str) -> c.TakeAction:
        """Answer the open question, or choose ahead; an answer to another question is refused as stale_decision."""
        if body.decision is None and body.intent not in CATALOG[identity(table).game].ahead:
            raise Problem("decision_required", "say which question this answers", "decision")
        return c.TakeAction(
            table=table, player=caller.player, intent=body.intent, fields=body.fields, number=body.decision
        )

    def current(self, caller: Caller, code: str, **path: str) -> dict[str, Any] | None:
        """The question that is open instead."""
        if code != "stale_decision":
            return None
        play = current(path["table"])
        return {"round": play.round, "number": number(play)}


def _told(stakes: Mapping[str, int], currency: str) -> list[StakeTold]:
    """Of amounts by ``seat/kind``."""
    told = []
    for where, amount in stakes.items():
        seat, _, kind = where.partition("/")
        told.append(StakeTold(int(seat), kind, money(amount, currency)))
    return told
