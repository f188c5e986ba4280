"""The wallets one command touches: loads them, records their events, and writes legs, balances and bets to the work.

Wallets that were loaded are appended to on exactly the version they were loaded with. Bets may also be closed
without loading their wallets (a settlement of ten thousand): then the bet's own revision is the guard.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from wagering.dispatch.work import ClosedBet, Work
from wagering.wallet import cache, queries
from wagering.wallet.events import BetPlaced, BetRefunded, BetSettled, BetVoided, StakeReturned, StakeTaken
from wagering.wallet.evolve import evolve, lowered
from wagering.wallet.ledger import APART, WITH_FLOOR, balance_change, legs
from wagering.wallet.limits import ON_STAKES, Tally, room
from wagering.wallet.projections import account_rows, bet_row, wallet_row
from wagering.wallet.state import OpenBet, Wallet, stream_of

CLOSED = {BetSettled: "settled", BetRefunded: "refunded", BetVoided: "void"}
ON_BET = (BetPlaced, StakeTaken, StakeReturned)


class Book:
    """The wallets of one command. ``changed`` bets replace what the database still says about them."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._wallets: dict[str, Wallet] = {}
        self._closed_of: dict[str, list[Any]] = {}
        self._tallies: dict[tuple[str, str], Tally] = {}
        self.changed: dict[str, OpenBet | None] = {}
        work.done.append(self._committed)

    def wallet(self, player: str) -> Wallet:
        """The player's wallet as this command has left it so far; ``Rejected`` unknown_account."""
        found = self._wallets.get(player)
        return found if found is not None else self.load((player,))[player]

    def has(self, player: str) -> bool:
        """True if the wallet is loaded, so that its balance is known with what this command has moved."""
        return player in self._wallets

    def load(self, players: Iterable[str]) -> Mapping[str, Wallet]:
        """Wallets of ``players``, from the cache on a first attempt and from the database otherwise."""
        missing = [player for player in players if player not in self._wallets]
        if not self._work.fresh:
            for player in list(missing):
                if (known := cache.get(player)) is not None:
                    self._remember(known)
                    self._work.from_cache = True
                    missing.remove(player)
        for wallet in queries.load_wallets(missing) if missing else ():
            self._remember(wallet)
        return self._wallets

    def room(self, player: str, kinds: Iterable[str] = ON_STAKES) -> int | None:
        """What the player's own limits leave him now, with what this command has done; ``None`` without limits."""
        return room(self.wallet(player), self._work.envelope.at, lambda period: self._tally(player, period), kinds)

    def _tally(self, player: str, period: str) -> Tally:
        """The wallet up to the version it was loaded with, which the commit checks, and what this command adds."""
        stream, key = stream_of(player), (player, period)
        if key not in self._tallies:
            self._tallies[key] = queries.tally(player, self._work.based_on[stream], period, self._work.envelope.at)
        own = [event for owner, event in self._work.events if owner == stream]
        found = self._tallies[key].fork() if own else self._tallies[key]
        for event in own:
            found.add(event)
        return found

    def open(self, event: Any) -> None:
        """A new wallet with its three accounts."""
        self._work.begin(stream_of(event.player))
        self._wallets[event.player] = Wallet(event.player)
        self.record(event.player, event)
        wallet = self._wallets[event.player]
        self._work.row("wallet_wallet", wallet_row(wallet, self._work.envelope.at))
        for row in account_rows(wallet):
            self._work.row("wallet_account", row)

    def record(self, player: str, event: Any) -> Wallet:
        """Append ``event`` to the player's wallet with everything that follows from it."""
        before = self.wallet(player)
        wallet = self._wallets[player] = evolve(before, event)
        self._work.append(wallet.stream, event)
        self._post(player, wallet.ledger, event)
        if (bet := getattr(event, "bet", None)) is not None:
            if type(event) in CLOSED:
                raise TypeError("bets are closed with close()")
            self._keep(wallet.bets[bet] if bet in wallet.bets else lowered(before, event))
        return wallet

    def close(self, bet: OpenBet, event: BetSettled | BetRefunded | BetVoided) -> None:
        """Settle, refund or void ``bet``; its wallet need not be loaded."""
        returned = event.returned if isinstance(event, BetSettled) else event.amount
        outcome = event.outcome if isinstance(event, BetSettled) else CLOSED[type(event)]
        self._work.append(stream_of(bet.player), event)
        self._post(bet.player, bet.ledger, event)
        if (wallet := self._wallets.get(bet.player)) is not None:
            self._wallets[bet.player] = evolve(wallet, event)
        else:
            self._closed_of.setdefault(bet.player, []).append(event)
        if bet.id in self.changed:
            # Its row is written by this very command: write it closed instead of closing what is not there yet.
            self._replace(bet, CLOSED[type(event)], outcome, returned)
        else:
            self._work.closed.append(ClosedBet(bet.id, bet.revision, CLOSED[type(event)], outcome, returned))
        self.changed[bet.id] = None

    def adjust(self, player: str, event: Any, rows: Iterable[Mapping[str, Any]]) -> None:
        """A late void or correction: one movement, and the rows of the bets it changes."""
        self._wallets[player] = evolve(self.wallet(player), event)
        self._work.append(stream_of(player), event)
        self._post(player, self._wallets[player].ledger, event)
        for row in rows:
            self._work.row("wallet_bet", row)

    def _remember(self, wallet: Wallet) -> None:
        self._wallets[wallet.player] = wallet
        self._work.based_on[wallet.stream] = wallet.version

    def _keep(self, bet: OpenBet) -> None:
        self.changed[bet.id] = bet if bet.status == "open" else None
        self._drop_row(bet.id)
        self._work.row("wallet_bet", bet_row(bet))

    def _replace(self, bet: OpenBet, status: str, outcome: str, returned: int) -> None:
        self._drop_row(bet.id)
        row = {**bet_row(bet), "status": status, "outcome": outcome, "returned": returned}
        self._work.row("wallet_bet", {**row, "revision": bet.revision + 1})

    def _drop_row(self, bet: str) -> None:
        """One row a bet a command: an upsert may not touch a row twice."""
        if rows := self._work.rows.get("wallet_bet"):
            rows[:] = [row for row in rows if row["id"] != bet]

    def _post(self, player: str, ledger: str, event: Any) -> None:
        for leg in legs(player, ledger, event):
            self._work.post(ledger, leg.account, leg.amount, apart=leg.account.startswith(APART))
            if leg.account.startswith(WITH_FLOOR):
                self._work.move(f"{ledger}:{leg.account}", balance_change(leg))

    def _committed(self, versions: Mapping[str, int]) -> None:
        """After commit: the cache holds what was written, and nothing it cannot vouch for."""
        for player, wallet in self._wallets.items():
            if versions.get(wallet.stream, wallet.version) == wallet.version:
                cache.put(wallet)
            else:
                cache.drop(player)
        for player, events in self._closed_of.items():
            known = cache.get(player)
            if known is None:
                continue
            for event in events:
                known = evolve(known, event)
            if known.version == versions[known.stream]:
                cache.put(known)
            else:
                cache.drop(player)
