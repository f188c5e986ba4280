"""A table at play, for players: sit, leave, bet, act."""

from __future__ import annotations

from typing import Any, Final

from wagering.access.callers import Caller
from wagering.access.views import PlayerView
from wagering.api.endpoint import Empty, command
from wagering.api.problems import Problem
from wagering.rounds import commands as c
from wagering.rounds.queries import current
from wagering.rounds.serializers import ActionBody, PlaceBetBody, SitBody, TableAnswer

AHEAD: Final = frozenset({"preselect"})
"""Intents that answer no question yet."""


class Seats(PlayerView):
    """Taking a seat."""

    @command("sit", SitBody, TableAnswer)
    def post(self, caller: Caller, body: SitBody, table: str) -> c.Sit:
        """Take an open seat at this table."""
        return c.Sit(table=table, player=caller.player, seat=body.seat)


class Leaving(PlayerView):
    """Going."""

    @command("leave", Empty, TableAnswer)
    def post(self, caller: Caller, body: Empty, table: str) -> c.Leave:
        """Give up every seat at this table, now or after the round as the rules say."""
        return c.Leave(table=table, player=caller.player)


class Bets(PlayerView):
    """Betting while it is open."""

    @command("place_bet", PlaceBetBody, TableAnswer)
    def post(self, caller: Caller, body: PlaceBetBody, table: str) -> c.PlaceBet:
        """Add to the bet of this kind on this seat."""
        return c.PlaceBet(table=table, player=caller.player, seat=body.seat, bet_kind=body.kind, amount=body.amount)


class Actions(PlayerView):
    """Answering what the rules ask."""

    @command("take_action", ActionBody, TableAnswer)
    def post(self, caller: Caller, body: ActionBody, table: str) -> c.TakeAction:
        """Answer the open question, or choose ahead; an answer to another question is refused as stale_decision."""
        if body.decision is None and body.intent not in AHEAD:
            raise Problem("decision_required", "say which question this answers", "decision")
        return c.TakeAction(
            table=table, player=caller.player, intent=body.intent, fields=body.fields, number=body.decision
        )

    def current(self, caller: Caller, code: str, **path: str) -> dict[str, Any] | None:
        """The question that is open instead."""
        if code != "stale_decision":
            return None
        deadline = (play := current(path["table"])).deadline
        return {"round": play.round, "number": deadline.number if deadline else None}
