"""What a player may send during a round, with exactly the fields of the message."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Act:
    """The answer to a ``Decide`` question: hit, stand, double, split or surrender (§3.7)."""

    player: str
    seat: int
    hand: int
    action: str


@dataclass(frozen=True, slots=True)
class Preselect:
    """Choose an action ahead of the hand's turn, or withdraw the choice with ``None`` (§3.8)."""

    player: str
    seat: int
    hand: int
    action: str | None


@dataclass(frozen=True, slots=True)
class Insurance:
    """``yes`` or ``no`` to the insurance of one's seat or back bet on this seat (§3.5)."""

    player: str
    seat: int
    answer: str


@dataclass(frozen=True, slots=True)
class Follow:
    """A back bettor's ``yes`` or ``no`` to following a ``double`` or ``split`` (§3.10)."""

    player: str
    seat: int
    hand: int
    question: str
    answer: str
