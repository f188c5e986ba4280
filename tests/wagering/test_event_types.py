"""Stored events: explicit names, immutable values, and nothing in them that JSON or a hash could blur."""

import dataclasses
import typing
from collections.abc import Iterator

import pytest

from wagering.project.wiring import EVENT_TYPES, HANDLERS

SCALARS = (int, str, bool, type(None))


def leaves(hint: object) -> Iterator[object]:
    """The types a field may hold, tuples and nested dataclasses opened up."""
    if dataclasses.is_dataclass(hint):
        for inner in typing.get_type_hints(hint).items():
            if inner[0] != "NAME":
                yield from leaves(inner[1])
    elif arguments := typing.get_args(hint):
        for argument in arguments:
            if argument is not Ellipsis:
                yield from leaves(argument)
    else:
        yield hint


@pytest.mark.parametrize("name", sorted(EVENT_TYPES))
def test_an_event_is_a_frozen_value_with_a_stored_name(name: str) -> None:
    event = EVENT_TYPES[name]
    assert name == event.NAME
    subject, _, version = name.partition("@")
    assert subject.count(".") == 1
    assert version.isdigit()
    assert event.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert hasattr(event, "__slots__")


@pytest.mark.parametrize("name", sorted(EVENT_TYPES))
def test_no_event_holds_a_float(name: str) -> None:
    # Options and outcomes are JSON objects; the rules read and write them without floats (their own tests).
    assert set(leaves(EVENT_TYPES[name])) <= {*SCALARS, typing.Any}


def test_every_command_says_who_may_send_it() -> None:
    assert len({command.KIND for command in HANDLERS}) == len(HANDLERS)
    assert all(command.ROLES for command in HANDLERS)
