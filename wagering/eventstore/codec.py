"""Events to canonical text and back. The text is what is stored and hashed; nothing else of an event is.

Canonical form: JSON without spaces, keys sorted, UTF-8, integers only. Decoding re-encodes and compares, so that a
field dropped, renamed or retyped in the code is found at once instead of silently lost.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from wagering.eventstore.upcasting import upcast

_encoder = msgspec.json.Encoder(order="sorted")


class UndecodableEventError(Exception):
    """A stored event that this code cannot read: unknown name, missing or extra field, or not canonical."""


@cache
def _decoder(event_type: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(event_type, strict=True)


def canonical(value: Any) -> str:
    """Canonical JSON text of ``value``. Events hold no floats (a test looks at every type), so none is written."""
    return _encoder.encode(value).decode()


def decode(types: Mapping[str, type], name: str, body: str) -> Any:
    """The event stored as ``name`` with text ``body``; raises ``UndecodableEventError``."""
    name, body = upcast(name, body)
    event_type = types.get(name)
    if event_type is None:
        raise UndecodableEventError(f"unknown event {name}")
    try:
        event = _decoder(event_type).decode(body)
    except msgspec.MsgspecError as error:
        raise UndecodableEventError(f"{name}: {error}") from error
    if canonical(event) != body:
        raise UndecodableEventError(f"{name}: stored text is not what this code writes")
    return event
