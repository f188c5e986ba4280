"""What the notifier says and the hubs hear: topics that may have changed, in messages short enough for PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

CHANNEL: Final = "wagering_live"
MOST_BYTES: Final = 7_900
"""PostgreSQL refuses a payload of 8,000 bytes."""
CONNECTION: Final[dict[str, Any]] = {
    "autocommit": True,
    "application_name": "wagering-live",
    "connect_timeout": 5,
    # Whoever only listens would never notice that the other end has vanished.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """Up to log position ``position`` these tables and players have changed; neither named: anything may have."""

    position: int
    tables: tuple[str, ...] = ()
    players: tuple[str, ...] = ()

    def topics(self) -> Iterator[str]:
        """Names under which listeners wait."""
        yield from map(table_topic, self.tables)
        yield from map(player_topic, self.players)


def table_topic(table: str) -> str:
    """What happens at a table."""
    return f"table/{table}"


def player_topic(player: str) -> str:
    """What happens in a player's wallet."""
    return f"player/{player}"


def payloads(position: int, tables: Iterable[str], players: Iterable[str]) -> Iterator[str]:
    """The messages that say so, each below ``MOST_BYTES``; none if nothing is named."""
    names = [*((name, True) for name in tables), *((name, False) for name in players)]
    frame, size, taken = 80, 0, list[tuple[str, bool]]()
    for name, is_table in names:
        # An id is plain ASCII: its quotes and comma are all that JSON adds.
        if taken and frame + size + len(name) + 3 > MOST_BYTES:
            yield _payload(position, taken)
            size, taken = 0, []
        size += len(name) + 3
        taken.append((name, is_table))
    if taken:
        yield _payload(position, taken)


def everything(position: int) -> str:
    """The message after which everybody looks."""
    return msgspec.json.encode(Change(position)).decode()


def read(payload: str) -> Change:
    """``msgspec.DecodeError`` or ``ValidationError`` (both ValueError) for what is not such a message."""
    return msgspec.json.decode(payload, type=Change)


def _payload(position: int, taken: list[tuple[str, bool]]) -> str:
    tables = tuple(name for name, is_table in taken if is_table)
    players = tuple(name for name, is_table in taken if not is_table)
    return msgspec.json.encode(Change(position, tables, players)).decode()
