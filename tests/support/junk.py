"""Values that nobody expects in a field."""

from __future__ import annotations

from typing import Any, Final

from wagering.eventstore.session import execute as sql

NAN: Final = float("nan")
DEEP: Final[list[Any]] = []
DEEP.append(DEEP)
JUNK: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**200, -(2**63) - 1, 1.0, 1.5, NAN, float("inf"), "", "x", "1", "a\0b",
    "\ud800", "ü", "../../etc", "<script>", "' OR 1=1 --", "x" * 20_000, [], [1], {}, {"a": 1}, {1: 2}, {"a": NAN},
    {"a": {"b": ["\0"]}}, b"x", DEEP,
)  # fmt: skip


def last_position() -> int:
    row = sql("SELECT coalesce(max(position), 0) FROM eventstore_event").fetchone()
    assert row is not None
    return int(row[0])
