"""Wallets this process has seen last. May be emptied at any time: every use is checked by version at commit."""

from collections import OrderedDict
from typing import Final

from wagering.wallet.limits import Tally
from wagering.wallet.state import Wallet

SIZE: Final = 20_000
TALLIES: Final = 5_000
_wallets: OrderedDict[str, Wallet] = OrderedDict()
_tallies: OrderedDict[tuple[str, str], Tally] = OrderedDict()


def get(player: str) -> Wallet | None:
    """The wallet as last seen, or None."""
    return _wallets.get(player)


def put(wallet: Wallet) -> None:
    """Remember ``wallet``; the one put in first goes first."""
    _wallets[wallet.player] = wallet
    if len(_wallets) > SIZE:
        _wallets.popitem(last=False)


def drop(player: str) -> None:
    """Forget a wallet somebody else has changed."""
    _wallets.pop(player, None)


def tally(player: str, period: str) -> Tally | None:
    """What was counted last of the player's newest ``period`` (day, week, month). It is of events, which stay."""
    return _tallies.get((player, period))


def put_tally(player: str, period: str, found: Tally) -> None:
    """Remember ``found``; the one that was not needed for longest goes first."""
    _tallies[player, period] = found
    _tallies.move_to_end((player, period))
    if len(_tallies) > TALLIES:
        _tallies.popitem(last=False)


def clear() -> None:
    """Forget everything."""
    _wallets.clear()
    _tallies.clear()
