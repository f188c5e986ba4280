"""Commands about a table and its shoes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """``game``: a released ruleset id; ``options`` as its ``read_options`` wants them."""

    KIND: ClassVar[str] = "tables.open"
    ROLES: ClassVar[frozenset[str]] = frozenset({"operator", "supervisor"})
    table: str
    operator: str
    game: str
    currency: str
    options: Mapping[str, Any]
    clock: str = "wall"


@dataclass(frozen=True, slots=True, kw_only=True)
class MountShoe:
    """A new shoe. Live: ``burn_card`` shown and ``burned`` cards discarded after it. Virtual: ``cards`` in order, or
    none to have them shuffled here; ``cut`` is the draw index of the cut card, 0 = none."""

    KIND: ClassVar[str] = "tables.mount_shoe"
    ROLES: ClassVar[frozenset[str]] = frozenset({"studio", "operator", "supervisor", "system"})
    table: str
    shoe: str
    source: str
    burn_card: str = ""
    burned: int = 0
    cards: str = ""
    cut: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportCutCard:
    """Live: the cut card came out. Twice is once."""

    KIND: ClassVar[str] = "tables.cut_card"
    ROLES: ClassVar[frozenset[str]] = frozenset({"studio", "supervisor"})
    table: str
    shoe: str
