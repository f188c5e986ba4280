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

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from games.kernel.ruleset import Rejected
from wagering.wallet import events as e
from wagering.wallet.state import Wallet

KINDS: Final = ("deposit", "stake", "loss")
PERIODS: Final = ("day", "week", "month")
ON_STAKES: Final = ("stake", "loss")

Happened = Sequence[tuple[datetime, Any]]
"""Events of one wallet in their order, with the time at which each occurred."""


def start(period: str, at: datetime) -> datetime:
    """The beginning of the day, week or month that ``at`` lies in."""
    day = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if period == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if period == "month" else day


@dataclass(slots=True)
class _Bet:
    """``taken`` in the period; ``stake`` in all, ``returned`` and ``void`` once it is closed, in the period too."""

    taken: int = 0
    stake: int = 0
    returned: int = 0
    closed: bool = False
    void: bool = False

    @property
    def lost(self) -> int:
        return self.taken - max(0, self.returned - (self.stake - self.taken)) if self.closed else self.taken


class _Tally:
    """One period of one wallet, event after event."""

    def __init__(self) -> None:
        self._deposits = 0
        self._bets: dict[str, _Bet] = {}
        self._before: list[_Bet] = []  # bets whose id was bet on anew in the same round

    def used(self, kind: str) -> int:
        """What counts towards a limit of this kind; a loss may be below zero, a win."""
        if kind == "deposit":
            return self._deposits
        bets = (*self._before, *self._bets.values())
        if kind == "stake":
            return sum(bet.taken for bet in bets if not bet.void)
        return sum(bet.lost for bet in bets)

    def add(self, event: Any) -> None:
        match event:
            case e.Deposited():
                self._deposits += event.amount
            case e.BetPlaced() | e.StakeTaken():
                self._open(event.bet).taken += event.amount
            case e.StakeReturned():
                bet = self._open(event.bet)
                bet.taken = max(0, bet.taken - event.amount)
            case e.BetSettled():
                self._close(event.bet, event.stake, event.returned, void=False)
            case e.BetRefunded() | e.BetVoided():
                self._close(event.bet, event.amount, event.amount, void=True)
            case e.RoundAdjusted():
                for changed in event.bets:
                    if (settled := self._bets.get(changed.bet)) is not None and settled.closed:
                        settled.returned, settled.void = changed.returned, changed.status == "void"

    def _open(self, name: str) -> _Bet:
        bet = self._bets.setdefault(name, _Bet())
        if bet.closed:
            self._before.append(bet)
            bet = self._bets[name] = _Bet()
        return bet

    def _close(self, name: str, stake: int, returned: int, *, void: bool) -> None:
        bet = self._open(name)
        bet.stake, bet.returned, bet.closed, bet.void = stake, returned, True, void


COUNTED: Final = (
    e.Deposited, e.BetPlaced, e.StakeTaken, e.StakeReturned, e.BetSettled, e.BetRefunded, e.BetVoided, e.RoundAdjusted,
)  # fmt: skip


def used(kind: str, period: str, happened: Happened, at: datetime) -> int:
    """What the period of ``at`` has used of a limit; ``happened`` reaches back to its start at least."""
    begin, tally = start(period, at), _Tally()
    for occurred, event in happened:
        if start(period, occurred) == begin:
            tally.add(event)
    return tally.used(kind)


def room(
    wallet: Wallet, at: datetime, happened: Callable[[datetime], Happened], kinds: Iterable[str] = ON_STAKES
) -> int | None:
    """What the player's limits of these kinds leave him at ``at``: 0 while he is paused, ``None`` without limits.

    ``happened(since)``: the wallet's events from that time on, asked for only if there is a limit.
    """
    if wallet.is_paused(at):
        return 0
    names = {f"{kind}/{period}": (kind, period) for kind in kinds for period in PERIODS}
    limits = [(*names[key], limit.holds(at)) for key, limit in wallet.limits.items() if key in names]
    held = [(kind, period, amount) for kind, period, amount in limits if amount is not None]
    if not held:
        return None
    events = happened(min(start(period, at) for _, period, _ in held))
    return max(0, min(amount - used(kind, period, events, at) for kind, period, amount in held))


def refused(wallet: Wallet, at: datetime) -> Rejected:
    """The refusal of what the balance would cover: limit_reached or player_paused."""
    if wallet.is_paused(at):
        return Rejected("player_paused", "", "the player takes a break of his own wish", "player")
    return Rejected("limit_reached", "", "the player's own limit leaves less than that", "amount")
