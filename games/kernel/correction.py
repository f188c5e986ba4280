"""Repeating a recorded round in which one card was really another.

The play stays as recorded; only the card changes. The correction stands if every event still fits the state before it
and the same thing is awaited at the end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from games.kernel.events import CardDealt
from games.kernel.expectations import Ask, Decide, Expectation
from games.kernel.ruleset import Rejected, Ruleset


def fold(rules: Ruleset, state: Any, events: Iterable[Any]) -> Any:
    """The state after these events."""
    for event in events:
        state = rules.evolve(state, event)
    return state


def corrected(events: Sequence[Any], shoe: str, draw: int, card: str) -> list[Any]:
    """The same events with draw ``draw`` of ``shoe`` being ``card``; ``Rejected`` unknown_card if there is none."""
    found = [
        replace(event, card=card)
        if isinstance(event, CardDealt) and (event.shoe, event.draw) == (shoe, draw)
        else event
        for event in events
    ]
    if all(new is old for new, old in zip(found, events, strict=True)):
        raise Rejected("unknown_card", "", f"draw {draw} of {shoe} was not in this round", "draw")
    return found


def repeat(rules: Ruleset, before: Any, events: Iterable[Any], awaited: Expectation) -> Any:
    """The state after the corrected ``events``, starting from ``before``; ``Rejected`` correction_impossible."""
    state = before
    for event in events:
        if not rules.fits(state, event):
            why = f"{event.NAME} does not fit the corrected card"
            raise Rejected("correction_impossible", "", why, "card")
        state = rules.evolve(state, event)
    if not same_wait(rules.expects(state), awaited):
        raise Rejected("correction_impossible", "", "with the corrected card something else would be due", "card")
    return state


def same_wait(one: Expectation, other: Expectation) -> bool:
    """Is the same thing awaited: the same card, the same hand's decision, the same question, or both over."""
    if isinstance(one, Decide) and isinstance(other, Decide):
        return (one.seat, one.hand, one.player) == (other.seat, other.hand, other.player)
    if isinstance(one, Ask) and isinstance(other, Ask):
        return one.question == other.question
    return one == other
