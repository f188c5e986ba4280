"""How a table stands, as everybody at it may know: what is awaited, by when, and in which round.

What a table is (its operator, game and currency) never changes, so it is remembered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, LiteralString, NamedTuple

from games.kernel.ruleset import View
from wagering.eventstore.session import execute
from wagering.rounds.play import Play, awaits, question_of
from wagering.rounds.serializers import ShoeStanding
from wagering.tables.queries import unknown_table

_IDENTITY: Final[LiteralString] = "SELECT operator, game, currency FROM tables_table WHERE id = %b::text"
_COMMITMENT: Final[LiteralString] = "SELECT commitment FROM tables_shoe WHERE id = %b::text"


class Identity(NamedTuple):
    """Whose table it is, the id of its rules, and its currency."""

    operator: str
    game: str
    currency: str


@lru_cache(maxsize=10_000)
def identity(table: str) -> Identity:
    """``Rejected`` unknown_table."""
    row = execute(_IDENTITY, (table,)).fetchone()
    if row is None:
        raise unknown_table(table)
    return Identity(*row)


@lru_cache(maxsize=10_000)
def commitment(shoe: str) -> str | None:
    """What was published of a virtual shoe before its first card; None for a live one."""
    row = execute(_COMMITMENT, (shoe,)).fetchone()
    return row[0] or None if row else None


def number(play: Play) -> int | None:
    """The number of the open question, None while there is none or the table is paused."""
    asked = question_of(play.expects()) if play.running and not play.paused else None
    return asked[1] if asked else None


def due(play: Play) -> datetime | None:
    """By when the open question must be answered; None without one, while its clock stands still, and at a table of a
    recorded session, whose clock nobody waits for."""
    return play.deadline.due if play.deadline and not play.paused and play.clock == "wall" else None


def standing(play: Play, now: datetime) -> dict[str, Any]:
    """The fields of ``serializers.Standing`` at server time ``now``."""
    until = due(play)
    return {
        "table": play.table,
        "round": play.round or None,
        "status": play.status or None,
        "awaits": awaits(play),
        "number": number(play),
        "paused": bool(play.paused),
        "server_time": now,
        "due_at": until,
        "remaining_ms": None if until is None else max(0, round((until - now).total_seconds() * 1_000)),
    }


def viewed(play: Play, found: View, now: datetime) -> dict[str, Any]:
    """The fields of ``serializers.TableView``: the table as whoever ``found`` is for may see it."""
    return {
        **standing(play, now),
        "game": play.game,
        "currency": play.currency,
        "seats": seats(play),
        "cards": laid(found.cards),
        "may": list(found.may),
        "score": play.ruleset.outcome(play.state).get("score"),
        "shoe": shoe(play),
    }


def laid(cards: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Cards by place, as they are told."""
    return {place: list(lying) for place, lying in cards.items()}


def shoe(play: Play) -> ShoeStanding | None:
    """The shoe that the table deals from."""
    if play.shoe is None:
        return None
    return ShoeStanding(play.shoe.id, play.shoe.next_draw, play.shoe.cut_out, commitment(play.shoe.id))


def seats(play: Play) -> dict[str, str]:
    """Who sits where."""
    return {str(seat): seated.player for seat, seated in sorted(play.ruleset.seats(play.state).items())}
