"""What the round awaits, derived from its state (§3)."""

from typing import Final

from games.kernel.expectations import Countdown, Deal, Decide, Expectation, Over, Proceed
from games.royal_9k.v1.state import State, actions, hand_at, next_to_get

_OVER: Final = Over()
_PROCEED: Final = Proceed()


def expects(state: State) -> Expectation:
    """What must happen next. A state before ``OpenRound`` is like one between two rounds."""
    phase = state.phase
    if phase == "turn":
        player = hand_at(state, state.turn).player
        clock = Countdown("turn", state.options.turn_s)
        return Decide(state.number, state.turn, 0, player, actions(state), clock)
    if phase == "dealing" and (hand := next_to_get(state)):
        return Deal(hand.place, "down")
    return _PROCEED if phase in ("betting", "showdown", "leaving") else _OVER
