"""What the series awaits, derived from its state (§3)."""

from typing import Final

from games.kernel.expectations import Countdown, Deal, Decide, Expectation, Over, Proceed, Shuffle
from games.thirty_one.v1.options import pack
from games.thirty_one.v1.state import State, actions, next_to_get, outside_hands, player_at

_OVER: Final = Over()
_PROCEED: Final = Proceed()
_TABLE: Final = Deal("table", "up")


def expects(state: State) -> Expectation:
    """What must happen next. A state before ``OpenRound`` is like one between two rounds."""
    phase = state.phase
    if phase in ("choice", "turn"):
        seat, seconds = state.game.turn, getattr(state.options, f"{phase}_s")
        return Decide(state.number, seat, 0, player_at(state, seat), actions(state), Countdown(phase, seconds))
    if phase == "lay":
        return _TABLE
    if phase == "deal":
        return Deal(f"seat{next_to_get(state)}", "down")
    if phase == "redraw":
        return Deal(f"seat{state.dealer}", "down")
    if phase in ("show", "ended"):
        return _PROCEED
    if phase == "pack":
        return Shuffle("deal", pack(state.options))
    if phase == "reshuffle":
        return Shuffle("reshuffle", outside_hands(state))
    return _OVER
