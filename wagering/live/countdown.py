"""The clock of an open question, in server time: the same for everyone at the table."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from wagering.rounds.play import Play

Countdown = datetime | None
"""When the open question is due, if its clock runs."""


def countdown_of(play: Play) -> Countdown:
    """None without a question and while the table is paused. Tables of recorded sessions have a clock of their own, on
    which nobody waits: None too."""
    if play.deadline is None or play.paused or play.clock != "wall":
        return None
    return play.deadline.due


def stamp(due: Countdown, now: datetime) -> dict[str, Any]:
    """``due_at``, and ``remaining_ms`` until then at server time ``now``, at least 0."""
    if due is None:
        return {"due_at": None, "remaining_ms": None}
    return {"due_at": due, "remaining_ms": max(0, round((due - now).total_seconds() * 1_000))}
