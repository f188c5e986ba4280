"""A table at play: its shoe, its running (or last) round and its clock, as the events leave them.

Pure: everything here, deadlines included, follows from the events and the times at which they occurred, so that a
rebuild finds the same. A ``Play`` is immutable and may be cached; its versions say what it is based on. It is a msgspec
structure because a changed copy is made for every event, which takes six times as long of a dataclass.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from games.kernel.expectations import Ask, Countdown, Deal, Decide, Expectation, Over, Shuffle
from games.kernel.ruleset import Ruleset, Seated
from games.kernel.shoe import Shoe


class Deadline(msgspec.Struct, frozen=True):
    """Question ``number`` must be answered by ``due`` (UTC)."""

    what: str
    number: int
    due: datetime


class Play(msgspec.Struct, frozen=True):
    """``status`` of the round: "" (none yet), running, decided, settled, void, not_played.

    ``seated`` and ``history``: the seats carried into the round and the kernel's and the game's events since, to repeat
    it with a corrected card.
    ``since``: what has happened to the seats after the round, from the table's own stream.
    ``left``: the deadline that stands still while the table is paused, and the time it had left.
    """

    table: str
    operator: str
    game: str
    ruleset: Ruleset
    options: Any
    raw_options: Mapping[str, Any]
    currency: str
    clock: str
    state: Any
    table_version: int = 1
    shoe: Shoe | None = None
    shoe_version: int = 0
    cut: int = 0
    order: tuple[str, ...] = ()  # of a virtual shoe; sealed, never shown
    round: str = ""
    round_version: int = 0
    round_shoe: str = ""
    status: str = ""
    opened_at: datetime | None = None
    ended_at: datetime | None = None
    played: bool = True
    outcome: Mapping[str, Any] | None = None
    reason: str = ""
    corrections: int = 0
    seated: tuple[Seated, ...] = ()
    history: tuple[Any, ...] = ()
    since: tuple[Any, ...] = ()
    paused: str = ""
    deadline: Deadline | None = None
    left: tuple[Deadline, timedelta] | None = None

    def __repr__(self) -> str:
        """Short, and without ``order``: it must not reach a log or an error page."""
        return f"Play(table={self.table!r}, round={self.round!r}, status={self.status!r})"

    @property
    def running(self) -> bool:
        return self.status == "running"

    @property
    def live(self) -> bool:
        """Cards arrive as scans; otherwise from the sealed shoe."""
        return bool(self.raw_options.get("shoe") == "live")

    def versions(self) -> dict[str, int]:
        """The streams that this follows from, and how far each was read."""
        found = {table_stream(self.table): self.table_version}
        if self.round:
            found[round_stream(self.round)] = self.round_version
        if self.shoe:
            found[shoe_stream(self.shoe.id)] = self.shoe_version
        return found

    def expects(self) -> Expectation:
        """What the running (or last) round awaits."""
        found: Expectation = self.ruleset.expects(self.state)
        return found


def countdown_of(expected: Expectation) -> Countdown | None:
    """The clock of a question; cards and ended rounds have none."""
    return getattr(expected, "countdown", None)


def question_of(expected: Expectation) -> tuple[str, int] | None:
    """What is asked and its number, for questions with a clock; two equal ones are one and the same question."""
    countdown = countdown_of(expected)
    return None if countdown is None else (countdown.what, expected.number)  # type: ignore[union-attr]


def awaits(play: Play) -> str:
    """What the board shows: ``betting``, ``deal 3.1``, ``decision 3.1``, ``turn 3``, ``paused``, ``idle``, ..."""
    if play.paused:
        return "paused"
    if not play.running:
        return "paying" if play.status == "decided" else "idle"
    match play.expects():
        case Deal(to=to):
            return f"deal {to}"
        case Shuffle(what=what):
            return what
        case Decide(seat=seat, hand=hand, countdown=clock):
            return f"{clock.what} {seat}.{hand}" if hand else f"{clock.what} {seat}"
        case Ask(question=question):
            return question
        case Over():
            return "over"
        case other:
            countdown = countdown_of(other)
            return countdown.what if countdown else "proceed"


def table_stream(table: str) -> str:
    return f"table/{table}"


def round_stream(round_id: str) -> str:
    return f"round/{round_id}"


def shoe_stream(shoe: str) -> str:
    return f"shoe/{shoe}"
