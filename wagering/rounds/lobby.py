"""Tables and rules as players find them before they sit down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from games.catalog import CATALOG
from games.kernel.ruleset import Rejected
from wagering.backoffice.language import title, word
from wagering.backoffice.rule_text import RuleText, rule_text
from wagering.rounds import lobby_serializers as s
from wagering.rounds.messages import message_fields
from wagering.tables.queries import OnBoard, table_of, tables_of


def tables(operator: str, among: Sequence[str], after: str, limit: int) -> list[s.LobbyTable]:
    """At most ``limit`` of the operator's tables by id, those after ``after``; ``among`` these, or all if empty."""
    return [s.LobbyTable(**_common(row)) for row in tables_of(operator, after, limit, among)]


def table(operator: str, name: str) -> s.TableTerms:
    """``Rejected`` unknown_table."""
    row = table_of(operator, name)
    rules = _text(row.game)
    return s.TableTerms(**_common(row), options=row.options, rules_sha256=rules.digest if rules else None)


def _common(row: OnBoard) -> dict[str, Any]:
    return {
        "table": row.table, "game": row.game, "title": title(row.game), "currency": row.currency, "awaits": row.awaits,
        "paused": row.paused, "seats": row.seats,
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
