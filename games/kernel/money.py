"""Money is a whole number of minor units; every quotient is rounded down once, per hand of one bet."""

from typing import NamedTuple


class Odds(NamedTuple):
    """A payout of ``n`` for ``d``: the net win per unit staked. 3:2 is ``Odds(3, 2)``."""

    n: int
    d: int


def win(stake: int, odds: Odds) -> int:
    """Net win in minor units: floor(stake x n / d)."""
    return stake * odds.n // odds.d


def half(stake: int) -> int:
    """Half a bet rounded down: the price of insurance and what a surrender gives back."""
    return stake // 2
