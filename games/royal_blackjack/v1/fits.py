"""Could this recorded event still happen here: used by the audit and to repeat a round in which one card was another.

The play is what was recorded, the cards are the corrected ones. Money is not looked at again: a split that was paid for
stays paid for. Everything the cards decide is checked: who is asked, which actions are open to him, what the system
does for a silent player and how far the dealer draws.
"""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.cards import IS_CARD
from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.expectations import Deal
from games.royal_blackjack.v1.events import ActionTaken, BettingClosed, BettingOpened, Leaving
from games.royal_blackjack.v1.expecting import expects
from games.royal_blackjack.v1.options import SEATS
from games.royal_blackjack.v1.state import State, actions, automatic, cards_on_table, own_seat, seat_of


def fits(state: State, event: Any) -> bool:
    """True if the event could happen in this state as far as seats, cards and questions decide."""
    check = _CHECKS.get(type(event))
    if check is None:
        raise TypeError(f"royal_blackjack@1 does not know {type(event).__name__}")
    return check(state, event)


def _seat_taken(state: State, event: SeatTaken) -> bool:
    free = seat_of(state, event.seat) is None and own_seat(state, event.player) is None
    return free and 1 <= event.seat <= SEATS


def _seat_left(state: State, event: SeatLeft) -> bool:
    """A seat without a bet at any time, a leaver's when the round is decided."""
    seat = seat_of(state, event.seat)
    if seat is None or seat.player != event.player or event.reason != "left":
        return False
    if state.phase == "leaving":
        return seat.leaving
    return state.phase in ("new", "over") or not (seat.plays or seat.leaving)


def _leaving(state: State, event: Leaving) -> bool:
    """With a bet: while betting, or for a seat that plays until the round is decided."""
    seat = own_seat(state, event.player)
    if seat is None or seat.leaving:
        return False
    return state.phase == "betting" or (seat.plays and state.phase not in ("leaving", "over"))


def _betting_opened(state: State, _: BettingOpened) -> bool:
    return state.phase == "new"


def _betting_closed(state: State, event: BettingClosed) -> bool:
    """Seats by number, each with its own player and a bet that could be placed; who leaves with a bet has one."""
    options = state.options
    playing = {p.seat: p for p in event.seats}
    if state.phase != "betting" or [*playing] != sorted(p.seat for p in event.seats):
        return False
    if any(seat.leaving and seat.seat not in playing for seat in state.seats):
        return False
    return all(
        (seat := seat_of(state, p.seat)) is not None
        and seat.player == p.player
        and options.min_seat <= p.stake <= options.max_seat
        and p.stake % options.chip_step == 0
        for p in event.seats
    )


def _card_dealt(state: State, event: CardDealt) -> bool:
    """The card that is due, and one that the round's pack still holds."""
    if expects(state) != Deal(event.to, event.face) or event.card not in IS_CARD:
        return False
    return cards_on_table(state).count(event.card) < state.options.packs


def _action_taken(state: State, event: ActionTaken) -> bool:
    if state.phase not in ("turn", "auto"):
        return False
    hand = state.hands[state.turn]
    if (hand.seat, hand.hand) != (event.seat, event.hand):
        return False
    if event.by == "silence":
        return event.action == automatic(state, hand)
    return event.by == "player" and state.phase == "turn" and event.action in actions(state, hand)


_CHECKS: Final[dict[type, Callable[[State, Any], bool]]] = {
    BettingOpened: _betting_opened,
    BettingClosed: _betting_closed,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    Leaving: _leaving,
    CardDealt: _card_dealt,
    ActionTaken: _action_taken,
    RoundCancelled: lambda state, _: state.phase not in ("new", "over"),
}
