"""What of an event is told, field by field, and that nothing is told that nobody has decided on."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from typing import Any

import pytest

from games.catalog import CATALOG
from games.kernel import events as kernel
from wagering.eventstore.codec import canonical
from wagering.feed.publication import PUBLIC, PublishedEvent, Stored, published
from wagering.project.wiring import EVENT_TYPES
from wagering.rounds.events import CardCorrected
from wagering.tables.events import ShoeRetired

NOW = datetime(2026, 3, 1, tzinfo=UTC)
# Decided on: in streams that the feed does not read, and a player's protection, which is told by name only.
OUTSIDE = {"access", "webhook"}
BY_NAME = {"wallet.limit_set@1", "wallet.paused@1"}


def stored(name: str, content: dict[str, Any], round_id: str = "r", over: bool = False) -> Stored:
    return Stored(7, "round/r", 2, name, NOW, NOW, round_id, "t", "JPY", canonical(content), over)


def told(event: Any, **where: Any) -> PublishedEvent:
    return published(stored(event.NAME, dataclasses.asdict(event), **where))


def test_every_field_that_is_told_exists() -> None:
    for name, fields in PUBLIC.items():
        assert fields <= {field.name for field in dataclasses.fields(EVENT_TYPES[name])}, name


def test_games_own_events_are_withheld() -> None:
    own = {name for ruleset in CATALOG.values() for name in ruleset.events}
    assert own
    assert not own & set(PUBLIC)


@pytest.mark.parametrize("name", ["round.tomorrow@1", "wallet.deposited@2", "patience.card_moved@1"])
def test_an_event_that_nobody_decided_on_is_withheld(name: str) -> None:
    event = published(stored(name, {"amount": 5, "card": "AS"}))
    assert (event.content, event.withheld, event.name) == (None, True, name)


def test_a_field_that_nobody_decided_on_is_withheld() -> None:
    event = published(stored("wallet.deposited@1", {"amount": 5, "card": "AS"}))
    assert (event.content, event.withheld) == ({"amount": 5}, True)


def test_what_is_told_whole() -> None:
    event = told(kernel.SeatTaken(seat=3, player="ana"))
    assert event == PublishedEvent(
        7, "round/r", 2, "round.seat_taken@1", NOW, NOW, "r", "t", "JPY", 0, {"seat": 3, "player": "ana"}, False
    )
    nothing = published(stored("round.settled@1", {}))
    assert (nothing.content, nothing.withheld) == ({}, False)


@pytest.mark.parametrize(("face", "shown"), [("up", True), ("down", False), ("", False), ("UP", False)])
def test_a_card_is_told_if_it_lies_face_up(face: str, shown: bool) -> None:
    event = told(kernel.CardDealt(shoe="s", draw=3, to="dealer", card="AS", face=face))
    assert (event.content is not None, event.withheld) == (shown, not shown)


def test_a_corrected_card_may_be_a_hidden_one() -> None:
    event = told(
        CardCorrected(
            shoe="s", draw=3, was="AS", card="KS", reason="MISSCAN", supervisor="a", second="b", late=False
        )
    )  # fmt: skip
    assert event.withheld
    assert event.content is not None
    assert not {"was", "card"} & set(event.content)


@pytest.mark.parametrize(
    ("round_id", "over", "opened"), [("", False, True), ("r", True, True), ("r", False, False)]
)  # fmt: skip
def test_a_pack_is_opened_when_nobody_holds_its_cards(round_id: str, over: bool, opened: bool) -> None:
    event = told(ShoeRetired(shoe="s", nonce="n", order="AS KS"), round_id=round_id, over=over)
    assert event.content == ({"shoe": "s", "nonce": "n", "order": "AS KS"} if opened else {"shoe": "s"})
    assert event.withheld is not opened


def test_a_new_event_type_asks_for_a_decision() -> None:
    """Every type is told, a game's own, or in the list of this file."""
    own = {name for ruleset in CATALOG.values() for name in ruleset.events}
    undecided = set(EVENT_TYPES) - set(PUBLIC) - own - BY_NAME
    assert {name for name in undecided if name.partition(".")[0] not in OUTSIDE} == set()
