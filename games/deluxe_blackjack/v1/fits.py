"""Could this recorded event still happen here: used to repeat a round in which one card was another (§3.13.4).

The play is what was recorded, the cards are the corrected ones. Money is not looked at again: a double that was paid
for stays paid for, a fallback for want of money stays one. Everything the cards decide is checked: who is asked,
which actions are open to him, what the system does for a silent player, whether a preselected action is carried out,
whether insurance comes up and how far the dealer draws.
"""

from collections.abc import Callable
from typing import Any, Final

from games.deluxe_blackjack.v1.events import (
    ActionTaken,
    BettingClosed,
    BettingOpened,
    FollowClosed,
    InsuranceClosed,
    InsuranceOffered,
    InsuranceSkipped,
    Leaving,
    Preselected,
)
from games.deluxe_blackjack.v1.expecting import expects
from games.deluxe_blackjack.v1.hand_value import automatic, fallback
from games.deluxe_blackjack.v1.state import State, actions, hand_of, question, seat_of
from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.expectations import Deal


def fits(state: State, event: Any) -> bool:
    """True if the event could happen in this state as far as cards and questions decide."""
    check = _CHECKS.get(type(event))
    if check is None:
        raise TypeError(f"deluxe_blackjack@1 does not know {type(event).__name__}")
    return check(state, event)


def _card_dealt(state: State, event: CardDealt) -> bool:
    return expects(state) == Deal(event.to, event.face)


def _action_taken(state: State, event: ActionTaken) -> bool:
    if state.phase not in ("turn", "auto"):
        return False
    hand = state.hands[state.turn]
    if (hand.seat, hand.hand) != (event.seat, event.hand):
        return False
    if event.by == "silence":
        return hand.preselected is None and event.action == automatic(hand.total)
    if event.by == "player":
        return state.phase == "turn" and event.action in actions(state, hand)
    if state.phase != "auto" or hand.preselected != (event.asked or event.action):
        return False
    return event.asked is None or event.action == fallback(event.asked, hand.total)


def _preselected(state: State, event: Preselected) -> bool:
    """A choice for a hand that is there. Were it closed with the corrected card the choice would mean nothing, and what
    is carried out is a recorded action, which is checked."""
    return hand_of(state, event.seat, event.hand) is not None


def _follow_closed(state: State, event: FollowClosed) -> bool:
    return state.phase in ("double", "split") and question(state) == event.question


def _seat_left(state: State, event: SeatLeft) -> bool:
    """At the opening, during betting, a seat without cards at any time, a leaver's when the round is decided."""
    seat = seat_of(state, event.seat)
    if seat is None or seat.player != event.player:
        return False
    return not seat.plays or state.phase in ("leaving", "over")


def _seat_taken(state: State, event: SeatTaken) -> bool:
    return state.phase == "betting" and seat_of(state, event.seat) is None


def _leaving(state: State, event: Leaving) -> bool:
    """With a seat bet: while betting, or for a seat that plays until the round is over."""
    mine = [seat for seat in state.seats if seat.player == event.player]
    return bool(mine) and (state.phase == "betting" or (state.phase != "over" and any(s.plays for s in mine)))


def _phase_is(*phases: str) -> Callable[[State, Any], bool]:
    return lambda state, _: state.phase in phases


_CHECKS: Final[dict[type, Callable[[State, Any], bool]]] = {
    BettingOpened: _phase_is("new"),
    BettingClosed: _phase_is("betting"),
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    Leaving: _leaving,
    CardDealt: _card_dealt,
    InsuranceOffered: _phase_is("offer"),
    InsuranceSkipped: _phase_is("offer"),
    InsuranceClosed: _phase_is("insurance"),
    ActionTaken: _action_taken,
    FollowClosed: _follow_closed,
    Preselected: _preselected,
    RoundCancelled: lambda state, _: state.phase != "over",
}
