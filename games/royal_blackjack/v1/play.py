"""A player's decision and what goes on by itself, from the last initial card to the end (§3.5, §3.6, §3.8)."""

from games.kernel.bets import Stake
from games.kernel.expectations import Proceed
from games.kernel.ruleset import Decision, Facts, Rejected, Silence
from games.royal_blackjack.v1.betting import leavers
from games.royal_blackjack.v1.events import ActionTaken
from games.royal_blackjack.v1.intents import Act
from games.royal_blackjack.v1.state import Hand, State, actions, automatic, seat_of


def act(state: State, intent: Act, facts: Facts) -> Decision:
    """§3.5: carry out the action the open question was answered with."""
    if state.phase in ("new", "betting", "over"):
        raise Rejected("wrong_phase", "§3.5", "no cards are played")
    seat = seat_of(state, intent.seat)
    if seat is None or seat.player != intent.player:
        raise Rejected("not_your_seat", "§3.5.1", f"seat {intent.seat} is not yours", "seat")
    hand = state.hands[state.turn]
    if state.phase != "turn" or (hand.seat, hand.hand) != (intent.seat, intent.hand):
        raise Rejected("not_your_turn", "§3.5.1", "this hand is not asked")
    if intent.action not in actions(state, hand):
        raise Rejected("illegal_action", "§3.5", f"the cards do not allow {intent.action!r}", "action")
    taken = _taken(hand, intent.action, "player")
    if intent.action != "split":
        return [taken]
    amount = facts.bets_of(hand.player)[0].parts["1"]
    if facts.funds(hand.player) < amount:
        raise Rejected("insufficient_funds", "§3.5.6", "the balance does not cover a split")
    return [taken, Stake(hand.player, hand.seat, "seat", "2", amount)]


def silence(state: State, intent: Silence, _: Facts) -> Decision:
    """A countdown ran out. One that does not belong to the open question has no effect."""
    return _automatic_action(state) if intent.what == "decision" and state.phase == "turn" else []


def proceed(state: State, _: Proceed, __: Facts) -> Decision:
    """The step that is due without a player: the rest of a silent player's hand, leavers."""
    if state.phase == "auto":
        return _automatic_action(state)
    if state.phase == "leaving":
        return leavers(state)
    raise Rejected("wrong_phase", "§3", "nothing is due by itself")


def _automatic_action(state: State) -> Decision:
    hand = state.hands[state.turn]
    return [_taken(hand, automatic(state, hand), "silence")]


def _taken(hand: Hand, action: str, by: str) -> ActionTaken:
    return ActionTaken(seat=hand.seat, hand=hand.hand, action=action, by=by)
