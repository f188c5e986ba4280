"""Royal 9K as it is simulated and demonstrated: table options and a player who looks at his own cards only."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from games.kernel.cards import PACK
from games.kernel.expectations import Decide
from games.kernel.sample import Sample
from games.royal_9k.v1.intents import Act
from games.royal_9k.v1.options import SEATS
from games.royal_9k.v1.ranking import category, points
from games.royal_9k.v1.state import HAND, State, hand_at

_ORDINARY: Final = 20_040 / 22_100
_BETTER_THAN: Final = {"flush": 0.93, "straight": 0.97, "ung": 0.99, "straight_flush": 1.0, "sam": 1.0}
_BET, _RAISE, _CALL = 0.6, 0.8, 0.4
"""The share of all hands that one's own must beat for it."""


def table_options(shoe: str, chip: int, times: Mapping[str, int]) -> dict[str, Any]:
    """An ante of one chip, bets of two, by the usual rules. A pot of whole chips may leave a rake of a fraction."""
    return {"shoe": shoe, "ante": chip, "unit": 2 * chip, "turn_s": 15, "incident_s": 300, **times}


def careful(state: State, question: Decide, may: Sequence[str]) -> Act:
    """Bets, raises and calls by the share of all hands that his own, or what it may still become, will beat."""
    worth = _worth(hand_at(state, question.seat).cards)
    for action, least in (("raise", _RAISE), ("bet", _BET), ("call", _CALL), ("check", 0.0)):
        if action in may and worth >= least:
            return Act(question.player, action)
    return Act(question.player, "fold")


def legal(_: State, question: Decide, may: Sequence[str]) -> list[Act]:
    """One intent for each action."""
    return [Act(question.player, action) for action in may]


@cache
def _worth(cards: tuple[str, ...]) -> float:
    """About the share of all hands that lose to this one, by points if ordinary; of two cards, the mean."""
    if len(cards) < HAND:
        hopes = [_worth((*cards, card)) for card in PACK if card not in cards]
        return sum(hopes) / len(hopes)
    found = category(cards)
    return _ORDINARY * (points(cards) + 0.5) / 10 if found == "ordinary" else _BETTER_THAN[found]


SAMPLE: Final = Sample(
    table_options=table_options,
    seats=SEATS,
    players=2,
    strategies={"careful": careful},
    legal=legal,
)
