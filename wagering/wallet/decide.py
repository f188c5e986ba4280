"""Money in and out of a wallet. Bets are decided by the rules of the games (wagering.rounds)."""

from collections.abc import Mapping
from typing import Any

from games.kernel.ruleset import Rejected
from wagering.dispatch.command import check_id
from wagering.dispatch.work import Work
from wagering.wallet import commands as c
from wagering.wallet import events as e
from wagering.wallet.book import Book
from wagering.wallet.currencies import LARGEST_BALANCE, check_amount, exponent
from wagering.wallet.limits import refused
from wagering.wallet.queries import unknown_account
from wagering.wallet.state import Wallet, ledger_of

ACCOUNT_TYPES = ("real", "trial", "fun")


def open_wallet(command: c.OpenWallet, work: Work) -> Mapping[str, Any]:
    """A new account with its opening balance; ``Rejected`` bad_id, unknown_currency, bad_amount, already_exists."""
    check_id(command.player, "player")
    check_id(command.operator, "operator")
    exponent(command.currency)
    if command.account_type not in ACCOUNT_TYPES:
        raise Rejected("account_type", "", f"one of {', '.join(ACCOUNT_TYPES)}", "account_type")
    if command.deposit != 0:
        check_amount(command.deposit)
    book = Book(work)
    book.open(
        e.WalletOpened(
            player=command.player, account_type=command.account_type, currency=command.currency,
            operator=command.operator, ledger=ledger_of(command.operator, command.currency, command.account_type),
        )
    )  # fmt: skip
    if command.deposit:
        book.record(command.player, e.Deposited(amount=command.deposit))
    return _told(book, command.player)


def deposit(command: c.Deposit, work: Work) -> Mapping[str, Any]:
    """Real accounts only; no more than the player's own limit leaves, and nothing while he is paused."""
    book, wallet = _real(command.player, work)
    if wallet.funds + check_amount(command.amount) > LARGEST_BALANCE:
        raise Rejected("bad_amount", "", "the balance would be larger than any account may hold", "amount")
    room = book.room(command.player, ("deposit",))
    if room is not None and command.amount > room:
        raise refused(wallet, work.envelope.at)
    book.record(command.player, e.Deposited(amount=command.amount))
    return _told(book, command.player)


def ask_withdrawal(command: c.AskWithdrawal, work: Work) -> Mapping[str, Any]:
    """The amount leaves the balance at once and waits until it is paid or refused."""
    check_id(command.withdrawal, "withdrawal")
    book, wallet = _real(command.player, work)
    if command.withdrawal in wallet.withdrawals:
        raise Rejected("already_exists", "", f"withdrawal {command.withdrawal} is already asked for", "withdrawal")
    _ask(book, wallet, command.withdrawal, command.amount)
    return _told(book, command.player)


def pay_withdrawal(command: c.PayWithdrawal, work: Work) -> Mapping[str, Any]:
    """The money has left."""
    book, wallet = _real(command.player, work)
    amount = _pending(wallet, command.withdrawal)
    book.record(command.player, e.WithdrawalPaid(withdrawal=command.withdrawal, amount=amount))
    return _told(book, command.player)


def refuse_withdrawal(command: c.RefuseWithdrawal, work: Work) -> Mapping[str, Any]:
    """Back to the balance."""
    book, wallet = _real(command.player, work)
    amount = _pending(wallet, command.withdrawal)
    refused = e.WithdrawalRefused(withdrawal=command.withdrawal, amount=amount, reason=command.reason)
    book.record(command.player, refused)
    return _told(book, command.player)


def withdraw(command: c.Withdraw, work: Work) -> Mapping[str, Any]:
    """Asked for and paid at once, as two events."""
    book, wallet = _real(command.player, work)
    withdrawal = f"w{wallet.version + 1}"
    while withdrawal in wallet.withdrawals:  # somebody else's withdrawal that waits may have this name
        withdrawal += "."
    _ask(book, wallet, withdrawal, command.amount)
    book.record(command.player, e.WithdrawalPaid(withdrawal=withdrawal, amount=command.amount))
    return _told(book, command.player)


def note_connection(command: c.NoteConnection, work: Work) -> Mapping[str, Any]:
    """Recorded; bets stay and countdowns run on."""
    book, _ = _theirs(command.player, work)
    book.record(command.player, e.ConnectionChanged(connected=command.connected))
    return {}


def _theirs(player: str, work: Work) -> tuple[Book, Wallet]:
    """The wallet, if it is the operator's who asks: of another's he is told what he is told of none."""
    book = Book(work)
    wallet = book.wallet(player)
    if work.envelope.role == "operator" and wallet.operator != work.envelope.actor_id:
        raise unknown_account(player)
    return book, wallet


def _real(player: str, work: Work) -> tuple[Book, Wallet]:
    book, wallet = _theirs(player, work)
    if wallet.account_type != "real":
        raise Rejected("account_type", "", "only a real-money account can do this", "player")
    return book, wallet


def _ask(book: Book, wallet: Wallet, withdrawal: str, amount: int) -> None:
    if check_amount(amount) > wallet.funds:
        raise Rejected("insufficient_funds", "", "the balance does not cover it", "amount")
    book.record(wallet.player, e.WithdrawalAsked(withdrawal=withdrawal, amount=amount))


def _pending(wallet: Wallet, withdrawal: str) -> int:
    if withdrawal not in wallet.withdrawals:
        raise Rejected("unknown_withdrawal", "", f"no withdrawal {withdrawal} is waiting", "withdrawal")
    return wallet.withdrawals[withdrawal]


def _told(book: Book, player: str) -> Mapping[str, Any]:
    wallet = book.wallet(player)
    return {"player": player, "funds": wallet.funds, "owed": wallet.owed, "currency": wallet.currency}
