"""Tables and rules as players find them before they sit down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, LiteralString

import msgspec

from games.catalog import CATALOG
from games.kernel.ruleset import Rejected
from wagering.backoffice.language import title, word
from wagering.backoffice.rule_text import RuleText, rule_text
from wagering.eventstore.session import execute
from wagering.rounds import lobby_serializers as s
from wagering.rounds.messages import message_fields

_TABLES: Final[LiteralString] = """
SELECT id, game, currency, awaits, paused, seats::text, options::text FROM tables_table
WHERE operator = %b::text AND id > %b::text AND (cardinality(%b::text[]) = 0 OR id = ANY (%b::text[]))
ORDER BY id LIMIT %b::bigint
"""
_TABLE: Final[LiteralString] = """
SELECT id, game, currency, awaits, paused, seats::text, options::text FROM tables_table WHERE id = %b::text
"""


def tables(operator: str, among: Sequence[str], after: str, limit: int) -> list[s.LobbyTable]:
    """At most ``limit`` of the operator's tables by id, those after ``after``; ``among`` these, or all if empty."""
    rows = execute(_TABLES, (operator, after, list(among), list(among), limit))
    return [s.LobbyTable(**_common(row)) for row in rows]


def table(name: str) -> s.TableTerms:
    """``Rejected`` unknown_table."""
    row = execute(_TABLE, (name,)).fetchone()
    if row is None:
        raise Rejected("unknown_table", "", f"there is no table {name}", "table")
    rules, options = _text(row[1]), msgspec.json.decode(row[6])
    return s.TableTerms(**_common(row), options=options, rules_sha256=rules.digest if rules else None)


def _common(row: Sequence[Any]) -> dict[str, Any]:
    name, game, currency, awaits, paused, seats, _ = row
    return {
        "table": name, "game": game, "title": title(game), "currency": currency, "awaits": awaits, "paused": paused,
        "seats": msgspec.json.decode(seats),
    }  # fmt: skip


def rules(game: str) -> s.GameRules:
    """The rules of a released game in words; names in the active language. ``Rejected`` unknown_game."""
    ruleset, text = CATALOG.get(game), _text(game)
    if ruleset is None:
        raise Rejected("unknown_game", "", "there is no such game", "game")
    return s.GameRules(
        game, title(game), text.text if text else None, text.digest if text else None,
        {code: word(game, code) for code in ruleset.words}, list(ruleset.bet_kinds),
        {name: _message(kind) for name, kind in ruleset.intents.items()},
    )  # fmt: skip


def _message(kind: type) -> s.MessageRules:
    fields = message_fields(kind)
    needed = [name for name, about in fields.items() if "default" not in about]
    return s.MessageRules((kind.__doc__ or "").strip(), fields, needed)


@cache
def _text(game: str) -> RuleText | None:
    return rule_text(game) if game in CATALOG else None
