"""How a round changes. Never refuses: what may happen is decided elsewhere, this only says what follows."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken
from games.royal_9k.v1.events import ActionTaken, Asked, BettingEnded, GameOpened, HandsShown, Leaving, WonUnseen
from games.royal_9k.v1.state import Hand, Seat, State, hand_at, next_to_get, still_in


def evolve(state: State, event: Any) -> State:
    """The next state; an event this game does not know is a ``TypeError``."""
    change = _CHANGES.get(type(event))
    if change is None:
        raise TypeError(f"royal_9k@1 does not know {type(event).__name__}")
    return change(state, event)


# --- seats and opening -------------------------------------------------------------------------------------------


def _seat_taken(state: State, event: SeatTaken) -> State:
    return state._replace(seats=tuple(sorted((*state.seats, Seat(event.seat, event.player)))))


def _seat_left(state: State, event: SeatLeft) -> State:
    state = state._replace(seats=tuple(s for s in state.seats if s.seat != event.seat))
    return _free_seats(state) if state.phase == "leaving" else state


def _free_seats(state: State) -> State:
    return state._replace(phase="leaving" if any(seat.leaving for seat in state.seats) else "over")


def _game_opened(state: State, event: GameOpened) -> State:
    hands = tuple(Hand(p.seat, p.player, staked=event.ante) for p in event.seats)
    return state._replace(phase="dealing", dealer=event.dealer, hands=hands)


# --- cards -------------------------------------------------------------------------------------------------------


def _card_dealt(state: State, event: CardDealt) -> State:
    hand = hand_at(state, int(event.to.removeprefix("seat")))
    return _deal_on(_with(state, hand._replace(cards=(*hand.cards, event.card))))


def _deal_on(state: State) -> State:
    """§3.3: cards while any are due, then the betting round that follows them, then the showdown."""
    if next_to_get(state) is not None:
        return state._replace(phase="dealing")
    if state.betting == state.options.betting_rounds:
        return state._replace(phase="showdown")
    hands = tuple(hand._replace(paid=0, acted=False) for hand in state.hands)
    return state._replace(phase="betting", betting=state.betting + 1, hands=hands, level=0, raises=0, turn=0)


# --- betting -----------------------------------------------------------------------------------------------------


def _asked(state: State, event: Asked) -> State:
    return state._replace(phase="turn", turn=event.seat, number=state.number + 1)


def _action_taken(state: State, event: ActionTaken) -> State:
    hand, level = hand_at(state, event.seat), state.level
    paid = hand.paid + event.amount
    if event.action in ("bet", "raise"):
        level = paid
        state = state._replace(hands=tuple(each._replace(acted=False) for each in state.hands))
    hand = hand._replace(staked=hand.staked + event.amount, paid=paid, acted=True, folded=event.action == "fold")
    state = _with(state, hand)._replace(level=level, raises=state.raises + (event.action == "raise"))
    return state._replace(phase="betting" if len(still_in(state)) > 1 else "showdown")


def _leaving(state: State, event: Leaving) -> State:
    """§3.2.3. Somebody else's open question stays open with its clock; cards go on to who is still in."""
    seats = tuple(s._replace(leaving=True) if s.seat == event.seat else s for s in state.seats)
    state = state._replace(seats=seats)
    if not event.folds:
        return state
    state = _with(state, hand_at(state, event.seat)._replace(folded=True))
    if len(still_in(state)) == 1:
        return state._replace(phase="showdown")
    if state.phase == "dealing":
        return _deal_on(state)
    return state._replace(phase="betting") if state.turn == event.seat else state


def _betting_ended(state: State, _: BettingEnded) -> State:
    return _deal_on(state)


# --- the end -----------------------------------------------------------------------------------------------------


def _hands_shown(state: State, _: HandsShown) -> State:
    return _free_seats(state._replace(shown=True))


def _won_unseen(state: State, _: WonUnseen) -> State:
    return _free_seats(state)


def _cancelled(state: State, _: RoundCancelled) -> State:
    """§3.7.3. Nothing can follow in this round, so its leavers are gone with it."""
    stay = tuple(seat for seat in state.seats if not seat.leaving)
    return state._replace(phase="over", cancelled=True, seats=stay)


def _with(state: State, hand: Hand) -> State:
    return state._replace(hands=tuple(hand if each.seat == hand.seat else each for each in state.hands))


_CHANGES: Final[dict[type, Callable[[State, Any], State]]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    GameOpened: _game_opened,
    CardDealt: _card_dealt,
    Asked: _asked,
    ActionTaken: _action_taken,
    Leaving: _leaving,
    BettingEnded: _betting_ended,
    HandsShown: _hands_shown,
    WonUnseen: _won_unseen,
    RoundCancelled: _cancelled,
}
