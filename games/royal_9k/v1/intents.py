"""What a player may send during a round, with exactly the fields of the message."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Act:
    """``check``, ``bet``, ``call``, ``raise`` or ``fold`` (§3.4)."""

    player: str
    action: str
