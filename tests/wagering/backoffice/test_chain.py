"""The quick look at the hash chain finds a changed, a missing and a cut-off event."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest

from wagering.backoffice import chain
from wagering.eventstore.append import New, append

pytestmark = pytest.mark.database

AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def round_id(database: str) -> str:
    """A round of four events, and one in a wallet that has an older event of its own."""
    name = uuid.uuid4().hex
    wallet = f"wallet/{name}"
    append([New(wallet, "x.earlier@1", "{}")], {wallet: 0}, actor="a:b", command="0", occurred_at=AT)
    events = [New(f"round/{name}", f"x.step{number}@1", f'{{"n":{number}}}') for number in range(4)]
    events.append(New(wallet, "x.later@1", "{}"))
    streams: dict[str, int | None] = {f"round/{name}": 0, wallet: 1}
    append(events, streams, actor="a:b", command="1", occurred_at=AT, correlation=name)
    return name


def all_of(round_id: str) -> list[chain.Linked]:
    return [*chain.of_round(round_id, wallets=False, limit=99), *chain.of_round(round_id, wallets=True, limit=99)]


def test_what_was_appended_fits(round_id: str) -> None:
    found = chain.check(all_of(round_id), f"round/{round_id}")
    assert found.intact
    assert (found.events, found.streams) == (5, 2)


@pytest.mark.parametrize("change", [{"body": "{}"}, {"actor": "a:c"}, {"version": 3}, {"previous": bytes(32)}])
def test_a_changed_event_is_named(round_id: str, change: dict[str, object]) -> None:
    events = all_of(round_id)
    events[1] = events[1]._replace(**change)
    found = chain.check(events)
    assert not found.intact
    assert found.broken == events[1]


def test_a_missing_event_and_a_cut_off_end_are_seen(round_id: str) -> None:
    events = all_of(round_id)
    stream = f"round/{round_id}"
    assert "gap" in chain.check([events[0], *events[2:]], stream).gap
    assert "head" in chain.check(events[:3], stream).gap
    assert "head" in chain.check([], stream).gap


def test_a_single_event_and_the_first_of_a_stream(round_id: str) -> None:
    first = chain.first_of(f"round/{round_id}")
    assert first is not None
    assert first.intact
    assert first.previous is None
    assert chain.at_position(first.position) == first
    assert chain.at_position(0) is None
