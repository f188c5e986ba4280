"""What players are told of tables and rules before they sit down."""

from __future__ import annotations

from typing import Any

import msgspec


class LobbyTable(msgspec.Struct, frozen=True):
    """A table. ``game``: the id of its rules; ``awaits``: what it waits for; ``seats``: who sits where."""

    table: str
    game: str
    title: str
    currency: str
    awaits: str
    paused: bool
    seats: dict[str, str]


class LobbyPage(msgspec.Struct, frozen=True):
    """Tables by id."""

    items: list[LobbyTable]
    next: str | None


class TableTerms(LobbyTable, frozen=True):
    """A table with what is pinned there: limits, prices and times by the names of its rules, amounts in minor units.

    ``rules_sha256``: of the text of its rules, hexadecimal.
    """

    options: dict[str, Any]
    rules_sha256: str | None


class MessageRules(msgspec.Struct, frozen=True):
    """A message that the game knows: what it means, its fields as JSON Schema, and which of them it needs."""

    meaning: str
    fields: dict[str, dict[str, Any]]
    required: list[str]


class GameRules(msgspec.Struct, frozen=True):
    """The rules of a game as they are released under this id, for ever.

    ``words``: the names of its bets, actions, outcomes and questions by code, in the language asked for. ``intents``:
    the messages that ``actions`` takes, by name.
    """

    game: str
    title: str
    text: str | None
    sha256: str | None
    words: dict[str, str]
    bet_kinds: list[str]
    intents: dict[str, MessageRules]
