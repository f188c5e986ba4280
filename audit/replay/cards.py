"""Which cards lie where, for the auditor: hidden ones are known to the log and shown in parentheses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kernel.cards import HIDDEN
from games.kernel.ruleset import Facts, Ruleset


def cards_by_place(
    ruleset: Ruleset, state: Any, facts: Facts, dealt: Mapping[str, list[str]]
) -> dict[str, tuple[str, ...]]:
    """Cards by place as the rules show them to all viewers together; ``dealt`` fills in what none of them sees."""
    places: dict[str, tuple[str, ...]] = {}
    viewers = {"public", *(seated.player for seated in ruleset.seats(state).values())}
    for viewer in sorted(viewers):
        for place, shown in ruleset.view(state, viewer, facts).cards.items():
            if place not in places or places[place].count(HIDDEN) > shown.count(HIDDEN):
                places[place] = tuple(shown)
    return {place: _known(shown, dealt.get(place, [])) for place, shown in places.items()}


def _known(shown: tuple[str, ...], dealt: list[str]) -> tuple[str, ...]:
    if HIDDEN not in shown or len(shown) != len(dealt):
        return shown
    return tuple(f"({real})" if card == HIDDEN else card for card, real in zip(shown, dealt, strict=True))
