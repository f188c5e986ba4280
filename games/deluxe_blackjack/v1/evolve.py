"""How a round changes. Never refuses: what may happen is decided elsewhere, this only says what follows."""

from collections.abc import Callable
from typing import Any, Final

from games.deluxe_blackjack.v1 import dealer
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
from games.deluxe_blackjack.v1.hand_value import VALUE, total
from games.deluxe_blackjack.v1.state import (
    PLAYED,
    SAT_OUT,
    Hand,
    Seat,
    State,
    actions,
    receive,
    with_hand,
    without_choice,
)
from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken


def evolve(state: State, event: Any) -> State:
    """The next state; an event this game does not know is a ``TypeError``."""
    change = _CHANGES.get(type(event))
    if change is None:
        raise TypeError(f"deluxe_blackjack@1 does not know {type(event).__name__}")
    return change(state, event)


# --- seats and betting -------------------------------------------------------------------------------------------


def _seat_taken(state: State, event: SeatTaken) -> State:
    seats = (*state.seats, Seat(event.seat, event.player))
    return state._replace(seats=tuple(sorted(seats, key=lambda s: s.seat)))


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
    playing = {p.seat: p for p in event.seats}
    seats = []
    for seat in state.seats:
        plays = playing.get(seat.seat)
        if plays is None:
            seats.append(seat._replace(mark=SAT_OUT))
        else:
            seats.append(seat._replace(mark=PLAYED, plays=True, stake=plays.stake, behind=plays.behind))
    if not playing:
        return state._replace(seats=tuple(seats), phase="over", played=False)
    hands = tuple(Hand(p.seat, 1, p.player) for p in event.seats)
    return state._replace(seats=tuple(seats), hands=hands, phase="dealing")


# --- cards -------------------------------------------------------------------------------------------------------


def _card_dealt(state: State, event: CardDealt) -> State:
    if event.to == "dealer":
        state = state._replace(dealer=(*state.dealer, event.card))
        if state.phase == "dealer":
            return state if dealer.draws(state.dealer) else _finish(state)
        return _after_initial_cards(state) if len(state.dealer) == 2 else state
    place = event.to
    index = next(i for i, hand in enumerate(state.hands) if hand.place == place)
    hand = receive(state.hands[index], event.card)
    if state.phase == "dealing":
        return state._replace(hands=with_hand(state, index, hand))
    if state.phase == "split_1":
        return state._replace(hands=with_hand(state, index, hand), phase="split_2")
    hands = with_hand(state, index, hand)
    if state.phase == "split_2":
        state = state._replace(hands=hands)
        return _next_hand(state, index) if hands[state.turn].closed else _ask_again(state)
    return _next_hand(state._replace(hands=hands), index + 1) if hand.closed else _ask_again(state, hands)


def _after_initial_cards(state: State) -> State:
    if VALUE[state.dealer[0]] == 1:
        return state._replace(phase="offer")
    return _peek(state)


def _insurance_offered(state: State, event: InsuranceOffered) -> State:
    return state._replace(phase="insurance", number=state.number + 1, not_offered=event.not_offered)


def _insurance_done(state: State, _: InsuranceSkipped | InsuranceClosed) -> State:
    return _peek(state)


def _peek(state: State) -> State:
    """§3.6: the second card is tested without being shown."""
    if dealer.ends_at_once(state.dealer, [hand.cards for hand in state.hands]) is not None:
        return _finish(state)
    return _next_hand(state, 0)


# --- decisions ---------------------------------------------------------------------------------------------------


def _next_hand(state: State, index: int) -> State:
    """The turn goes to the first open hand from ``index``; a preselection the cards do not allow is dropped."""
    hands = state.hands
    while index < len(hands) and hands[index].closed:
        index += 1
    if index == len(hands):
        return _dealer_turn(state)
    hand = hands[index]
    if hand.preselected in actions(state, hand):
        return state._replace(turn=index, phase="auto")
    hands = with_hand(state, index, without_choice(hand))
    return state._replace(hands=hands, turn=index, phase="turn", number=state.number + 1)


def _ask_again(state: State, hands: tuple[Hand, ...] | None = None) -> State:
    """The same hand goes on: by the system if its player was silent, else by a new question."""
    hands = hands or state.hands
    if hands[state.turn].silent:
        return state._replace(hands=hands, phase="auto")
    return state._replace(hands=hands, phase="turn", number=state.number + 1)


def _action_taken(state: State, event: ActionTaken) -> State:
    action = event.action
    hand = state.hands[state.turn]
    closes = action in ("stand", "surrender")
    hand = hand._replace(
        acted=True,
        closed=closes,
        doubled=action == "double",
        surrendered=action == "surrender",
        silent=event.by == "silence",
        preselected=None,
    )
    hands = with_hand(state, state.turn, hand)
    if closes:
        return _next_hand(state._replace(hands=hands), state.turn + 1)
    if action == "hit":
        return state._replace(hands=hands, phase="card")
    if _riding(state, hand):
        return state._replace(hands=hands, phase=action, number=state.number + 1)
    if action == "double":
        return state._replace(hands=hands, phase="card")
    return _split(state._replace(hands=hands))


def _riding(state: State, hand: Hand) -> int:
    """Back bets on this hand; only if there are any is the follow question put (§3.10.1)."""
    seat = next(s for s in state.seats if s.seat == hand.seat)
    return seat.behind if hand.hand == 1 else seat.behind_2


def _split(state: State) -> State:
    """§3.7.5: the pair is taken apart; the second hand stands right behind the first in the order of play."""
    hand = state.hands[state.turn]
    first = hand._replace(cards=hand.cards[:1], total=total(hand.cards[:1]), split=True, acted=False)
    second = first._replace(hand=2, cards=hand.cards[1:], total=total(hand.cards[1:]))
    hands = (*state.hands[: state.turn], first, second, *state.hands[state.turn + 1 :])
    return state._replace(hands=hands, phase="split_1")


def _follow_closed(state: State, event: FollowClosed) -> State:
    if state.phase == "double":
        return state._replace(phase="card")
    number = state.hands[state.turn].seat
    seats = tuple(s._replace(behind_2=event.following) if s.seat == number else s for s in state.seats)
    return _split(state._replace(seats=seats))


def _preselected(state: State, event: Preselected) -> State:
    index = next(i for i, h in enumerate(state.hands) if h.seat == event.seat and h.hand == event.hand)
    return state._replace(hands=with_hand(state, index, state.hands[index]._replace(preselected=event.action)))


# --- the end -----------------------------------------------------------------------------------------------------


def _dealer_turn(state: State) -> State:
    """§3.11: the second card is shown; more are drawn only if a hand needs them to be compared."""
    live = any(hand.total <= 21 and not hand.surrendered and not hand.natural for hand in state.hands)
    if live and dealer.draws(state.dealer):
        return state._replace(phase="dealer", revealed=True)
    return _finish(state)


def _finish(state: State) -> State:
    phase = "leaving" if any(seat.leaving for seat in state.seats) else "over"
    return state._replace(phase=phase, revealed=True)


def _cancelled(state: State, _: RoundCancelled) -> State:
    return state._replace(phase="over", cancelled=True)


_CHANGES: Final[dict[type, Callable[[State, Any], State]]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    Leaving: _leaving,
    BettingOpened: _betting_opened,
    BettingClosed: _betting_closed,
    CardDealt: _card_dealt,
    InsuranceOffered: _insurance_offered,
    InsuranceSkipped: _insurance_done,
    InsuranceClosed: _insurance_done,
    ActionTaken: _action_taken,
    FollowClosed: _follow_closed,
    Preselected: _preselected,
    RoundCancelled: _cancelled,
}
