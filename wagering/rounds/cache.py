"""Tables at play as this process has seen them last. May be emptied at any time: versions are checked at commit."""

from wagering.rounds.play import Play

_plays: dict[str, Play] = {}


def get(table: str) -> Play | None:
    """The table as last seen, or None."""
    return _plays.get(table)


def put(play: Play) -> None:
    """Remember ``play``."""
    _plays[play.table] = play


def drop(table: str) -> None:
    """Forget a table."""
    _plays.pop(table, None)


def clear() -> None:
    """Forget everything."""
    _plays.clear()
