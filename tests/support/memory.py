"""Does what a process remembers, and what the clock is told, agree with the log?"""

from __future__ import annotations

from wagering.eventstore.session import execute as sql
from wagering.rounds import cache
from wagering.rounds.load import load_play

_DEADLINE = "SELECT what, number, due_at FROM clock_deadline WHERE subject = %b::text"


def wrong_memories(table: str) -> list[str]:
    """What the deadline's row and the remembered table say otherwise than the table's events, folded anew."""
    play, seen = load_play(table), cache.get(table)
    row = sql(_DEADLINE, (f"table/{table}",)).fetchone()
    due = play.deadline and (play.deadline.what, play.deadline.number, play.deadline.due)
    found = [f"the clock is told {row}, the log says {due}"] if row != due else []
    if seen is None or (seen.table_version, seen.round_version) != (play.table_version, play.round_version):
        return found
    names = ("state", "status", "deadline", "left", "paused", "outcome", "corrections")
    now = {name: (getattr(seen, name), getattr(play, name)) for name in names}
    found += [f"{name}: remembered {ours}, the log says {its}" for name, (ours, its) in now.items() if ours != its]
    if seen.shoe is not None and seen.shoe != play.shoe:
        found.append(f"shoe: remembered {seen.shoe}, the log says {play.shoe}")
    return found
