"""Writes down seeded play so that people can read it: seats, options, one sentence an event, why each bet was paid.

``written(game, seed)`` is the text of a ``GAME_NN.txt`` beside this file. ``python -m tests.playthroughs.writer GAME``
writes a game's ten files anew; a test compares them with what the rules say now.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from games.catalog import CATALOG, SAMPLES
from games.kernel.bets import Bet, Settlement
from games.kernel.expectations import Ask, Decide, Expectation, Over, Shuffle
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import CloseBetting, Leave, Rejected, Silence, Sit

FOLDER: Final = Path(__file__).parent
NAMES: Final = ("ana", "bo", "cy", "dee", "eli", "fay", "gus", "hal", "ivy")
GUESTS: Final = ("pia", "quin")  # without a seat; they bet where anybody may
CHIP: Final = 100


class Setting(NamedTuple):
    """``rounds`` in one file, what a player may bring, and seeds with which rare things happen too.

    ``changes``: options other than the sample's. ``reveal``: cards that a sentence keeps hidden stand behind it.
    """

    rounds: int
    purses: tuple[int, ...]
    seeds: Sequence[int] = range(1, 11)
    changes: Mapping[str, Any] = {}
    reveal: bool = False


SETTINGS: Final = {
    "royal_blackjack@1": Setting(3, (1500, 4000, 100_000), (1, 5, 7, 23, 36, 52, 61, 70, 89, 155)),
    "royal_9k@1": Setting(3, (150, 450, 1000, 20_000), (72, 75, 80, 122, 196, 203, 217, 232, 285, 296), reveal=True),
    "kozel@1": Setting(
        1, (1000, 20_000), (7, 20, 24, 36, 44, 45, 58, 59, 102, 110), changes={"loss_limit": 4}, reveal=True
    ),
    "thirty_one@1": Setting(
        1,
        (1200, 20_000),
        (24, 77, 126, 157, 169, 268, 308, 345, 367, 370),
        changes={"tokens": 2, "crown_stake": 200, "new_cards": True},
        reveal=True,
    ),
}


def files(game: str) -> dict[Path, int]:
    """The files of a game with their seeds."""
    name = game.partition("@")[0]
    return {FOLDER / f"{name}_{number:02}.txt": seed for number, seed in enumerate(SETTINGS[game].seeds, 1)}


def written(game: str, seed: int) -> str:
    """The whole text of one file."""
    return "\n".join(_Evening(game, seed).lines()) + "\n"


class _Evening:
    """One table from the first seat to the last settlement. Everything follows from the seed."""

    def __init__(self, game: str, seed: int) -> None:
        self.title, self.random = f"{game}, seed {seed}", Random(f"{game} {seed}")
        self.rules, self.sample = CATALOG[game], SAMPLES[game]
        self.setting = SETTINGS[game]
        options = {**self.sample.table_options("virtual", CHIP, {}), **self.setting.changes}
        self.options = self.rules.read_options(options)
        numbers = list(self.sample.seats)
        count = self.random.randint(max(self.sample.players, 2), max(self.sample.players, 4))
        self.chosen = dict(zip(sorted(self.random.sample(numbers, count)), NAMES, strict=False))
        people = (*self.chosen.values(), *(GUESTS if self.sample.open_kinds else ()))
        self.book = Book({player: self.random.choice(self.setting.purses) for player in people})
        self.play = Playthrough(self.rules, self.options, self.book, iter(()), shuffle=self.shuffled)

    def shuffled(self, due: Shuffle) -> tuple[list[str], int]:
        order = list(due.cards)
        self.random.shuffle(order)
        return order, self.random.choice(due.places) if due.places else 0

    def lines(self) -> Iterator[str]:
        yield self.title
        yield "options: " + ", ".join(f"{k} {v}" for k, v in self.rules.dump_options(self.options).items())
        yield "money: " + ", ".join(f"{player} {money}" for player, money in self.book.wallets.items())
        if self.sample.seat_kind is None:
            self.sit()
        for number in range(self.setting.rounds):
            order = list(self.rules.pack(self.options))
            self.random.shuffle(order)
            self.play.cards, self.play.draw = iter(order), 0
            seats = [*self.rules.seats(self.play.state)] or [*self.chosen]
            self.play.open(None if self.sample.seat_kind else seats[number % len(seats)])
            self.bets()
            over = self.to_the_end()
            yield from ("", f"round {number + 1}")
            yield from (f"  {self.told(event)}" for event in self.play.events)
            cards = self.rules.view(self.play.state, "public", self.book).cards
            yield "cards: " + ", ".join(f"{place} {' '.join(lie)}" for place, lie in sorted(cards.items()) if lie)
            for bet, paid in self.play.settle() if over.played else self.book.closed:
                yield from self.paid(bet, paid)
        yield from ("", "money: " + ", ".join(f"{player} {money}" for player, money in self.book.wallets.items()))
        yield "seats: " + (", ".join(f"{n} {s.player}" for n, s in self.rules.seats(self.play.state).items()) or "none")

    def told(self, event: Any) -> str:
        sentence = str(self.rules.narrate(event))
        cards = getattr(event, "cards", None) or (getattr(event, "card", ""),)
        hidden = " ".join(card for card in cards if card not in sentence)
        return f"{sentence} [{hidden}]" if hidden and self.setting.reveal else sentence

    def paid(self, bet: Bet, paid: Settlement) -> Iterator[str]:
        kind = self.rules.words[bet.kind]
        yield f"{bet.player}, seat {bet.seat}, {kind}: staked {bet.stake}, returned {paid.returned} ({paid.outcome})"
        for line in paid.lines:
            odds = f", {line.n}:{line.d}" if line.n else ""
            yield f"  {line.part}: {line.outcome}, {line.stake} -> {line.returned}{odds} ({line.clause})"

    # --- what people do ------------------------------------------------------------------------------------------

    def attempt(self, intent: Any) -> Expectation:
        """What the rules refuse here and now changes nothing."""
        try:
            return self.play.send(intent)
        except Rejected:
            return self.play.run()

    def sit(self) -> None:
        for seat, player in self.chosen.items():
            self.attempt(Sit(player, seat))

    def bets(self) -> None:
        if self.sample.seat_kind is None:
            return
        self.sit()
        for seat, player in self.chosen.items():
            if self.random.random() < 0.9:
                self.bet(player, seat, self.sample.seat_kind)
        for kind in self.sample.open_kinds:
            for player in (*self.chosen.values(), *GUESTS):
                if self.random.random() < 0.3:
                    self.bet(player, self.random.choice([*self.chosen]), kind)

    def bet(self, player: str, seat: int, kind: str) -> None:
        chips = self.sample.simulated.get(kind, 10) * self.random.randint(1, 3)
        try:
            self.play.bet(player, seat, kind, chips * CHIP)
        except Rejected:
            return

    def to_the_end(self) -> Over:
        awaited = self.play.run()
        while not isinstance(awaited, Over):
            if self.random.random() < 0.04:
                awaited = self.attempt(Leave(self.random.choice([*self.chosen.values()])))
            if self.sample.interrupt is not None:
                awaited = self.interrupted(awaited)
            if not isinstance(awaited, Over):
                awaited = self.play.send(self.answer(awaited))
        return awaited

    def interrupted(self, awaited: Expectation) -> Expectation:
        assert self.sample.interrupt is not None
        for player in self.chosen.values():
            may = self.rules.view(self.play.state, player, self.book).may
            intent = self.sample.interrupt(self.play.state, player, may) if may else None
            if intent is not None and self.random.random() < 0.3:
                return self.attempt(intent)
        return awaited

    def answer(self, awaited: Expectation) -> Any:
        """Mostly by strategy; now and then anything that is legal, or nothing."""
        chance = self.random.random()
        if isinstance(awaited, Decide):
            may = self.rules.view(self.play.state, awaited.player, self.book).may
            if chance < 0.1 or not may:
                return Silence(awaited.countdown.what)
            if chance < 0.3:
                return self.random.choice(self.sample.legal(self.play.state, awaited, may))
            return next(iter(self.sample.strategies.values()))(self.play.state, awaited, may)
        if isinstance(awaited, Ask):
            bet = self.random.choice([b for b in self.book.bets() if self.rules.asks(self.play.state, b)])
            assert self.sample.reply is not None
            yes = chance < 0.4 and self.book.funds(bet.player) >= self.rules.extra_stake(
                self.play.state, awaited.question.partition(":")[0], bet
            )
            return self.sample.reply(self.play.state, awaited, bet, yes)
        return CloseBetting()


if __name__ == "__main__":
    for file, seed in files(sys.argv[1]).items():
        file.write_text(written(sys.argv[1], seed), "utf-8")
