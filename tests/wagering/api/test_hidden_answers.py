"""While a round of any game runs, nobody is told by the interface what he may not see, whatever he asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.urls import get_resolver

from games.catalog import CATALOG, SAMPLES
from games.kernel.cards import HIDDEN
from tests.support import callers
from tests.support.callers import Api
from tests.support.hands import Hand, told
from tests.support.staff import Staff
from wagering.backoffice.rule_text import rule_text
from wagering.rounds.queries import current, view

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]

UNUSED = {"operator-webhook", "operator-deliveries"}  # their answers are looked at by tests/wagering/feed


def reading(audience: str) -> Iterator[tuple[str, str]]:
    """Addresses that this audience may read, and their names. Streams: see tests/wagering/live/test_hidden.py."""
    for subject in get_resolver("wagering.project.api_urls").url_patterns:
        for entry in subject.url_patterns:
            found = entry.callback.cls
            if getattr(found, "audience", "") == audience and hasattr(found, "get"):
                yield f"/{entry.pattern}", str(entry.name)


def askers(hand: Hand) -> Iterator[tuple[str, str, Api]]:
    """Everybody: viewer, audience, caller."""
    outsider = hand.house.player("outsider")
    for name in (*hand.players, outsider):
        yield name, "player", callers.player(hand.house, name)
    yield "", "studio", callers.device(hand.house, hand.table)
    yield "", "operator", callers.operator(hand.house)
    for role in ("supervisor", "compliance", "finance"):
        yield "", "staff", Staff(role)


@pytest.mark.timeout(180)
@pytest.mark.parametrize("game", [game for game in CATALOG if game in SAMPLES])
def test_every_address_that_can_be_read(run_id: str, game: str) -> None:
    """Everybody sees the open cards, a player his own too; nobody another's, or one that is not dealt."""
    hand, answered = Hand(game, f"answers-{run_id}"), set()
    hand.house.now = datetime.now(UTC)
    text = rule_text(game)
    rules = told(f"{text and text.text} {[intent.__doc__ for intent in CATALOG[game].intents.values()]}")
    shown = hand.known() | ({current(hand.table).order[0]} if CATALOG[game].burn else set())
    ids = {
        "table": hand.table, "round": f"{hand.table}.R", "game": game, "webhook": "none", "player": hand.players[0]
    }  # fmt: skip
    for viewer, audience, asker in askers(hand):
        own = {card for lying in view(hand.table, viewer).cards.values() for card in lying if card != HIDDEN}
        for pattern, name in reading(audience):
            path = re.sub(r"<\w+:(\w+)>", lambda found: ids[found[1]], pattern)
            answer = asker.get(path)
            assert answer.status_code in (200, 404), (path, answer.content)
            allowed = shown | own | (rules if name == "player-rules" else set())
            assert told(answer.content.decode()) <= allowed, (viewer or audience, path, answer.content)
            answered |= {name} if answer.status_code == 200 else set()
    everything = {name for audience in ("player", "studio", "operator", "staff") for _, name in reading(audience)}
    assert everything - answered == UNUSED
