"""From an intent to events and movements, or a refusal. Reads no clock and draws no card."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.expectations import Proceed
from games.kernel.ruleset import CloseBetting, Decision, Facts, Leave, OpenRound, Silence, Sit
from games.royal_blackjack.v1 import betting, play
from games.royal_blackjack.v1.intents import Act
from games.royal_blackjack.v1.state import State


def decide(state: State, intent: Any, facts: Facts) -> Decision:
    """Events and movements in the order in which they happen; raises ``Rejected`` and changes nothing otherwise."""
    answer = _ANSWERS.get(type(intent))
    if answer is None:
        raise TypeError(f"royal_blackjack@1 does not know {type(intent).__name__}")
    return answer(state, intent, facts)


_ANSWERS: Final[dict[type, Callable[[State, Any, Facts], Decision]]] = {
    OpenRound: betting.open_round,
    Sit: betting.sit,
    Leave: betting.leave,
    CloseBetting: betting.close,
    Act: play.act,
    Proceed: play.proceed,
    Silence: play.silence,
}
