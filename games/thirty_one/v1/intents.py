"""What a player may send during a round, with exactly the fields of the message."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Act:
    """``keep`` or ``put_down`` (§3.3); ``swap`` with one card to ``give`` and one to ``take`` ("8C", "9H"),
    ``swap_all``, ``pass``, ``knock`` (§3.4), ``new_cards`` (§3.5)."""

    player: str
    action: str
    give: str = ""
    take: str = ""
