"""How a round changes. Never refuses: what may happen is decided elsewhere, this only says what follows."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken
from games.royal_blackjack.v1.events import ActionTaken, BettingClosed, BettingOpened, Leaving
from games.royal_blackjack.v1.hand_value import dealer_draws, total
from games.royal_blackjack.v1.state import Hand, Seat, State, cards_left, receive, with_hand


def evolve(state: State, event: Any) -> State:
    """The next state; an event this game does not know is a ``TypeError``."""
    change = _CHANGES.get(type(event))
    if change is None:
        raise TypeError(f"royal_blackjack@1 does not know {type(event).__name__}")
    return change(state, event)


# --- seats and betting -------------------------------------------------------------------------------------------


def _seat_taken(state: State, event: SeatTaken) -> State:
    seats = (*state.seats, Seat(event.seat, event.player))
    return state._replace(seats=tuple(sorted(seats)))


def _seat_left(state: State, event: SeatLeft) -> State:
    seats = tuple(s for s in state.seats if s.seat != event.seat)
    if state.phase == "leaving" and not any(s.leaving for s in seats):
        return state._replace(seats=seats, phase="over")
    return state._replace(seats=seats)


def _leaving(state: State, event: Leaving) -> State:
    return state._replace(seats=tuple(s._replace(leaving=True) if s.player == event.player else s for s in state.seats))


def _betting_opened(state: State, _: BettingOpened) -> State:
    return state._replace(phase="betting", number=1)


def _betting_closed(state: State, event: BettingClosed) -> State:
    if not event.seats:
        return state._replace(phase="over", played=False)
    playing = {p.seat for p in event.seats}
    seats = tuple(s._replace(plays=s.seat in playing) for s in state.seats)
    hands = tuple(Hand(p.seat, 1, p.player) for p in event.seats)
    return state._replace(seats=seats, hands=hands, phase="dealing")


# --- cards -------------------------------------------------------------------------------------------------------


def _card_dealt(state: State, event: CardDealt) -> State:
    if event.to == "dealer":
        return _dealer_takes(state, event.card)
    index = next(i for i, hand in enumerate(state.hands) if hand.place == event.to)
    hand = receive(state.hands[index], event.card)
    phase, state = state.phase, state._replace(hands=with_hand(state, index, hand))
    if phase == "dealing":
        return state
    if phase == "split_1":
        return state._replace(phase="split_2")
    # After a split both hands have their card, and the first one is played unless it is closed.
    return _next_hand(state, state.turn) if state.hands[state.turn].closed else _ask_again(state)


def _dealer_takes(state: State, card: str) -> State:
    state = state._replace(dealer=(*state.dealer, card))
    if state.phase == "dealer":
        return _dealer_goes_on(state)
    return _next_hand(state, 0) if len(state.dealer) == 2 else state


# --- decisions ---------------------------------------------------------------------------------------------------


def _next_hand(state: State, index: int) -> State:
    """The turn goes to the first open hand from ``index``, after the last one to the dealer."""
    while index < len(state.hands) and state.hands[index].closed:
        index += 1
    if index == len(state.hands):
        return _dealer_turn(state)
    return state._replace(turn=index, phase="turn", number=state.number + 1)


def _ask_again(state: State) -> State:
    """The same hand goes on: by the system if its player was silent, else by a new question."""
    if state.hands[state.turn].silent:
        return state._replace(phase="auto")
    return state._replace(phase="turn", number=state.number + 1)


def _action_taken(state: State, event: ActionTaken) -> State:
    hand = state.hands[state.turn]._replace(closed=event.action == "stand", silent=event.by == "silence")
    state = state._replace(hands=with_hand(state, state.turn, hand))
    if event.action == "split":
        return _split(state, hand)
    return _next_hand(state, state.turn) if hand.closed else state._replace(phase="card")


def _split(state: State, hand: Hand) -> State:
    """§3.5.3: the pair is taken apart; the second hand stands right behind the first in the order of play."""
    first = hand._replace(cards=hand.cards[:1], total=total(hand.cards[:1]), split=True)
    second = first._replace(hand=2, cards=hand.cards[1:])
    hands = (*state.hands[: state.turn], first, second, *state.hands[state.turn + 1 :])
    return state._replace(hands=hands, phase="split_1")


# --- the end -----------------------------------------------------------------------------------------------------


def _dealer_turn(state: State) -> State:
    """§3.7.1, §3.7.2: the second card is shown; more are drawn only if a hand needs them to be compared."""
    state = state._replace(revealed=True)
    needed = any(hand.total <= 21 and not hand.natural for hand in state.hands)
    return _dealer_goes_on(state) if needed else _finish(state)


def _dealer_goes_on(state: State) -> State:
    draws = dealer_draws(state.dealer) and cards_left(state)
    return state._replace(phase="dealer") if draws else _finish(state)


def _finish(state: State) -> State:
    return state._replace(phase="leaving" if any(seat.leaving for seat in state.seats) else "over")


def _cancelled(state: State, _: RoundCancelled) -> State:
    """§3.9.3. Nothing can follow in this round, so its leavers are gone with it."""
    stay = tuple(seat for seat in state.seats if not seat.leaving)
    return state._replace(phase="over", cancelled=True, seats=stay)


_CHANGES: Final[dict[type, Callable[[State, Any], State]]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    Leaving: _leaving,
    BettingOpened: _betting_opened,
    BettingClosed: _betting_closed,
    CardDealt: _card_dealt,
    ActionTaken: _action_taken,
    RoundCancelled: _cancelled,
}
