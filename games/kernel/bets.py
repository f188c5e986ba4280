"""Bets as the rules see them, what a decision does to them (movements), and why they were paid as they were."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Bet:
    """One player's bet of one kind on one seat, as it stands.

    ``parts`` splits the stake by what it rides on: ``{"1": 1000, "2": 1000, "insurance": 500}`` (hand numbers and
    side questions). ``answers`` holds the questions already answered: ``{"insurance": True}``.
    """

    player: str
    seat: int
    kind: str
    parts: Mapping[str, int]
    answers: Mapping[str, bool] = field(default_factory=dict)

    @property
    def stake(self) -> int:
        return sum(self.parts.values())


@dataclass(frozen=True, slots=True)
class Stake:
    """Movement: take ``amount`` from the player into the bet's ``part`` (negative: give it back).

    A bet of which all is given back is undone: it is no bet any more.
    """

    player: str
    seat: int
    kind: str
    part: str
    amount: int


def undoing(bet: Bet) -> list[Stake]:
    """The movements that undo ``bet``."""
    return [Stake(bet.player, bet.seat, bet.kind, part, -amount) for part, amount in bet.parts.items() if amount]


@dataclass(frozen=True, slots=True)
class Refund:
    """Movement: return every open bet on ``seat`` in full, outcome ``refunded``."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Movement: remember that this bet answered ``question``; a yes that costs money comes with a ``Stake``."""

    player: str
    seat: int
    kind: str
    question: str
    yes: bool


POT: Final = "pot:"
RAKE: Final = "rake:"
UNCALLED: Final = "uncalled"


@dataclass(frozen=True, slots=True)
class Line:
    """Why one part of a bet came to its amount: inputs, result and the rule clause behind it.

    Lines of a bet add up to its stake and to what it returns. Where players win from each other, the part says what
    moved: ``pot:N`` = ``stake`` went into pot N, ``returned`` came out of it, whole; ``rake:N`` = the house keeps
    ``-returned`` of pot N (its ``stake`` is 0); ``uncalled`` = never in a pot, given back.
    """

    part: str
    outcome: str
    stake: int
    returned: int
    clause: str
    n: int = 0  # the odds used, 0:1 where none
    d: int = 1


@dataclass(frozen=True, slots=True)
class Settlement:
    """``returned``: credited in all, stake included. ``outcome``: as published, hands joined by ``+``."""

    returned: int
    outcome: str
    lines: tuple[Line, ...]


Movement = Stake | Refund | Answer
