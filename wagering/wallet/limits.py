"""What a player may still deposit, stake and lose under the limits he has set for himself.

Limits are per day, week (from Monday) or month of the calendar, UTC, by the time at which a command or event occurred.

- ``deposit``: the deposits of the period, whatever was withdrawn.
- ``stake``: the stakes taken in the period. A stake given back (undone, refunded, void, also after settlement) counts
  back in the period that took it, and in no other.
- ``loss``: stakes taken in the period, open ones included, less what bets paid in it. What a bet pays covers the stakes
  that earlier periods took first and only then counts here: money that was yesterday's stake is no room today.

A late void or correction belongs to the period in which the bet was settled, for that is what it puts right: within it
the bet counts as it stands now. Of a round settled in an earlier period it changes nothing here: neither does a lost
stake that comes back give room today, nor is a win that goes back lost today.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from games.kernel.ruleset import Rejected
from wagering.wallet import events as e
from wagering.wallet.state import Wallet

KINDS: Final = ("deposit", "stake", "loss")
PERIODS: Final = ("day", "week", "month")
ON_STAKES: Final = ("stake", "loss")


def start(period: str, at: datetime) -> datetime:
    """The beginning of the day, week or month that ``at`` lies in."""
    day = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if period == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if period == "month" else day


class _Bet(NamedTuple):
    """``taken`` in the period; ``stake`` in all, ``returned`` and ``void`` once it is closed, in the period too."""

    taken: int = 0
    stake: int = 0
    returned: int = 0
    closed: bool = False
    void: bool = False

    @property
    def staked(self) -> int:
        return 0 if self.void else self.taken

    @property
    def lost(self) -> int:
        return self.taken - max(0, self.returned - (self.stake - self.taken)) if self.closed else self.taken


_NONE: Final = _Bet()


class Tally:
    """One period of one wallet, event after event: what counts towards each kind of limit, minor units.

    ``used["loss"]`` may be below zero, a win. ``version``: how far the wallet was read.
    """

    def __init__(self, begin: datetime) -> None:
        self.begin, self.version = begin, 0
        self.used = dict.fromkeys(KINDS, 0)
        self._bets: dict[str, _Bet] = {}

    def fork(self) -> Tally:
        """One that goes on from here by itself."""
        found = Tally(self.begin)
        found.version, found.used, found._bets = self.version, dict(self.used), dict(self._bets)
        return found

    def add(self, event: Any) -> None:
        """An event that occurred in the period."""
        match event:
            case e.Deposited():
                self.used["deposit"] += event.amount
            case e.BetPlaced() | e.StakeTaken():
                bet = self._open(event.bet)
                self._put(event.bet, bet._replace(taken=bet.taken + event.amount))
            case e.StakeReturned():
                bet = self._open(event.bet)
                self._put(event.bet, bet._replace(taken=max(0, bet.taken - event.amount)))
            case e.BetSettled():
                self._close(event.bet, event.stake, event.returned, void=False)
            case e.BetRefunded() | e.BetVoided():
                self._close(event.bet, event.amount, event.amount, void=True)
            case e.RoundAdjusted():
                for changed in event.bets:
                    settled = self._bets.get(changed.bet, _NONE)
                    if settled.closed:
                        void = changed.status == "void"
                        self._put(changed.bet, settled._replace(returned=changed.returned, void=void))

    def _open(self, name: str) -> _Bet:
        """The bet, if it is open. One that is placed anew in its round begins anew; what counts of it is counted."""
        bet = self._bets.get(name, _NONE)
        if bet.closed:
            del self._bets[name]
            return _NONE
        return bet

    def _close(self, name: str, stake: int, returned: int, *, void: bool) -> None:
        self._put(name, _Bet(self._open(name).taken, stake, returned, closed=True, void=void))

    def _put(self, name: str, bet: _Bet) -> None:
        before = self._bets.get(name, _NONE)
        self.used["stake"] += bet.staked - before.staked
        self.used["loss"] += bet.lost - before.lost
        self._bets[name] = bet


COUNTED: Final = (
    e.Deposited, e.BetPlaced, e.StakeTaken, e.StakeReturned, e.BetSettled, e.BetRefunded, e.BetVoided, e.RoundAdjusted,
)  # fmt: skip


def room(
    wallet: Wallet, at: datetime, tally_of: Callable[[str], Tally], kinds: Iterable[str] = ON_STAKES
) -> int | None:
    """What the player's limits of these kinds leave him at ``at``: 0 while he is paused, ``None`` without limits.

    ``tally_of(period)``: of the period of ``at``, asked for only if there is a limit.
    """
    if wallet.is_paused(at):
        return 0
    held = []
    for kind in kinds:
        for period in PERIODS:
            limit = wallet.limits.get(f"{kind}/{period}")
            if limit is not None and (amount := limit.holds(at)) is not None:
                held.append(amount - tally_of(period).used[kind])
    return max(0, min(held)) if held else None


def refused(wallet: Wallet, at: datetime) -> Rejected:
    """The refusal of what the balance would cover: limit_reached or player_paused."""
    if wallet.is_paused(at):
        return Rejected("player_paused", "", "the player takes a break of his own wish", "player")
    return Rejected("limit_reached", "", "the player's own limit leaves less than that", "amount")
