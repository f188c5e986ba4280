"""Could this recorded event still happen here: used by the audit and to repeat a round in which one card was another.

Money is not looked at again: who had none, and what a call came to, is taken as recorded. Everything that seats, cards
and the betting decide is checked.
"""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.cards import IS_CARD
from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.expectations import Deal
from games.royal_9k.v1 import steps
from games.royal_9k.v1.events import ActionTaken, Asked, BettingEnded, GameOpened, HandsShown, Leaving, WonUnseen
from games.royal_9k.v1.expecting import expects
from games.royal_9k.v1.options import SEATS
from games.royal_9k.v1.state import (
    State,
    actions,
    hand_at,
    is_running,
    own_hand,
    own_seat,
    price,
    seat_of,
    silent,
    still_in,
)


def fits(state: State, event: Any) -> bool:
    """True if the event could happen in this state; an event this game does not know is a ``TypeError``."""
    check = _CHECKS.get(type(event))
    if check is None:
        raise TypeError(f"royal_9k@1 does not know {type(event).__name__}")
    return check(state, event)


def _seat_taken(state: State, event: SeatTaken) -> bool:
    free = seat_of(state, event.seat) is None and own_seat(state, event.player) is None
    return free and event.seat in SEATS


def _seat_left(state: State, event: SeatLeft) -> bool:
    """Between rounds and while waiting at any time; a leaver's when the round is decided."""
    seat = seat_of(state, event.seat)
    if seat is None or seat.player != event.player:
        return False
    if event.reason == "below_minimum":
        return state.phase == "new"
    if event.reason != "left":
        return False
    if state.phase == "leaving" and seat.leaving:
        return True
    return not is_running(state) or own_hand(state, event.player) is None


def _game_opened(state: State, event: GameOpened) -> bool:
    if state.phase != "new" or event.dealer not in SEATS or event.ante != state.options.ante:
        return False
    return len(state.seats) > 1 and event.seats == steps.dealt_in(state, event.dealer)


def _card_dealt(state: State, event: CardDealt) -> bool:
    """The card that is due, and one that the pack still holds."""
    unseen = event.card in IS_CARD and not any(event.card in hand.cards for hand in state.hands)
    return unseen and expects(state) == Deal(event.to, event.face)


def _next_question(state: State, event: Asked | BettingEnded) -> bool:
    """Who had no money is as recorded; what follows from it must be what was recorded."""
    known = {hand.seat for hand in still_in(state)}
    return state.phase == "betting" and known.issuperset(event.broke) and (
        steps.next_question(state, event.broke) == event
    )  # fmt: skip


def _action_taken(state: State, event: ActionTaken) -> bool:
    if state.phase != "turn" or event.seat != state.turn or event.action not in actions(state):
        return False
    if event.by == "silence" and event.action != silent(state):
        return False
    full = price(state, hand_at(state, event.seat), event.action)
    paid = 0 <= event.amount < full if event.all_in else event.amount == full
    return paid and event.by in ("player", "silence") and (not event.all_in or event.action == "call")


def _leaving(state: State, event: Leaving) -> bool:
    seat, hand = seat_of(state, event.seat), own_hand(state, event.player)
    if seat is None or hand is None or (seat.player, seat.leaving) != (event.player, False):
        return False
    return state.phase in ("dealing", "turn") and event.folds != hand.folded


def _decided(state: State, event: HandsShown | WonUnseen) -> bool:
    return state.phase == "showdown" and event == steps.decided(state)


_CHECKS: Final[dict[type, Callable[[State, Any], bool]]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    GameOpened: _game_opened,
    CardDealt: _card_dealt,
    Asked: _next_question,
    BettingEnded: _next_question,
    ActionTaken: _action_taken,
    Leaving: _leaving,
    HandsShown: _decided,
    WonUnseen: _decided,
    RoundCancelled: lambda state, _: is_running(state),
}
