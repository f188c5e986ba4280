"""A round of a recorded session, and the cards of a line that brings a pack."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.kernel.cards import cards, is_exactly
from games.kernel.playthrough import Book
from games.kernel.ruleset import Rejected


def in_order(text: str, pack: Sequence[str]) -> tuple[str, ...]:
    """The cards of a line that must be exactly ``pack``."""
    try:
        order = cards(text)
    except ValueError as error:
        raise Rejected("bad_shoe") from error
    if not is_exactly(order, pack):
        raise Rejected("bad_shoe")
    return order


@dataclass
class Round:
    """Events and bets of one round. ``status`` is empty while it runs."""

    id: str
    before: Any  # state before the first event
    book: Book
    events: list[Any] = field(default_factory=list)
    since: list[Any] = field(default_factory=list)  # to the seats, after the round
    status: str = ""
