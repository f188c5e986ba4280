"""A shoe as it is drawn from: which cards have left it and what may leave it next.

Draw index 1 is the first card that leaves the shoe, burn cards included. A live shoe learns its cards from scans, a
virtual one from its sealed order; both are the same record here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.kernel.ruleset import Rejected


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that has left the shoe, where it went (``""`` = burned) and in which round."""

    card: str
    to: str
    round: str


@dataclass(frozen=True, slots=True)
class Shoe:
    """``burned`` counts the cards discarded before the first round, the shown one included (draws 1 to ``burned``)."""

    id: str
    packs: int
    live: bool
    burned: int = 0
    next_draw: int = 1
    drawn: Mapping[int, Drawn] = field(default_factory=dict)
    cut_out: bool = False
    retired: bool = False  # nothing more is dealt from it


def is_repeat(shoe: Shoe, draw: int, card: str, to: str) -> bool:
    """True if this scan was read before (no effect); raises ``Rejected`` draw_gap or draw_conflict; else False."""
    if draw == shoe.next_draw:
        return False
    if draw > shoe.next_draw:
        raise Rejected("draw_gap", "§2 Shoe", f"draw {shoe.next_draw} is next, not {draw}", "draw")
    before = shoe.drawn.get(draw)
    if before is not None and draw > shoe.burned and (before.card, before.to) == (card, to):
        return True
    raise Rejected("draw_conflict", "§2 Shoe", f"draw {draw} is already used", "draw")


def check_possible(shoe: Shoe, card: str, without_draw: int = 0) -> None:
    """Raise ``Rejected`` impossible_card if one more ``card`` is more than the packs hold.

    Shown burn cards and cards of cancelled rounds count; ``without_draw`` leaves out the draw being corrected.
    """
    copies = sum(1 for draw, d in shoe.drawn.items() if d.card == card and draw != without_draw)
    if copies >= shoe.packs:
        raise Rejected("impossible_card", "§2 Shoe", f"{shoe.packs} packs hold no further {card}", "card")


def take(shoe: Shoe, draw: int, card: str, to: str, round_id: str) -> Shoe:
    """The shoe after ``card`` left it as number ``draw``."""
    return replace(shoe, next_draw=draw + 1, drawn={**shoe.drawn, draw: Drawn(card, to, round_id)})


def correct(shoe: Shoe, draw: int, card: str) -> Shoe:
    """The shoe after draw ``draw`` turned out to have been ``card``."""
    return replace(shoe, drawn={**shoe.drawn, draw: replace(shoe.drawn[draw], card=card)})
