"""What a player may send during a round, with exactly the fields of the message."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Act:
    """The answer to a ``Decide`` question: draw, stand or split (§3.5)."""

    player: str
    seat: int
    hand: int
    action: str
