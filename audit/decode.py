"""Stored bodies as the games' own types, read with ``json`` and the types' annotations.

Strict: a missing or additional field, a float or a bool where a number belongs is an error, not a guess.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from games.kernel.events import CardDealt, CardShown, PackShuffled, SeatLeft, SeatTaken
from games.kernel.ruleset import Ruleset

KERNEL: Final[Mapping[str, type]] = {
    event.NAME: event for event in (CardDealt, CardShown, PackShuffled, SeatTaken, SeatLeft)
}


class UnreadableError(ValueError):
    """A stored text that is not what its name says."""


def body_of(text: str) -> dict[str, Any]:
    """The JSON object ``text``, without floats."""
    try:
        found = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
    except ValueError as error:
        raise UnreadableError(str(error)) from error
    if not isinstance(found, dict):
        raise UnreadableError("the body is not an object")
    return found


def game_event(ruleset: Ruleset, name: str, body: Mapping[str, Any]) -> Any:
    """The kernel's or the game's event called ``name``; ``UnreadableError`` if the ruleset has no such."""
    kind = KERNEL.get(name) or ruleset.events.get(name)
    if kind is None:
        raise UnreadableError(f"{ruleset.id} has no event {name}")
    return built(kind, body)


def built(kind: Any, value: Any) -> Any:
    """``value`` (from JSON) as ``kind``: a dataclass, tuple, union, mapping or plain type."""
    origin = get_origin(kind)
    if origin is tuple:
        return _tuple(kind, value)
    if origin in (Union, UnionType):
        return _one_of(kind, value)
    if is_dataclass(kind):
        return _dataclass(kind, value)
    if kind is Any:
        return value
    if origin in (dict, Mapping) or isinstance(origin, type):
        wanted = dict if issubclass(origin, Mapping) else list
        if type(value) is not wanted:
            raise UnreadableError(f"{value!r} is not {kind}")
        return value
    if type(value) is not kind:
        raise UnreadableError(f"{value!r} is not {kind.__name__}")
    return value


def _dataclass(kind: Any, value: Any) -> Any:
    hints = _fields(kind)
    if not isinstance(value, dict) or value.keys() != hints.keys():
        raise UnreadableError(f"{kind.__name__} does not have the fields of {value!r}")
    return kind(**{name: built(hint, value[name]) for name, hint in hints.items()})


@cache
def _fields(kind: Any) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__dataclass_fields__ if name in hints and name != "NAME"}


def _tuple(kind: Any, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise UnreadableError(f"{value!r} is not a list")
    inner = get_args(kind)
    if len(inner) == 2 and inner[1] is Ellipsis:
        return tuple(built(inner[0], item) for item in value)
    if len(inner) != len(value):
        raise UnreadableError(f"{value!r} does not have {len(inner)} items")
    return tuple(built(hint, item) for hint, item in zip(inner, value, strict=True))


def _one_of(kind: Any, value: Any) -> Any:
    for choice in get_args(kind):
        if choice is NoneType:
            if value is None:
                return None
            continue
        try:
            return built(choice, value)
        except UnreadableError:
            continue
    raise UnreadableError(f"{value!r} is none of {kind}")


def _no_float(text: str) -> Any:
    raise UnreadableError(f"{text} is not a whole number")
