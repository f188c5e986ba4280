"""The wallets' projections from zero: wallets, balances, bets, and what journals and entries should say."""

from collections.abc import Sequence
from typing import Any, Final, LiteralString

from wagering.projector.rebuild import Happened
from wagering.projector.shadow import Patch, Shadow, Target
from wagering.wallet import events as e
from wagering.wallet.book import CLOSED
from wagering.wallet.evolve import evolve, lowered
from wagering.wallet.ledger import APART, WITH_FLOOR, balance_change, legs
from wagering.wallet.projections import account_rows, bet_row, safeguard_row, wallet_row
from wagering.wallet.state import Wallet

# What goes out of a pot is an entry of its own (ledger.APART); elsewhere one account has one entry in a journal.
# A command's events may lie apart in the log, so the shadow may hold one of its entries in several pieces.
_ENTRIES: Final[LiteralString] = (
    "SELECT journal, ledger, account, account ~ ':(pot|uncalled)/' AND amount < 0 AS out,"
    " sum(amount)::bigint AS amount, 1::bigint AS entries"
    " FROM shadow.wallet_entry GROUP BY journal, ledger, account, out HAVING sum(amount) <> 0"
)
_LIVE_ENTRIES: Final[LiteralString] = (
    "SELECT journal, ledger, account, account ~ ':(pot|uncalled)/' AND amount < 0 AS out,"
    " sum(amount)::bigint AS amount, count(*) AS entries"
    " FROM public.wallet_entry GROUP BY journal, ledger, account, out"
)
# ``kind`` is the command's and in no event; its receipt has it.
_JOURNALS: Final[LiteralString] = (
    "SELECT command AS id, min(correlation) AS correlation, min(position) AS position, min(occurred_at) AS occurred_at"
    " FROM public.eventstore_event WHERE command IN (SELECT journal FROM shadow.wallet_entry"
    " GROUP BY journal, ledger, account HAVING sum(amount) <> 0) GROUP BY command"
)
_LIVE_JOURNALS: Final[LiteralString] = "SELECT id, correlation, position, occurred_at FROM public.wallet_journal"

_ENTRIES_HELD: Final = 10_000
_ADJUSTED: Final = Patch(columns=("status", "outcome", "returned"), added=("revision",))


class WalletPart:
    """Every wallet is held with its open bets only; a closed bet is written and forgotten, unless it may come again."""

    kinds: Sequence[str] = ("wallet",)
    follows: str = ""
    targets: Sequence[Target] = (
        Target("wallet_wallet", ("player",)),
        Target("wallet_safeguard", ("player",)),
        Target("wallet_account", ("account",)),
        Target("wallet_bet", ("id",)),
        Target("wallet_journal", ("id",), expected=_JOURNALS, live=_LIVE_JOURNALS),
        Target("wallet_entry", ("journal", "ledger", "account", "out"), expected=_ENTRIES, live=_LIVE_ENTRIES),
    )

    def __init__(self) -> None:
        self._wallets: dict[str, Wallet] = {}
        self._given_back: dict[str, dict[str, Any]] = {}  # bets that may be placed anew
        self._balances: dict[str, int] = {}
        self._entries: dict[tuple[str, str, str, bool], int] = {}  # journal, ledger, account, out

    def apply(self, happened: Happened, shadow: Shadow) -> None:
        player, event = happened.owner, happened.event
        before = self._wallets.get(player, Wallet(player))
        after = self._wallets[player] = evolve(before, event)
        if isinstance(event, e.WalletOpened):
            shadow.write("wallet_wallet", wallet_row(after, happened.at))
        elif isinstance(event, e.BetSettled | e.BetVoided):
            shadow.write("wallet_bet", _closed(before, event))
        elif isinstance(event, e.BetRefunded):
            self._given_back[event.bet] = _closed(before, event)
        elif isinstance(event, e.StakeReturned) and event.bet not in after.bets:
            self._given_back[event.bet] = bet_row(lowered(before, event))
        elif isinstance(event, e.BetPlaced):
            self._given_back.pop(event.bet, None)
        elif isinstance(event, e.RoundAdjusted):
            for bet in event.bets:
                change = {"status": bet.status, "outcome": bet.outcome, "returned": bet.returned, "revision": 1}
                shadow.patch("wallet_bet", bet.bet, change, _ADJUSTED)
        for leg in legs(player, after.ledger, event):
            account = f"{after.ledger}:{leg.account}"
            out = leg.account.startswith(APART) and leg.amount < 0
            entry = happened.command, after.ledger, account, out
            self._entries[entry] = self._entries.get(entry, 0) + leg.amount
            if leg.account.startswith(WITH_FLOOR):
                self._balances[account] = self._balances.get(account, 0) + balance_change(leg)
        if len(self._entries) >= _ENTRIES_HELD:
            self._write_entries(shadow)

    def _write_entries(self, shadow: Shadow) -> None:
        for (journal, ledger, account, _), amount in self._entries.items():
            row = {"id": 0, "journal": journal, "ledger": ledger, "account": account, "amount": amount}
            shadow.write("wallet_entry", row)
        self._entries.clear()

    def finish(self, shadow: Shadow) -> None:
        self._write_entries(shadow)
        for given_back in self._given_back.values():
            shadow.write("wallet_bet", given_back)
        for wallet in self._wallets.values():
            if wallet.limits or wallet.paused_until:
                shadow.write("wallet_safeguard", safeguard_row(wallet))
            for row in account_rows(wallet):
                shadow.write("wallet_account", {**row, "balance": self._balances.get(row["account"], 0)})
            for bet in wallet.bets.values():
                shadow.write("wallet_bet", bet_row(bet))


def _closed(wallet: Wallet, event: Any) -> dict[str, Any]:
    status = CLOSED[type(event)]
    outcome, returned = (event.outcome, event.returned) if status == "settled" else (status, event.amount)
    bet = wallet.bets[event.bet]
    closed = {"status": status, "outcome": outcome, "returned": returned, "revision": bet.revision + 1}
    return {**bet_row(bet), **closed}
