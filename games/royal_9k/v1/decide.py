"""From an intent to events and movements, or a refusal. Reads no clock and draws no card."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.bets import Stake
from games.kernel.events import SeatLeft, SeatTaken
from games.kernel.expectations import Proceed
from games.kernel.ruleset import Decision, Facts, Leave, OpenRound, Rejected, Silence, Sit
from games.royal_9k.v1 import steps
from games.royal_9k.v1.events import ActionTaken, GameOpened, Leaving
from games.royal_9k.v1.intents import Act
from games.royal_9k.v1.options import SEATS
from games.royal_9k.v1.state import (
    State,
    actions,
    is_running,
    own_hand,
    own_seat,
    price,
    seat_of,
    silent,
    still_in,
)


def decide(state: State, intent: Any, facts: Facts) -> Decision:
    """Events and movements in the order in which they happen; raises ``Rejected`` and changes nothing otherwise."""
    answer = _ANSWERS.get(type(intent))
    if answer is None:
        raise TypeError(f"royal_9k@1 does not know {type(intent).__name__}")
    return answer(state, intent, facts)


# --- seats and opening -------------------------------------------------------------------------------------------


def _sit(state: State, intent: Sit, facts: Facts) -> Decision:
    if facts.account_type(intent.player) != "real":
        raise Rejected("account_type", "§2.3", "trial and play-for-fun accounts take no seats")
    if type(intent.seat) is not int or intent.seat not in SEATS:
        raise Rejected("no_such_seat", "§2.1", "seats are numbered 1 to 6", "seat")
    if seat_of(state, intent.seat) is not None:
        raise Rejected("seat_taken", "§3.2.1", f"seat {intent.seat} is occupied", "seat")
    if own_seat(state, intent.player) is not None:
        raise Rejected("too_many_seats", "§2.2", "a player takes one seat")
    if facts.funds(intent.player) < state.options.ante:
        raise Rejected("insufficient_funds", "§3.2.1", "the balance does not cover the ante")
    return [SeatTaken(seat=intent.seat, player=intent.player)]


def _leave(state: State, intent: Leave, _: Facts) -> Decision:
    seat = own_seat(state, intent.player)
    if seat is None:
        raise Rejected("not_seated", "§3.2.2", "only who has a seat can give it up")
    hand = own_hand(state, intent.player)
    if hand is None or not is_running(state):
        return [SeatLeft(seat=seat.seat, player=seat.player, reason="left")]
    return [] if seat.leaving else [Leaving(seat=seat.seat, player=seat.player, folds=not hand.folded)]


def _open_round(state: State, intent: OpenRound, facts: Facts) -> Decision:
    ante = state.options.ante
    if state.phase != "new":
        raise Rejected("round_running", "§3.1", "this round has been opened before")
    if type(intent.dealer) is not int or intent.dealer not in SEATS:
        raise Rejected("no_such_seat", "§2.5", "the button lies at a seat from 1 to 6", "dealer")
    gone = [
        SeatLeft(seat=s.seat, player=s.player, reason="below_minimum")
        for s in state.seats
        if facts.funds(s.player) < ante
    ]
    free = {left.seat for left in gone}
    rest = state._replace(seats=tuple(s for s in state.seats if s.seat not in free))
    playing = steps.dealt_in(rest, intent.dealer)
    if len(playing) < 2:
        raise Rejected("too_few_players", "§3.1.2", "a game needs two players with the ante")
    stakes = [Stake(p.player, p.seat, "pot", "ante", ante) for p in playing]
    return [*gone, GameOpened(dealer=intent.dealer, ante=ante, seats=playing), *stakes]


# --- the game ----------------------------------------------------------------------------------------------------


def _act(state: State, intent: Act, facts: Facts) -> Decision:
    if not is_running(state):
        raise Rejected("wrong_phase", "§3", "no cards are played now")
    hand, action = own_hand(state, intent.player), intent.action
    if hand is None:
        raise Rejected("not_your_seat", "§3.4", "only who was dealt in can act")
    if state.phase != "turn" or state.turn != hand.seat:
        raise Rejected("not_your_turn", "§3.4", "this player is not asked")
    if action not in actions(state):
        raise Rejected("illegal_action", _CLAUSE.get(action, "§3.4"), "not now, or no such action", "action")
    cost, funds = price(state, hand, action), facts.funds(hand.player)
    all_in = action == "call" and funds < cost
    if all_in:
        cost = funds
    if funds < cost:
        raise Rejected("insufficient_funds", "§3.4.3", f"the balance does not cover the {action}")
    taken = ActionTaken(seat=hand.seat, action=action, amount=cost, all_in=all_in, by="player")
    return [taken, Stake(hand.player, hand.seat, "pot", action, cost)] if cost else [taken]


def _silence(state: State, intent: Silence, _: Facts) -> Decision:
    """A countdown ran out. One that does not belong to the open question has no effect."""
    if state.phase != "turn" or intent.what != "turn":
        return []
    return [ActionTaken(seat=state.turn, action=silent(state), amount=0, all_in=False, by="silence")]


def _proceed(state: State, _: Proceed, facts: Facts) -> Decision:
    """The step that is due without a player: the next question, the end of the game, leavers."""
    if state.phase == "betting":
        inside = {hand.seat for hand in still_in(state)}
        # Every hand has a bet; asking by bets lets the caller read all balances at once.
        broke = {bet.seat for bet in facts.bets() if bet.seat in inside and facts.funds(bet.player) <= 0}
        return [steps.next_question(state, broke)]
    if state.phase == "showdown":
        return [steps.decided(state)]
    if state.phase == "leaving":
        return steps.leavers(state)
    raise Rejected("wrong_phase", "§3", "nothing is due by itself")


_CLAUSE: Final = {"check": "§3.4.2", "bet": "§3.4.2", "call": "§3.4.2", "fold": "§3.4.2", "raise": "§3.4.4"}
_ANSWERS: Final[dict[type, Callable[[State, Any, Facts], Decision]]] = {
    OpenRound: _open_round,
    Sit: _sit,
    Leave: _leave,
    Act: _act,
    Silence: _silence,
    Proceed: _proceed,
}
