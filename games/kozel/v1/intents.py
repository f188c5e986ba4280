"""What a player may send during a round, with exactly the fields of the message."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Act:
    """``lead``, ``beat`` or ``discard`` with ``cards`` ("7D JD"); ``pull`` lays the whole hand (§3.2, §3.3, §3.5)."""

    player: str
    action: str
    cards: str = ""
