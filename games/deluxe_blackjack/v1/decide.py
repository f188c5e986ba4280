"""From an intent to events and movements, or a refusal. Reads no clock and draws no card."""

from collections.abc import Callable
from typing import Any, Final

from games.deluxe_blackjack.v1 import betting, play
from games.deluxe_blackjack.v1.intents import Act, Follow, Insurance, Preselect
from games.deluxe_blackjack.v1.state import State
from games.kernel.expectations import Proceed
from games.kernel.ruleset import CloseBetting, Decision, Facts, Leave, OpenRound, Silence, Sit


def decide(state: State, intent: Any, facts: Facts) -> Decision:
    """Events and movements in the order in which they happen; raises ``Rejected`` and changes nothing otherwise."""
    answer = _ANSWERS.get(type(intent))
    if answer is None:
        raise TypeError(f"deluxe_blackjack@1 does not know {type(intent).__name__}")
    return answer(state, intent, facts)


def _close_betting(state: State, _: CloseBetting, facts: Facts) -> Decision:
    return betting.close(state, facts)


def _proceed(state: State, _: Proceed, facts: Facts) -> Decision:
    return play.proceed(state, facts)


_ANSWERS: Final[dict[type, Callable[[State, Any, Facts], Decision]]] = {
    OpenRound: betting.open_round,
    Sit: betting.sit,
    Leave: betting.leave,
    CloseBetting: _close_betting,
    Act: play.act,
    Preselect: play.preselect,
    Insurance: play.insurance,
    Follow: play.follow,
    Proceed: _proceed,
    Silence: play.silence,
}
