"""Tables on the pages of wallets, accounts and journals."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from wagering.backoffice.html import link, when
from wagering.backoffice.language import on_seat
from wagering.backoffice.pages import Answer, Grid
from wagering.wallet.amounts import currency_of, money, short_account, signed
from wagering.wallet.models import Account, Bet, Entry, Journal, Wallet
from wagering.wallet.queries import limits_of

MAX_ENTRIES: Final = 60
MAX_LEGS: Final = 500
_CODES: Final = {"player": "Free to use", "withdrawing": "Being withdrawn", "receivable": "Owed to the house"}


def balances(player: str) -> Grid:
    """What a player has, is withdrawing and owes."""
    accounts = Account.objects.filter(owner=player).order_by("account")[:30]
    rows = [
        (
            _CODES.get(a.code, a.code),
            link(short_account(a.account), "wallet_account", a.account),
            money(a.balance, currency_of(a.ledger)),
        )
        for a in accounts
    ]
    return Grid("Balances", ("", "Account", "#Balance"), rows, "This wallet has no account.")


def limits(wallet: Wallet) -> Grid:
    """The limits and the pause that the player has set for himself; only to be seen."""
    found = limits_of(wallet.player, datetime.now(UTC))

    def amount(units: int | None) -> object:
        return "none" if units is None else money(units, wallet.currency)

    rows = [
        (
            f"{each.limit} a {each.period}",
            amount(each.amount),
            amount(each.used),
            amount(each.room),
            amount(each.pending) if each.effective_at else "",
            when(each.effective_at) if each.effective_at else "",
        )
        for each in found.limits
    ]
    note = "Set by the player. Nobody else can change or lift them."
    if found.paused_until:
        note = f"Paused by the player until {found.paused_until:%Y-%m-%d %H:%M} UTC. {note}"
    names = ("Limit", "#In force", "#Used", "#Left", "#Then", "From (UTC)")
    return Grid("Limits", names, rows, "The player has set no limits.", note=note, wide=True)


def open_bets(player: str) -> Grid:
    """What a player has at stake now."""
    bets = Bet.objects.filter(player=player, status="open").order_by("id")[:100]
    rows = []
    for bet in bets:
        links = link(bet.round, "rounds_round", bet.round), link(bet.id, "wallet_bet", bet.id)
        on = on_seat(bet.game, bet.seat, bet.kind)
        rows.append((links[0], on, links[1], money(bet.stake, currency_of(bet.ledger))))
    empty = "Nothing at stake now. An accepted bet appears here until its round is paid."
    return Grid("Open bets", ("Round", "On", "Bet", "#Stake"), rows, empty, wide=True)


def entries(account: str) -> Grid:
    """The newest movements of one account."""
    found = list(Entry.objects.filter(account=account).order_by("-id")[:MAX_ENTRIES])
    journals = Journal.objects.in_bulk([entry.journal for entry in found])
    rows = []
    for entry in found:
        journal = journals.get(entry.journal)
        rows.append(
            (
                when(journal.occurred_at) if journal else "",
                link(journal.kind if journal else entry.journal, "wallet_journal", entry.journal),
                link(journal.correlation, "rounds_round", journal.correlation) if journal else "",
                signed(entry.amount, currency_of(entry.ledger)),
            )
        )
    empty = "No money has moved in this account yet."
    note = f"The newest {MAX_ENTRIES}." if len(found) == MAX_ENTRIES else ""
    return Grid("Latest movements", ("Time (UTC)", "Command", "Round", "#Amount"), rows, empty, note=note, wide=True)


def legs(journal: str) -> tuple[Grid, Answer]:
    """All legs of a journal, and whether they sum to zero in each ledger."""
    found = list(Entry.objects.filter(journal=journal).order_by("id")[: MAX_LEGS + 1])
    cut, found = len(found) > MAX_LEGS, found[:MAX_LEGS]
    rows = [(short_account(leg.account), leg.ledger, signed(leg.amount, currency_of(leg.ledger))) for leg in found]
    sums: dict[str, int] = {}
    for leg in found:
        sums[leg.ledger] = sums.get(leg.ledger, 0) + leg.amount
    only = next(iter(sums), "")
    foot = ("Sum", "", money(sums[only], currency_of(only))) if len(sums) == 1 and not cut else ()
    note = f"The first {MAX_LEGS} legs. The database checked all of them when they were booked." if cut else ""
    grid = Grid("Legs", ("Account", "Ledger", "#Amount"), rows, "This command moved no money.", foot, note)
    return grid, _balanced(sums, cut=cut)


def _balanced(sums: dict[str, int], *, cut: bool) -> Answer:
    question = "Does it sum to zero?"
    if cut:
        return Answer(
            question, "Checked when it was booked", "good", "check_circle", ["Too many legs to add up on a page"]
        )
    if not sums:
        return Answer(question, "No money was moved", "quiet", "remove_circle")
    details = [f"{ledger}: {money(rest, currency_of(ledger)) if rest else 'zero'}" for ledger, rest in sums.items()]
    if any(sums.values()):
        return Answer(question, "No", "bad", "error", details)
    return Answer(question, "Yes", "good", "check_circle", details)
