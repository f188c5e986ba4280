"""Plays a game's rules in memory, many rounds on several processes, and measures what every bet returns.

Rounds come in chunks of fixed size, each with its own chance derived from the seed: the same seed gives the same
figures whatever the number of processes. Sums are whole numbers, so adding them up loses nothing.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from games.catalog import CATALOG, SAMPLES
from games.kernel.bets import POT, RAKE, UNCALLED
from games.kernel.expectations import Ask, Decide, Expectation, Shuffle
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import CloseBetting, Sit

CHUNK: Final = 1_000
CUT_AT: Final = 0.75
CHIP: Final = 100
FUNDS: Final = 10**12
AT_A_TABLE: Final = 4
"""Players of a simulated round where they play against each other, if the game allows so many."""


@dataclass(slots=True)
class Sums:
    """Of one bet over rounds: initial stake ``s`` and what came back beyond all that was staked, ``n`` (net)."""

    rounds: int = 0
    s: int = 0
    n: int = 0
    ss: int = 0
    sn: int = 0
    nn: int = 0

    def add(self, stake: int, net: int) -> None:
        """One round in which this bet was made."""
        self.rounds += 1
        self.s += stake
        self.n += net
        self.ss += stake * stake
        self.sn += stake * net
        self.nn += net * net

    def merge(self, other: "Sums") -> None:
        """Add another process's sums."""
        for name in ("rounds", "s", "n", "ss", "sn", "nn"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def rtp(self) -> float:
        """Return per unit staked at the start."""
        return 1.0 + self.n / self.s

    @property
    def error(self) -> float:
        """Standard error of ``rtp``: a ratio of sums over rounds, which are what is independent."""
        ratio = self.n / self.s
        spread = self.nn - 2 * ratio * self.sn + ratio * ratio * self.ss
        return sqrt(max(spread, 0.0) * self.rounds / max(self.rounds - 1, 1)) / self.s


@dataclass(frozen=True, slots=True)
class Plan:
    """What is simulated. ``fresh``: a new shoe for every round, as theory has it; else shoes with a cut card."""

    game: str
    strategy: str
    rounds: int
    seed: int
    fresh: bool = False


@dataclass(slots=True)
class Result:
    """Sums by bet: kinds of bets, and side questions such as insurance apart from the bet they belong to."""

    rounds: int = 0
    hands: int = 0
    sums: dict[str, Sums] = field(default_factory=dict)

    def merge(self, other: "Result") -> None:
        """Add another process's result."""
        self.rounds += other.rounds
        self.hands += other.hands
        for name, sums in other.sums.items():
            self.sums.setdefault(name, Sums()).merge(sums)


class Shoe(Iterator[str]):
    """Packs that are shuffled as far as they are dealt, which is what a full shuffle would have given."""

    def __init__(self, pack: Sequence[str], chance: random.Random) -> None:
        self._cards = list(pack)
        self._roll = chance.random
        self.at = 0

    def __next__(self) -> str:
        cards, at = self._cards, self.at
        other = at + int(self._roll() * (len(cards) - at))
        card = cards[other]
        cards[other] = cards[at]
        cards[at] = card
        self.at = at + 1
        return card

    def renew(self, burn: Callable[[str], int] | None) -> None:
        """All cards back, and the burn cards gone."""
        self.at = 0
        if burn is not None:
            for _ in range(burn(next(self))):
                next(self)


def simulate(plan: Plan, processes: int) -> Result:
    """Play the plan on so many processes."""
    total = Result()
    chunks = range(-(-plan.rounds // CHUNK))
    if processes == 1 or len(chunks) == 1:
        for chunk in chunks:
            total.merge(play_chunk(plan, chunk))
        return total
    with ProcessPoolExecutor(min(processes, len(chunks))) as pool:
        for part in pool.map(
            play_chunk, (plan for _ in chunks), chunks, chunksize=max(1, len(chunks) // processes // 8)
        ):
            total.merge(part)
    return total


def table_options(game: str) -> dict[str, Any]:
    """Options of the simulated table."""
    return SAMPLES[game].table_options("virtual", CHIP, {})


def play_chunk(plan: Plan, chunk: int) -> Result:
    """Play one chunk of a plan; its shoe is a new one."""
    rules, sample = CATALOG[plan.game], SAMPLES[plan.game]
    options = rules.read_options(table_options(plan.game))
    pack, chance = rules.pack(options), random.Random(f"{plan.seed}/{chunk}")  # noqa: S311  (repeatable on purpose)
    shoe, result = Shoe(pack, chance), Result()
    seats = sample.seats[: max(sample.players, 1 if sample.seat_kind else min(AT_A_TABLE, len(sample.seats)))]
    players = {f"player {seat}": FUNDS for seat in seats}
    play = Playthrough(rules, options, Book(dict(players)), shoe, shuffle=lambda due: _shuffled(due, chance))
    for player, seat in zip(players, seats, strict=True):
        if sample.seat_kind is None:
            play.send(Sit(player, seat))
    cut = round(len(pack) * CUT_AT) if rules.shoe_lasts == "until_cut" else 0
    shoe.renew(rules.burn)
    for number in range(min(CHUNK, plan.rounds - chunk * CHUNK)):
        if plan.fresh or shoe.at >= cut:
            shoe.renew(rules.burn)
        play.book.wallets.update(players)
        play.open(None if sample.seat_kind else seats[number % len(seats)])
        if sample.seat_kind and number == 0:
            play.send(Sit(next(iter(players)), seats[0]))
        for kind, chips in sample.simulated.items():
            play.bet(next(iter(players)), seats[0], kind, chips * CHIP)
        _finish(play, plan, result)
    return result


def _shuffled(due: Shuffle, chance: random.Random) -> tuple[list[str], int]:
    order = list(due.cards)
    chance.shuffle(order)
    return order, chance.choice(due.places) if due.places else 0


def _finish(play: Playthrough, plan: Plan, result: Result) -> None:
    """Play the round to its end and add it up. Every side question is answered with yes, to measure it too."""
    sample = SAMPLES[plan.game]
    strategy = sample.strategies[plan.strategy]
    rules, book = play.rules, play.book

    def answer(awaited: Expectation) -> Any:
        if isinstance(awaited, Decide):
            return strategy(play.state, awaited, awaited.actions)
        if isinstance(awaited, Ask) and sample.reply is not None:
            bet = next(bet for bet in book.bets() if rules.asks(play.state, bet))
            return sample.reply(play.state, awaited, bet, True)
        return CloseBetting()

    result.rounds += 1
    found: dict[str, list[int]] = {}
    for bet, settlement in play.play(answer):
        for line in settlement.lines:
            if line.part == UNCALLED:
                continue
            name = bet.kind if line.part.isdigit() or line.part.startswith((POT, RAKE)) else line.part
            amounts = found.setdefault(name, [0, 0])
            amounts[0] += line.stake
            amounts[1] += line.returned
        if bet.kind == sample.seat_kind:
            result.hands += sum(line.part.isdigit() for line in settlement.lines)
    for name, (staked, returned) in found.items():
        initial = sample.simulated[name] * CHIP if name in sample.simulated else staked
        result.sums.setdefault(name, Sums()).add(initial, returned - staked)
