"""What a round awaits: the answers of a ruleset's ``expects``."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Countdown:
    """A question's clock: ``what`` names it (betting, insurance, decision, follow, turn, choice), ``seconds`` runs."""

    what: str
    seconds: int


@dataclass(frozen=True, slots=True)
class Betting:
    """Bets are open until the countdown ends."""

    number: int
    countdown: Countdown


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A freshly shuffled pack is due: exactly ``cards``, in an order nobody knows.

    ``what``: ``deal`` = the next game of a series or match, ``reshuffle`` = a used-up stock. ``places``: the places of
    the pack (from 1) among which the card to be shown later is chosen; empty where none is shown.
    """

    what: Literal["deal", "reshuffle"]
    cards: tuple[str, ...]
    places: range = range(0)


@dataclass(frozen=True, slots=True)
class Show:
    """The card at ``place`` of the pack is shown to all and stays where it is (a trump)."""

    place: int


@dataclass(frozen=True, slots=True)
class Deal:
    """A card is due for ``to`` (``"3.1"`` = seat 3 hand 1, ``"dealer"``, ``"seat3"``), lying ``up`` or ``down``."""

    to: str
    face: str


@dataclass(frozen=True, slots=True)
class Decide:
    """One player must act. ``number`` counts the questions of the round: two equal ones never share it.

    ``hand``: 0 where a seat has no numbered hands.
    """

    number: int
    seat: int
    hand: int
    player: str
    actions: tuple[str, ...]  # allowed by the cards; money is looked at when the action is taken
    countdown: Countdown


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to bets, each for itself: ``asks(state, bet)`` says to which. Ends when all answered or silent."""

    number: int
    question: str  # as stored with the answer, unique in the round: "insurance", "double:3.1", "split:3.1"
    countdown: Countdown


@dataclass(frozen=True, slots=True)
class Proceed:
    """The round can go on by itself: send this very object as the intent."""


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more happens in this round. ``played`` is false if no seat took part: every bet goes back."""

    played: bool = True


Expectation = Betting | Shuffle | Deal | Show | Decide | Ask | Proceed | Over
