"""A player's own account, and the limits by which he protects himself; staff can see those and change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from wagering.access.callers import Caller
from wagering.access.views import PlayerView, StaffView
from wagering.api.endpoint import NoQuery, command, query
from wagering.dispatch.command import Answer
from wagering.players import own_serializers as s
from wagering.wallet import commands as c
from wagering.wallet.queries import Standing, limits_of, load_wallets
from wagering.wallet.serializers import BalanceAnswer, Money, balance_told, money


class Me(PlayerView):
    """Who one is."""

    @query("me", s.OwnAccount)
    def get(self, caller: Caller, asked: NoQuery) -> s.OwnAccount:
        """The account as it stands now, and what this session allows."""
        (wallet,) = load_wallets((caller.player,))
        currency, now = wallet.currency, datetime.now(UTC)
        return s.OwnAccount(
            wallet.player, wallet.account_type, currency, money(wallet.funds, currency), money(wallet.owed, currency),
            money(wallet.withdrawing, currency), list(caller.tables), caller.expires_at,
            wallet.paused_until if wallet.is_paused(now) else None,
        )  # fmt: skip


class Connections(PlayerView):
    """Being there."""

    @command("note_connection", s.ConnectionBody, s.ConnectionAnswer)
    def post(self, caller: Caller, body: s.ConnectionBody) -> c.NoteConnection:
        """Have it recorded that the connection was lost or is back."""
        return c.NoteConnection(player=caller.player, connected=body.connected)


class Withdrawals(PlayerView):
    """Money out."""

    @command("ask_withdrawal", s.WithdrawalBody, BalanceAnswer)
    def post(self, caller: Caller, body: s.WithdrawalBody) -> c.AskWithdrawal:
        """Ask for money to be paid out; it leaves the balance at once."""
        return c.AskWithdrawal(player=caller.player, withdrawal=body.withdrawal, amount=body.amount)

    def answered(self, answer: Answer, sent: Any) -> Mapping[str, Any]:
        """Amounts with their currency."""
        return balance_told(answer.content)


class Limits(PlayerView):
    """Limits of one's own."""

    @query("limits", s.OwnLimits)
    def get(self, caller: Caller, asked: NoQuery) -> s.OwnLimits:
        """What the player has set for himself, and how far it is used."""
        return limits_told(caller.player)

    @command("set_limit", s.LimitBody, s.LimitAnswer)
    def post(self, caller: Caller, body: s.LimitBody) -> c.SetLimit:
        """Set, change or take away a limit."""
        return c.SetLimit(player=caller.player, limit=body.kind, period=body.period, amount=body.amount)

    def answered(self, answer: Answer, sent: Any) -> Mapping[str, Any]:
        """Amounts with their currency."""
        found = answer.content
        (wallet,) = load_wallets((found["player"],))
        return {**found, "kind": found["limit"], "amount": _maybe(found["amount"], wallet.currency)}


class Pauses(PlayerView):
    """Time out."""

    @command("pause", s.PauseOwnBody, s.PauseAnswer)
    def post(self, caller: Caller, body: s.PauseOwnBody) -> c.Pause:
        """Take no part until then: no bets, no deposits. It cannot be shortened, by nobody."""
        return c.Pause(player=caller.player, until=body.until.isoformat())


class LimitsForStaff(StaffView):
    """Looking after players."""

    roles = frozenset({"supervisor", "compliance", "finance"})

    @query("player_limits", s.OwnLimits)
    def get(self, caller: Caller, asked: NoQuery, player: str) -> s.OwnLimits:
        """What a player has set for himself. Nobody on the staff can change it."""
        return limits_told(player)


def limits_told(player: str) -> s.OwnLimits:
    """``Rejected`` unknown_account."""
    (wallet,) = load_wallets((player,))
    found = limits_of(player, datetime.now(UTC))
    return s.OwnLimits(player, [_standing(each, wallet.currency) for each in found.limits], found.paused_until)


def _standing(found: Standing, currency: str) -> s.LimitStanding:
    amount, room, pending = (_maybe(amount, currency) for amount in (found.amount, found.room, found.pending))
    used = money(found.used, currency)
    return s.LimitStanding(found.limit, found.period, amount, used, room, pending, found.effective_at)  # type: ignore[arg-type]


def _maybe(amount: int | None, currency: str) -> Money | None:
    return None if amount is None else money(amount, currency)
