"""The wallets' projections from zero: wallets, balances, bets, and what journals and entries should say."""

from collections.abc import Sequence
from typing import Any, Final, LiteralString

from msgspec.structs import replace

from wagering.projector.rebuild import Happened
from wagering.projector.shadow import Patch, Shadow, Target
from wagering.wallet import events as e
from wagering.wallet.book import CLOSED
from wagering.wallet.evolve import evolve
from wagering.wallet.ledger import WITH_FLOOR, balance_change, legs
from wagering.wallet.projections import account_rows, bet_row, wallet_row
from wagering.wallet.state import Wallet

# The shadow holds the legs event by event; a journal holds one entry for each account its command moved.
_ENTRIES: Final[LiteralString] = (
    "SELECT journal, ledger, account, sum(amount)::bigint AS amount, 1::bigint AS entries FROM shadow.wallet_entry"
    " GROUP BY journal, ledger, account HAVING sum(amount) <> 0"
)
_LIVE_ENTRIES: Final[LiteralString] = (
    "SELECT journal, ledger, account, sum(amount)::bigint AS amount, count(*) AS entries FROM public.wallet_entry"
    " GROUP BY journal, ledger, account"
)
# ``kind`` is the command's and in no event; its receipt has it.
_JOURNALS: Final[LiteralString] = (
    "SELECT command AS id, min(correlation) AS correlation, min(position) AS position, min(occurred_at) AS occurred_at"
    " FROM public.eventstore_event WHERE command IN (SELECT journal FROM shadow.wallet_entry"
    " GROUP BY journal, ledger, account HAVING sum(amount) <> 0) GROUP BY command"
)
_LIVE_JOURNALS: Final[LiteralString] = "SELECT id, correlation, position, occurred_at FROM public.wallet_journal"

_ADJUSTED: Final = Patch(columns=("status", "outcome", "returned"), added=("revision",))


class WalletPart:
    """Every wallet is held with its open bets only; a closed bet is written and forgotten."""

    kinds: Sequence[str] = ("wallet",)
    targets: Sequence[Target] = (
        Target("wallet_wallet", ("player",)),
        Target("wallet_account", ("account",)),
        Target("wallet_bet", ("id",)),
        Target("wallet_journal", ("id",), expected=_JOURNALS, live=_LIVE_JOURNALS),
        Target("wallet_entry", ("journal", "ledger", "account"), expected=_ENTRIES, live=_LIVE_ENTRIES),
    )

    def __init__(self) -> None:
        self._wallets: dict[str, Wallet] = {}
        self._balances: dict[str, int] = {}

    def apply(self, happened: Happened, shadow: Shadow) -> None:
        player, event = happened.owner, happened.event
        before = self._wallets.get(player, Wallet(player))
        after = self._wallets[player] = evolve(before, event)
        if isinstance(event, e.WalletOpened):
            shadow.write("wallet_wallet", wallet_row(after, happened.at))
        elif isinstance(event, e.BetSettled | e.BetRefunded | e.BetVoided):
            shadow.write("wallet_bet", _closed(before, event))
        elif isinstance(event, e.RoundAdjusted):
            for bet in event.bets:
                change = {"status": bet.status, "outcome": bet.outcome, "returned": bet.returned, "revision": 1}
                shadow.patch("wallet_bet", bet.bet, change, _ADJUSTED)
        for leg in legs(player, after.ledger, event):
            account = f"{after.ledger}:{leg.account}"
            entry = {"id": 0, "journal": happened.command, "ledger": after.ledger}
            shadow.write("wallet_entry", {**entry, "account": account, "amount": leg.amount})
            if leg.account.startswith(WITH_FLOOR):
                self._balances[account] = self._balances.get(account, 0) + balance_change(leg)

    def finish(self, shadow: Shadow) -> None:
        for wallet in self._wallets.values():
            for row in account_rows(wallet):
                shadow.write("wallet_account", {**row, "balance": self._balances.get(row["account"], 0)})
            for bet in wallet.bets.values():
                shadow.write("wallet_bet", bet_row(bet))


def _closed(wallet: Wallet, event: Any) -> dict[str, Any]:
    status = CLOSED[type(event)]
    outcome, returned = (event.outcome, event.returned) if status == "settled" else (status, event.amount)
    bet = wallet.bets[event.bet]
    return bet_row(replace(bet, status=status, outcome=outcome, returned=returned, revision=bet.revision + 1))
