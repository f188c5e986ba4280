"""Strict input: a body or a query is exactly what is described, or it is refused with the field named.

What JSON readers usually let pass is refused: a name given twice, NaN and Infinity, ``true`` for a number, ``1.0`` for
a whole one, unknown names, names in other letters, characters that PostgreSQL cannot store.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, NoReturn, TypeVar

import msgspec
from django.http import QueryDict
from msgspec.structs import replace

from wagering.api.problems import Problem

LARGEST_BODY: Final = 64 * 1024
"""Bytes. Nothing that is sent here is a tenth of it."""

_PLACE: Final = re.compile(r"`\$\.([^`]+)`")
_UNKNOWN: Final = re.compile(r"unknown field `([^`]+)`")
_MISSING: Final = re.compile(r"missing required field `([^`]+)`")
_AMOUNTS: Final = ("amount", "deposit")

T = TypeVar("T")


class _DuplicateError(ValueError):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def read_body(raw: bytes, wanted: type[T]) -> T:
    """``raw`` as ``wanted``; ``Problem`` malformed_json, unknown_field, bad_field or bad_amount."""
    return _convert(_parse(raw), wanted, strict=True)


def read_query(query: QueryDict, wanted: type[T]) -> T:
    """The parameters behind the question mark as ``wanted``, times in UTC; ``Problem`` unknown_field or bad_field."""
    found: dict[str, Any] = {}
    for name, values in query.lists():
        if len(values) > 1:
            raise Problem("bad_field", f"{name} is given twice", name)
        _check_text(values[0], name)
        found[name] = values[0]
    asked: Any = _convert(found, wanted, strict=False)
    times: dict[str, datetime] = {}
    for name, text in found.items():
        value = getattr(asked, name)
        if type(value) is int and str(value) != text:  # "1.0" and "1e1" are numbers to a lax reader
            raise Problem("bad_field", f"{name} must be a whole number", name)
        if type(value) is datetime:
            times[name] = _utc(value, text, name)
    read: T = replace(asked, **times)
    return read


def _utc(value: datetime, text: str, name: str) -> datetime:
    """To a lax reader "-1" is a time as well; PostgreSQL takes no offset of 16 hours and more."""
    try:
        if ":" in text:
            return value.astimezone(UTC)
    except OverflowError:
        pass
    raise Problem("bad_field", f"{name} must be a time such as 2026-01-31T12:00:00Z", name)


def _parse(raw: bytes) -> Any:
    try:
        found = json.loads(raw.decode(), object_pairs_hook=_once, parse_constant=_no_constant)
        # The reader's own check for depth, so that the next ones may recurse.
        if b"\\u" in raw or b"\0" in raw:
            _check_texts(found)
    except _DuplicateError as error:
        raise Problem("bad_field", f"{error.name} is given twice", error.name) from None
    except UnicodeDecodeError:
        raise Problem("malformed_json", "the body is not UTF-8") from None
    except RecursionError:
        raise Problem("malformed_json", "the body is nested too deeply") from None
    except ValueError as error:
        raise Problem("malformed_json", str(error)[:200]) from None
    if not isinstance(found, dict):
        raise Problem("malformed_json", "the body must be a JSON object")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise _DuplicateError(next(name for name in names if names.count(name) > 1))
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _check_texts(value: Any, field: str = "") -> None:
    if isinstance(value, str):
        _check_text(value, field)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            _check_text(name, field or name)
            _check_texts(inner, field or name)
    elif isinstance(value, list):
        for inner in value:
            _check_texts(inner, field)


def _check_text(text: str, field: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Problem("bad_field", "a text that is not Unicode", _printable(field)) from None
    if "\0" in text:
        raise Problem("bad_field", "a text with a zero character", _printable(field))


def _printable(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()


def _convert(found: Any, wanted: type[T], *, strict: bool) -> T:
    try:
        return msgspec.convert(found, wanted, strict=strict)
    except msgspec.ValidationError as error:
        why = str(error)
    if named := _UNKNOWN.search(why):
        raise Problem("unknown_field", why, named[1])
    if named := _MISSING.search(why):
        raise Problem("bad_field", why, named[1])
    place = _PLACE.search(why)
    field = place[1] if place else ""
    raise Problem("bad_amount" if field in _AMOUNTS else "bad_field", why, field)
