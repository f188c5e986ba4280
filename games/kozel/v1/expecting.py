"""What the match awaits, derived from its state (§3)."""

from typing import Final

from games.kernel.expectations import Countdown, Deal, Decide, Expectation, Over, Proceed, Show, Shuffle
from games.kozel.v1.options import HAND, PACK, SEATS
from games.kozel.v1.state import State, actions, next_to_get, turn

REST: Final = range(HAND * len(SEATS) + 1, len(PACK) + 1)
"""§2.5: the places of the pack, from 1, among which the trump is shown: what is left after the first four each."""

_OVER: Final = Over()
_PROCEED: Final = Proceed()
_SHUFFLE: Final = Shuffle("deal", PACK, REST)


def expects(state: State) -> Expectation:
    """What must happen next. A state before ``OpenRound`` is like one between two rounds."""
    phase = state.phase
    if phase == "turn":
        seat = turn(state.game)
        clock = Countdown("turn", state.options.turn_s)
        return Decide(state.number, seat, 0, state.players[seat], actions(state, seat), clock)
    if phase in ("dealing", "refill"):
        return Deal(f"seat{next_to_get(state)}", "down")
    if phase in ("taking", "count", "ended"):
        return _PROCEED
    if phase == "pack":
        return _SHUFFLE
    if phase == "trump":
        return Show(state.game.shown_at)
    return _OVER
