"""Inline projections of table, shoe and round streams: complete rows, derived from the ``Play`` before and after."""

from collections.abc import Mapping
from typing import Any

from games.kernel.events import CardDealt
from wagering.dispatch.work import Rows
from wagering.rounds.play import Play, awaits, table_stream
from wagering.tables.events import ShoeMounted


def rows(before: Play | None, after: Play) -> Rows:
    """What the boards say now, where it differs from ``before``; a new table's row is whole, options included."""
    found: Rows = {}
    if before is None:
        found["tables_table"] = [table_row(after)]
    elif (now := board_row(after)) != board_row(before):
        found["changed_tables"] = [now]
    if after.round and (before is None or _standing(before) != _standing(after)):
        found["rounds_round"] = [round_row(after)]
    if before is None or before.deadline != after.deadline:
        deadline = deadline_row(after)
        if deadline:
            found["clock_deadline"] = [deadline]
        elif before and before.deadline:
            found["no_deadline"] = [table_stream(after.table)]
    return found


def table_row(play: Play) -> Mapping[str, Any]:
    return {
        "id": play.table,
        "operator": play.operator,
        "game": play.game,
        "currency": play.currency,
        "clock": play.clock,
        "options": play.raw_options,
        **board_row(play),
    }


def board_row(play: Play) -> Mapping[str, Any]:
    """What changes at a table."""
    return {
        "id": play.table,
        "seats": {str(seat): seated.player for seat, seated in sorted(play.ruleset.seats(play.state).items())},
        "shoe": play.shoe.id if play.shoe else "",
        "round": play.round,
        "awaits": awaits(play),
        "due_at": play.deadline.due if play.deadline else None,
        "paused": bool(play.paused),
    }


def _standing(play: Play) -> tuple[Any, ...]:
    return play.round, play.status, play.ended_at, play.outcome, play.reason, play.corrections


def round_row(play: Play) -> Mapping[str, Any]:
    return {
        "id": play.round,
        "table": play.table,
        "game": play.game,
        "shoe": play.round_shoe,
        "status": play.status,
        "opened_at": play.opened_at,
        "ended_at": play.ended_at,
        "outcome": play.outcome,
        "reason": play.reason,
        "corrections": play.corrections,
    }


def deadline_row(play: Play) -> Mapping[str, Any] | None:
    if play.deadline is None:
        return None
    return {
        "subject": table_stream(play.table),
        "what": play.deadline.what,
        "number": play.deadline.number,
        "due_at": play.deadline.due,
        "clock": play.clock,
    }


def draw_row(event: CardDealt, round_id: str) -> Mapping[str, Any]:
    return {
        "id": f"{event.shoe}/{event.draw}",
        "shoe": event.shoe,
        "draw": event.draw,
        "card": event.card,
        "to": event.to,
        "round": round_id,
    }


def burn_row(event: ShoeMounted) -> Mapping[str, Any]:
    """The shown burn card; the cards discarded after it are not known."""
    return {
        "id": f"{event.shoe}/1",
        "shoe": event.shoe,
        "draw": 1,
        "card": event.burn_card,
        "to": "",
        "round": "",
    }


def shoe_row(event: ShoeMounted) -> Mapping[str, Any]:
    return {
        "id": event.shoe,
        "table": event.table,
        "live": event.live,
        "packs": event.packs,
        "burned": event.burned,
        "commitment": event.commitment,
        "cut_out": False,
        "retired": False,
    }
