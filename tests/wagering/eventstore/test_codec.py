"""Canonical text and back: exact integers, nothing lost in silence, old versions read as today's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.events import OCCURRED
from wagering.eventstore import read, upcasting
from wagering.eventstore.append import New, append
from wagering.eventstore.codec import UndecodableEventError, canonical, decode


@dataclass(frozen=True, slots=True)
class Paid:
    player: str
    amount: int
    cards: tuple[str, ...] = ()


NAME = "test.paid@1"
TYPES: Mapping[str, type] = {NAME: Paid}
EXACT = 9007199254740993  # 2^53 + 1: the first whole number that a float cannot hold


def test_the_text_is_sorted_and_without_spaces() -> None:
    assert canonical(Paid("ana", 1, ("Ah",))) == '{"amount":1,"cards":["Ah"],"player":"ana"}'
    assert canonical(Paid("မြ", -5)) == '{"amount":-5,"cards":[],"player":"မြ"}'


@pytest.mark.parametrize("amount", [EXACT, -EXACT, 2**63 - 1, -(2**63), 0])
def test_integers_survive_the_store(run_id: str, database: str, amount: int) -> None:
    event, stream = Paid("ana", amount), f"codec/{run_id}"
    append([New(stream, NAME, canonical(event))], {stream: 0}, actor="a", command=run_id, occurred_at=OCCURRED)
    (stored,) = read.read_stream(stream)
    assert decode(TYPES, stored.name, stored.body) == event
    assert str(amount) in stored.body


@given(st.builds(Paid, st.text(), st.integers(-(2**63), 2**63 - 1), st.lists(st.text()).map(tuple)))
def test_round_trip(event: Paid) -> None:
    text = canonical(event)
    assert decode(TYPES, NAME, text) == event
    assert canonical(decode(TYPES, NAME, text)) == text


@pytest.mark.parametrize(
    "body",
    [
        '{"amount":1,"cards":[],"player":"ana","tip":2}',  # a field that this code does not know
        '{"amount":1,"cards":[]}',
        '{"amount":1,"player":"ana"}',  # readable, but not what this code would write
        '{"amount":1.0,"cards":[],"player":"ana"}',
        '{"amount":"1","cards":[],"player":"ana"}',
        '{"amount":1, "cards":[],"player":"ana"}',
        '{"player":"ana","amount":1,"cards":[]}',
        '{"amount":1,"cards":[],"player":"\\u0061na"}',
        '{"amount":1,"amount":1,"cards":[],"player":"ana"}',
        "[]",
        "",
    ],
)
def test_any_other_text_is_refused(body: str) -> None:
    with pytest.raises(UndecodableEventError, match=NAME):
        decode(TYPES, NAME, body)


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(UndecodableEventError, match=r"unknown event test\.lost@1"):
        decode(TYPES, "test.lost@1", "{}")


def test_old_versions_are_read_as_todays(monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(body: dict[str, Any]) -> dict[str, Any]:
        return {"player": body["who"], "sum": body["sum"]}

    def in_minor_units(body: dict[str, Any]) -> dict[str, Any]:
        return {"player": body["player"], "amount": body["sum"] * 100, "cards": []}

    steps = {"test.payment@1": ("test.payment@2", rename), "test.payment@2": (NAME, in_minor_units)}
    assert upcasting.upcast("test.payment@1", '{"sum":7,"who":"ana"}', steps) == (NAME, canonical(Paid("ana", 700)))
    assert upcasting.upcast(NAME, "as it is", steps) == (NAME, "as it is")
    monkeypatch.setattr(upcasting.upcast, "__defaults__", (steps,))
    assert decode(TYPES, "test.payment@1", f'{{"sum":{EXACT},"who":"ana"}}') == Paid("ana", EXACT * 100)
    assert decode(TYPES, "test.payment@2", '{"player":"ana","sum":7}') == Paid("ana", 700)
