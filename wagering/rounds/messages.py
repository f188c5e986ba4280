"""The messages of the games, as they are sent and described."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec


@cache
def message_fields(intent: type) -> dict[str, Any]:
    """The fields of an intent as JSON Schema by name, without ``player``: who that is follows from his session."""
    _, schemas = msgspec.json.schema_components([intent])
    (schema,) = schemas.values()
    return {name: about for name, about in schema["properties"].items() if name != "player"}
