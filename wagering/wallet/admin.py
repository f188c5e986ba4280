"""Wallets, accounts, journals and bets in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.decorators import display

from wagering.backoffice.html import NOTHING, chip, link, mono, status, when
from wagering.backoffice.language import on_seat, part_name, waits, words
from wagering.backoffice.pages import Facts, Grid, Page, Panel
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.backoffice.rule_text import rules_link
from wagering.wallet import panels
from wagering.wallet.amounts import currency_of, money, short_account, signed
from wagering.wallet.models import Account, Bet, Entry, Journal, Wallet


@admin.register(Wallet)
class WalletAdmin(ReadOnlyAdmin):
    """By player."""

    keyset = ("pk",)
    about = "Players' accounts. Play money never mixes with real money."
    empty = "A wallet appears when an operator opens one for a player."
    icon = "account_balance_wallet"
    list_display = ("player", "kind", "operator", "currency", "opened")

    @display(description="Account")
    def kind(self, row: Wallet) -> Any:
        return chip(row.account_type, "live" if row.account_type == "real" else "quiet")

    @display(description="Opened (UTC)")
    def opened(self, row: Wallet) -> Any:
        return when(row.opened_at)

    def page(self, request: HttpRequest, row: Wallet) -> Page:
        stream = f"wallet/{row.player}"
        facts = [
            ("Account", self.kind(row)),
            ("Operator", row.operator),
            ("Ledger", row.ledger),
            ("Opened (UTC)", when(row.opened_at)),
            ("Statistics", link("rounds, wins and feats", "players_player", row.player)),
            ("Events", link(stream, "eventstore_stream", stream)),
        ]
        shown: list[Panel] = [panels.balances(row.player), Facts("Wallet", facts), panels.limits(row)]
        shown += [panels.open_bets(row.player), panels.entries(f"{row.ledger}:player/{row.player}")]
        return Page(row.player, panels=shown)


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin):
    """By name."""

    keyset = ("pk",)
    exact = ("account", "owner")
    about = "Balances with a floor of zero. House accounts and escrow have no row: they are the sum of their entries."
    empty = "Three accounts appear with each wallet: the player's money, withdrawals under way, and what is owed."
    icon = "savings"
    list_display = ("name", "code", "player", "amount")

    @display(description="Account")
    def name(self, row: Account) -> Any:
        return row.account

    @display(description="Owner")
    def player(self, row: Account) -> Any:
        return link(row.owner, "wallet_wallet", row.owner)

    @display(description="Balance")
    def amount(self, row: Account) -> Any:
        return money(row.balance, currency_of(row.ledger))

    def page(self, request: HttpRequest, row: Account) -> Page:
        facts = [
            ("Balance", money(row.balance, currency_of(row.ledger))),
            ("Owner", link(row.owner, "wallet_wallet", row.owner)),
            ("Ledger", row.ledger),
            ("Kind", row.code),
        ]
        return Page(row.account, panels=[Facts("Account", facts), panels.entries(row.account)])


@admin.register(Journal)
class JournalAdmin(ReadOnlyAdmin):
    """By the command's key."""

    exact = ("pk", "correlation")
    about = "One journal a command that moved money. Each sums to zero in each ledger."
    empty = "A journal appears with the first deposit, stake, payout or refund."
    icon = "menu_book"
    list_display = ("command", "kind", "round_link", "occurred")

    @display(description="Command")
    def command(self, row: Journal) -> Any:
        return row.id

    @display(description="Round")
    def round_link(self, row: Journal) -> Any:
        return link(row.correlation, "rounds_round", row.correlation)

    @display(description="Occurred (UTC)")
    def occurred(self, row: Journal) -> Any:
        return when(row.occurred_at)

    def page(self, request: HttpRequest, row: Journal) -> Page:
        facts = [
            ("Kind", row.kind),
            ("Round", link(row.correlation, "rounds_round", row.correlation)),
            ("Occurred (UTC)", when(row.occurred_at, precise=True)),
            ("Command", link(row.id, "dispatch_receipt", row.id)),
            ("First event after", mono(f"#{row.position}")),
        ]
        legs, answer = panels.legs(row.id)
        return Page(row.id, answers=[answer], panels=[legs, Facts("Journal", facts)])


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """The newest leg first."""

    exact = ("journal", "account")
    about = "Every leg of every journal, newest first: credit positive, debit negative."
    empty = "Entries appear in pairs or more with each movement of money; together they sum to zero."
    icon = "swap_horiz"
    list_display = ("number", "on_account", "moved", "ledger", "of_journal")

    @display(description="Entry")
    def number(self, row: Entry) -> Any:
        return row.id

    @display(description="Account")
    def on_account(self, row: Entry) -> Any:
        return short_account(row.account)

    @display(description="Amount")
    def moved(self, row: Entry) -> Any:
        return signed(row.amount, currency_of(row.ledger))

    @display(description="Journal")
    def of_journal(self, row: Entry) -> Any:
        return link(row.journal, "wallet_journal", row.journal)

    def page(self, request: HttpRequest, row: Entry) -> Page:
        facts = [
            ("Amount", signed(row.amount, currency_of(row.ledger))),
            ("Account", row.account),
            ("Ledger", row.ledger),
            ("Journal", link(row.journal, "wallet_journal", row.journal)),
        ]
        legs, answer = panels.legs(row.journal)
        return Page(f"Entry {row.id}", answers=[answer], panels=[Facts("Entry", facts), legs])


@admin.register(Bet)
class BetAdmin(ReadOnlyAdmin):
    """The last id first; a bet's id begins with its round's."""

    exact = ("pk", "round")
    about = gettext_lazy("Every bet with its stake and what came back. The round’s page says why.")
    empty = gettext_lazy("A bet appears the moment it is accepted.")
    icon = "casino"
    list_display = ("player_link", "state", "on", "round_link", "staked", "paid", "result")

    @display(description=gettext_lazy("Player"))
    def player_link(self, row: Bet) -> Any:
        return row.player

    @display(description=gettext_lazy("Status"))
    def state(self, row: Bet) -> Any:
        return status(row.status)

    @display(description=gettext_lazy("On"))
    def on(self, row: Bet) -> Any:
        return on_seat(row.game, row.seat, row.kind)

    @display(description=gettext_lazy("Round"))
    def round_link(self, row: Bet) -> Any:
        return link(row.round, "rounds_round", row.round)

    @display(description=gettext_lazy("Stake"))
    def staked(self, row: Bet) -> Any:
        return money(row.stake, currency_of(row.ledger))

    @display(description=gettext_lazy("Returned"))
    def paid(self, row: Bet) -> Any:
        return NOTHING if row.status == "open" else money(row.returned, currency_of(row.ledger))

    @display(description=gettext_lazy("Outcome"))
    def result(self, row: Bet) -> Any:
        return words(row.game, row.outcome) or NOTHING

    def page(self, request: HttpRequest, row: Bet) -> Page:
        currency = currency_of(row.ledger)
        facts = [
            (_("Player"), link(row.player, "wallet_wallet", row.player)),
            (_("Rules"), rules_link(row.game)),
            (_("Round"), link(row.round, "rounds_round", row.round)),
            (_("Table"), link(row.table, "tables_table", row.table)),
            (_("On"), self.on(row)),
            (_("Stake"), money(row.stake, currency)),
            (_("Returned"), NOTHING if row.status == "open" else money(row.returned, currency)),
            (_("Outcome"), self.result(row)),
        ]
        parts = Grid(_("What the stake rides on"), (_("Part"), f"#{_('Stake')}"), [
            (part_name(row.game, name), money(amount, currency)) for name, amount in row.parts.items()
        ], _("The bet has no stake."), (_("Sum"), money(row.stake, currency)))  # fmt: skip
        answers = [(waits(row.game, question), _("yes") if yes else _("no")) for question, yes in row.answers.items()]
        asked = Grid(_("Questions answered"), (_("Question"), _("Answer")), answers, _("This bet was asked nothing."))
        return Page(row.id, chips=[status(row.status)], panels=[Facts(_("Bet"), facts), parts, asked])
