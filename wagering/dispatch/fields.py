"""Types at the command edge: a handler may rely on what its command's annotations say, whoever sent it.

Strict: ``true`` is no number, ``1.0`` no integer, ``"3"`` no seat. What PostgreSQL cannot store (NUL in a text, a whole
number beyond 64 bits) is refused here too, so that no sender can turn it into an error of the database.
"""

import re
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any, Final

import msgspec

from games.kernel.ruleset import Rejected
from wagering.dispatch.command import Command, Envelope

MOST_DEPTH: Final = 16
LONGEST_KEY: Final = 500
WIDEST: Final = 2**63
AMOUNTS: Final = frozenset({"amount", "deposit"})
"""Their refusal has a code of its own, whatever is wrong with them."""

_NAMED: Final = re.compile(r"\$\.(\w+)")


@cache
def _names(command: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(command))


def fingerprint(envelope: Envelope) -> bytes:
    """The envelope's fingerprint; ``Rejected`` bad_field for a key, actor, time or content that cannot be recorded."""
    for name, value in (("key", envelope.key), ("actor", envelope.actor)):
        if not isinstance(value, str) or not 0 < len(value) <= LONGEST_KEY or _trouble(value, 0):
            raise Rejected("bad_field", "", f"{name} must be a text of 1 to {LONGEST_KEY} characters", name)
    if not isinstance(envelope.at, datetime) or envelope.at.tzinfo is None:
        raise Rejected("bad_field", "", "the time must have a time zone", "at")
    try:
        return envelope.fingerprint()
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise Rejected("bad_field", "", f"the command cannot be written as JSON: {error}") from error


def check_fields(command: Command) -> None:
    """``Rejected`` bad_field naming the field whose type is not the declared one; bad_amount for an amount."""
    content = {name: getattr(command, name) for name in _names(type(command))}
    for name, value in content.items():
        if trouble := _trouble(value, 0):
            raise _refused(name, trouble)
    try:
        msgspec.convert(content, type(command), strict=True)
    except msgspec.ValidationError as error:
        named = _NAMED.search(str(error))
        raise _refused(named[1] if named else "", str(error)) from error


def _refused(name: str, why: str) -> Rejected:
    return Rejected("bad_amount" if name in AMOUNTS else "bad_field", "", f"{name}: {why}", name)


def _trouble(value: Any, depth: int) -> str:
    """Why ``value`` cannot be stored as JSON without loss; empty if it can."""
    if value is None or value is True or value is False:
        return ""
    if isinstance(value, str):
        return "" if value.isascii() and "\0" not in value else _text_trouble(value)
    if type(value) is int:
        return "" if -WIDEST <= value < WIDEST else "a whole number beyond 64 bits"
    if depth > MOST_DEPTH:
        return "nested too deeply"
    if isinstance(value, Mapping):
        return next((t for k, v in value.items() if (t := _key_trouble(k) or _trouble(v, depth + 1))), "")
    if isinstance(value, list | tuple):
        return next((t for each in value if (t := _trouble(each, depth + 1))), "")
    return f"{type(value).__name__} is no value here"


def _key_trouble(key: Any) -> str:
    return _trouble(key, 0) if isinstance(key, str) else "a name must be a text"


def _text_trouble(text: str) -> str:
    if "\0" in text:
        return "a text with a zero character"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "a text that is not Unicode"
    return ""
