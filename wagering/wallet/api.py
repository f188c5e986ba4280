"""Players' accounts, for their operators: open them, move money, see bets and movements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wagering.access.callers import Caller
from wagering.access.views import OperatorView
from wagering.api.endpoint import Empty, NoQuery, command, query
from wagering.api.paging import PageQuery, paged
from wagering.dispatch.command import Answer, Command
from wagering.wallet import commands as c
from wagering.wallet import serializers as s
from wagering.wallet.records import Movement, account_of, bets_of, statement
from wagering.wallet.serializers import balance_told, bet_record, money


class CashierView(OperatorView):
    """What moves a player's money tells his balance afterwards."""

    def answered(self, answer: Answer, sent: Command) -> Mapping[str, Any]:
        """Balance and receivable as this very command left them, also when it is repeated."""
        return balance_told(answer.content)


class Players(CashierView):
    """New players."""

    @command("open_account", s.OpenAccountBody, s.BalanceAnswer, status=201)
    def post(self, caller: Caller, body: s.OpenAccountBody) -> c.OpenWallet:
        """Open an account for a player."""
        return c.OpenWallet(
            player=body.player, account_type=body.kind, currency=body.currency, operator=caller.operator,
            deposit=body.deposit,
        )  # fmt: skip


class Player(OperatorView):
    """One of the operator's players."""

    @query("account", s.PlayerAccount)
    def get(self, caller: Caller, asked: NoQuery, player: str) -> s.PlayerAccount:
        """The account as it stands now."""
        found = account_of(caller.operator, player)
        currency = found.currency
        return s.PlayerAccount(
            player, found.kind, currency, money(found.balance, currency), money(found.receivable, currency),
            money(found.withdrawing, currency), found.opened_at,
        )  # fmt: skip


class Balance(OperatorView):
    """His money."""

    @query("balance", s.BalanceAnswer)
    def get(self, caller: Caller, asked: NoQuery, player: str) -> s.BalanceAnswer:
        """What the player has free to use now, and what he owes."""
        found = account_of(caller.operator, player)
        currency = found.currency
        return s.BalanceAnswer(player, money(found.balance, currency), money(found.receivable, currency))


class Deposits(CashierView):
    """Money in."""

    @command("deposit", s.DepositBody, s.BalanceAnswer)
    def post(self, caller: Caller, body: s.DepositBody, player: str) -> c.Deposit:
        """Add money that has come in to the balance of a real-money account."""
        return c.Deposit(player=player, amount=body.amount)


class Withdrawals(CashierView):
    """Money out."""

    @command("withdraw", s.PayOutBody, s.BalanceAnswer)
    def post(self, caller: Caller, body: s.PayOutBody, player: str) -> c.Withdraw | c.AskWithdrawal:
        """Pay out at once; with a ``withdrawal`` the amount leaves the balance and waits to be paid or refused."""
        if body.withdrawal is None:
            return c.Withdraw(player=player, amount=body.amount)
        return c.AskWithdrawal(player=player, withdrawal=body.withdrawal, amount=body.amount)


class PayWithdrawal(CashierView):
    """A withdrawal that waits."""

    @command("pay_withdrawal", Empty, s.BalanceAnswer)
    def post(self, caller: Caller, body: Empty, player: str, withdrawal: str) -> c.PayWithdrawal:
        """The money has left."""
        return c.PayWithdrawal(player=player, withdrawal=withdrawal)


class RefuseWithdrawal(CashierView):
    """A withdrawal that waits."""

    @command("refuse_withdrawal", s.RefusalBody, s.BalanceAnswer)
    def post(self, caller: Caller, body: s.RefusalBody, player: str, withdrawal: str) -> c.RefuseWithdrawal:
        """The money goes back to the balance."""
        return c.RefuseWithdrawal(player=player, withdrawal=withdrawal, reason=body.reason)


class BetRecords(OperatorView):
    """What the player has bet."""

    @query("bets", s.BetPage, PageQuery)
    def get(self, caller: Caller, asked: PageQuery, player: str) -> s.BetPage:
        """Every bet of the player, by id, with what it returned and why."""
        currency = account_of(caller.operator, player).currency
        rows = bets_of(player, asked.after, asked.rows)
        return s.BetPage(*paged(asked, rows, lambda bet: bet.id, lambda bet: bet_record(bet, currency)))


class Statement(OperatorView):
    """What has moved the player's balance."""

    @query("statement", s.StatementPage, PageQuery)
    def get(self, caller: Caller, asked: PageQuery, player: str) -> s.StatementPage:
        """Every movement of the player's balance, the oldest first, with the balance after it."""
        found = account_of(caller.operator, player)
        rows = statement(player, found.ledger, asked.number, asked.rows)
        return s.StatementPage(*paged(asked, rows, lambda row: row.entry, lambda row: _line(row, found.currency)))


def _line(row: Movement, currency: str) -> s.StatementLine:
    return s.StatementLine(
        row.entry, row.journal, row.kind, row.round, money(row.amount, currency), money(row.balance, currency),
        row.occurred_at,
    )  # fmt: skip
