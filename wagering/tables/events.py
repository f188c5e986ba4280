"""What happens to a table and its shoes between the cards."""

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """``options`` are complete: every default of the ruleset written out."""

    NAME: ClassVar[str] = "table.opened@1"
    table: str
    operator: str
    game: str
    currency: str
    clock: str
    options: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeChanged:
    """From here on the table deals from ``shoe``."""

    NAME: ClassVar[str] = "table.shoe_changed@1"
    shoe: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRoundOpened:
    """From here on seats and cards are in the stream ``round/...``."""

    NAME: ClassVar[str] = "table.round_opened@1"
    round: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeMounted:
    """A new shoe. ``burn_card`` was shown and discarded with ``burned - 1`` others (``""`` and 0 where nothing burns).

    ``commitment``: virtual shoes only, SHA-256 of nonce and order (``sealing.py``), published before the first card.
    ``cut``: virtual shoes only, the draw index with which the cut card comes out; 0 = none.
    """

    NAME: ClassVar[str] = "shoe.mounted@1"
    shoe: str
    table: str
    live: bool
    packs: int
    burn_card: str
    burned: int
    commitment: str
    cut: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCardOut:
    """The running round is the last of this shoe."""

    NAME: ClassVar[str] = "shoe.cut_card_out@1"
    shoe: str
    round: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeRetired:
    """Nothing more is dealt from it. A virtual shoe is opened: anybody can check it against its commitment."""

    NAME: ClassVar[str] = "shoe.retired@1"
    shoe: str
    nonce: str
    order: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCorrected:
    """A card of this shoe was not what had been recorded (its round holds who, why and what it was)."""

    NAME: ClassVar[str] = "shoe.draw_corrected@1"
    draw: int
    card: str


EVENTS = (DrawCorrected, TableOpened, ShoeChanged, TableRoundOpened, ShoeMounted, CutCardOut, ShoeRetired)
