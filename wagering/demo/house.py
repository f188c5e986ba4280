"""Tables and players of the demonstration: opened if they are not there, never opened twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Final

from games.catalog import CATALOG, SAMPLES
from games.kernel.ruleset import Ruleset
from games.kernel.sample import Sample
from wagering.demo.sender import Sender
from wagering.tables.commands import OpenTable
from wagering.tables.models import Table
from wagering.wallet.commands import OpenWallet
from wagering.wallet.models import Wallet

OPERATOR: Final = "demo"
CASHIER: Final = f"operator:{OPERATOR}"
SUPERVISORS: Final = ("maya", "omar")
TIMES: Final = {
    "bet_s": 4,
    "insurance_s": 2,
    "decision_s": 3,
    "follow_s": 2,
    "turn_s": 3,
    "choice_s": 3,
    "incident_s": 8,
}


@dataclass(frozen=True, slots=True)
class Room:
    """A table to be. ``shoe``: live where the game can be; ``chip``: the smallest one in minor units."""

    name: str
    shoe: str
    currency: str
    chip: int


ROOMS: Final = (
    Room("ruby", "live", "USD", 100),
    Room("jade", "virtual", "MMK", 100_000),
    Room("opal", "live", "INR", 5_000),
    Room("amber", "virtual", "KHR", 100_000),
    Room("pearl", "virtual", "RUB", 2_000),
)


@dataclass(frozen=True, slots=True)
class Person:
    """A simulated player. ``seated``: how many seats he wants, 0 for somebody who bets behind others.

    ``errs``: share of decisions that differ from his strategy; ``silent``: share of rounds in which he falls silent.
    """

    name: str
    seated: int
    errs: float = 0.05
    silent: float = 0.05
    account: str = "real"


PEOPLE: Final = (
    Person("aung", 1),
    Person("lakshmi", 1, errs=0.0),
    Person("sokha", 2, errs=0.1),
    Person("irina", 1, errs=0.02, silent=0.3),
    Person("ravi", 1, errs=0.25),
    Person("dara", 0, silent=0.1),
    Person("olga", 0),
    Person("mei", 0, silent=0.4),
    Person("tess", 0, account="trial"),
    Person("finn", 0, account="fun"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """An open table of the demonstration with everything that plays at it. ``people``: player id -> person."""

    table: str
    ruleset: Ruleset
    sample: Sample
    options: Mapping[str, Any]
    chip: int
    currency: str
    people: Mapping[str, Person]

    def limits(self, kind: str) -> tuple[int, int]:
        """Smallest and largest bet of a kind."""
        return self.options[f"min_{kind}"], self.options[f"max_{kind}"]


def open_house(sender: Sender) -> Sequence[Place]:
    """A table of every game that can be demonstrated, with its players."""
    return [_place(sender, game, room) for game, room in zip(SAMPLES, cycle(ROOMS), strict=False)]


def _place(sender: Sender, game: str, room: Room) -> Place:
    sample = SAMPLES[game]
    table = f"{game.partition('@')[0].replace('_', '-')}-{room.name}"
    if not Table.objects.filter(id=table).exists():
        usual = sample.table_options(room.shoe, room.chip, {})
        options = {**usual, **{name: seconds for name, seconds in TIMES.items() if name in usual}}
        _must(sender, OpenTable(table=table, operator=OPERATOR, game=game, currency=room.currency, options=options))
    board = Table.objects.get(id=table)
    people = {f"{person.name}.{room.currency.lower()}": person for person in PEOPLE}
    known = set(Wallet.objects.filter(player__in=people).values_list("player", flat=True))
    for player, person in people.items():
        if player not in known:
            _must(sender, _wallet(player, person, room))
    return Place(table, CATALOG[board.game], sample, board.options, room.chip, board.currency, people)


def _wallet(player: str, person: Person, room: Room) -> OpenWallet:
    """Real players begin with a few hundred chips; play money is issued once and never runs out."""
    chips = 400 if person.account == "real" else 1_000_000
    return OpenWallet(
        player=player, account_type=person.account, currency=room.currency, operator=OPERATOR,
        deposit=chips * room.chip,
    )  # fmt: skip


def _must(sender: Sender, command: Any) -> None:
    answer = sender.send(CASHIER, command)
    if not answer.accepted:
        raise RuntimeError(f"{command} was refused: {answer.content}")
