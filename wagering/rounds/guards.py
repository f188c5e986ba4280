"""Refusals that every command at a table shares."""

from games.kernel.ruleset import Rejected
from wagering.rounds.play import Play


def not_paused(play: Play) -> None:
    """``Rejected`` table_paused: only remedies and the clock reach a paused table."""
    if play.paused:
        raise Rejected("table_paused", "", "the table is paused; a supervisor is looking at it", "table")


def two_supervisors(supervisor: str, second: str) -> None:
    """``Rejected`` four_eyes unless two different supervisors agree."""
    if not supervisor or not second or supervisor == second:
        raise Rejected("four_eyes", "", "two different supervisors are needed", "second")
