"""Packs inside a round, replayed: each was due, was exactly the cards that were due, and was opened."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from audit.replay.record import Stored, load
from audit.replay.round import Repeated
from audit.snapshot import snapshot
from tests.support.matches import Match
from wagering.incidents.commands import ReportIncident
from wagering.rounds import commands as r

pytestmark = pytest.mark.database


@pytest.fixture(scope="module")
def recorded(database: str) -> Sequence[Stored]:
    """A match with a void game and a second pack, void in the end: no card was played."""
    match = Match(uuid.uuid4().hex[:12])
    match.pack(1)
    match.void_deal()
    match.pack(2)
    match.studio(ReportIncident(table=match.match, note="the table broke down"))
    void = r.VoidRound(table=match.match, round=f"{match.match}.R", reason="EXPOSED", supervisor="maya")
    match.must("supervisor:maya", void)
    with snapshot() as connection:
        return load(connection, f"{match.match}.R")


def differences(events: Sequence[Stored]) -> list[str]:
    again = Repeated()
    for event in events:
        again.apply(event)
    again.finish(events[-1])
    return [what for _, what in again.differences if "escrow" not in what]


def changed(events: Sequence[Stored], name: str, **fields: Any) -> list[Stored]:
    """The last event of this name with other content."""
    last = max(at for at, event in enumerate(events) if event.name == name)
    body: Mapping[str, Any] = {**events[last].body, **fields}
    return [replace(event, body=body) if at == last else event for at, event in enumerate(events)]


def test_as_it_was(recorded: Sequence[Stored]) -> None:
    assert [event.name for event in recorded].count("shoe.retired@1") == 2
    assert differences(recorded) == []


@pytest.mark.parametrize("place", [0, 1, 16, 37])
def test_a_place_that_may_not_be_shown(place: int, recorded: Sequence[Stored]) -> None:
    wrong = differences(changed(recorded, "round.pack_shuffled@1", shown_at=place))
    assert f"no card may be shown at place {place}" in wrong


def test_a_pack_that_was_not_due(recorded: Sequence[Stored]) -> None:
    assert "no reshuffle was due" in differences(changed(recorded, "round.pack_shuffled@1", what="reshuffle"))


def test_other_cards_than_were_due(recorded: Sequence[Stored]) -> None:
    order = [event for event in recorded if event.name == "shoe.retired@1"][-1].body["order"]
    (wrong,) = differences(changed(recorded, "shoe.retired@1", order=order.replace("6S", "2S")))
    assert wrong.endswith("was not exactly the 36 cards that were due")


def test_a_pack_that_was_not_opened(recorded: Sequence[Stored]) -> None:
    (wrong,) = differences([event for event in recorded if not event.stream.endswith(".S2")])
    assert wrong.endswith(".S2 was never opened")
