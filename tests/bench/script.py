"""Live-table Deluxe Blackjack as a script of commands: played once with a strategy, repeated as often as one likes.

The rules are deterministic, so the same commands with other ids are accepted again at another table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any

from games.catalog import SAMPLES
from games.kernel.cards import PACK
from games.kernel.expectations import Ask, Betting, Deal, Decide
from wagering.dispatch.command import Answer, Envelope
from wagering.dispatch.pipeline import execute
from wagering.rounds import cache
from wagering.rounds.commands import CloseBets, OpenRound, PlaceBet, ScanCard, Sit, TakeAction
from wagering.rounds.play import Play
from wagering.rounds.queries import CurrentFacts
from wagering.tables.commands import MountShoe, OpenTable, ReportCutCard
from wagering.wallet.commands import OpenWallet

GAME = "deluxe_blackjack@1"
CHIP = 100
SEATED = ("ana", "bo")
BEHIND = "cy"
CUT_AT = 312
OWN = "b00p0"  # the part of every id that is another one in every repetition


@dataclass(frozen=True, slots=True)
class Sent:
    """A command and who sends it."""

    actor: str
    command: Any


@dataclass(frozen=True, slots=True)
class Script:
    """``warm``: how many commands come before the steady state; they open the table and play the first rounds."""

    sent: tuple[Sent, ...]
    warm: int

    def named(self, name: str) -> Script:
        """The same script with ids of its own; ``name`` is as long as ``OWN``, so that rows stay as long."""
        return replace(self, sent=tuple(_renamed(each, name) for each in self.sent))


def name_of(repetition: int, process: int) -> str:
    """The part of the ids that is one process's in one repetition."""
    return f"b{repetition:02}p{process}"


def play(sent: Sent, key: str) -> Answer:
    """Send it through the pipeline as happening now; RuntimeError if it is refused."""
    answer = execute(Envelope(key, sent.actor, datetime.now(UTC), sent.command))
    if not answer.accepted:
        raise RuntimeError(f"{sent} was refused: {answer.content}")
    return answer


def write(warm_rounds: int, rounds: int, seed: int = 1) -> Script:
    """Plays ``warm_rounds + rounds`` rounds at a table of its own and returns what was sent."""
    author = _Author(random.Random(seed))
    author.set_up()
    for number in range(warm_rounds):
        author.round(number)
    warm = len(author.sent)
    for number in range(warm_rounds, warm_rounds + rounds):
        author.round(number)
    return Script(tuple(author.sent), warm)


class _Author:
    def __init__(self, chance: random.Random) -> None:
        self.sent: list[Sent] = []
        self._chance = chance
        self._sample = SAMPLES[GAME]
        self._studio = f"studio:{OWN}"
        self._shoes = 0
        self._order: list[str] = []

    @property
    def _play(self) -> Play:
        found = cache.get(OWN)
        assert found is not None
        return found

    def _send(self, actor: str, command: Any) -> None:
        sent = Sent(actor, command)
        play(sent, f"{OWN}/{len(self.sent):06}")
        self.sent.append(sent)

    def _by_player(self, player: str, command: type, **values: Any) -> None:
        self._send(f"player:{player}", command(table=OWN, player=player, **values))

    def set_up(self) -> None:
        options = self._sample.table_options("live", CHIP, {})
        table = OpenTable(table=OWN, operator="bench", game=GAME, currency="USD", options=options)
        self._send("operator:bench", table)
        for player in (*SEATED, BEHIND):
            wallet = OpenWallet(
                player=_id(player), account_type="real", currency="USD", operator="bench", deposit=10**12
            )
            self._send("operator:bench", wallet)

    def round(self, number: int) -> None:
        if self._play.shoe is None or self._play.shoe.cut_out:
            self._mount()
        self._send(self._studio, OpenRound(table=OWN, round=_id(f"r{number:05}")))
        if not self._play.ruleset.seats(self._play.state):
            for seat, player in enumerate(SEATED, 3):
                self._by_player(_id(player), Sit, seat=seat)
        for player, seat, kind, amount in self._bets():
            self._by_player(_id(player), PlaceBet, seat=seat, bet_kind=kind, amount=amount)
        self._send(self._studio, CloseBets(table=OWN))
        while self._play.running:
            self._go_on()

    def _bets(self) -> Iterator[tuple[str, int, str, int]]:
        for seat, player in enumerate(SEATED, 3):
            yield player, seat, "seat", CHIP * self._chance.choice((5, 10, 20))
            if self._chance.random() < 0.2:
                yield player, seat, "pair", CHIP
        yield BEHIND, self._chance.choice((3, 4)), "behind", CHIP * 5

    def _mount(self) -> None:
        self._shoes += 1
        self._order = list(PACK * 8)
        self._chance.shuffle(self._order)
        burn = self._play.ruleset.burn
        assert burn is not None
        shoe = MountShoe(
            table=OWN, shoe=_id(f"s{self._shoes:04}"), source="live", burn_card=self._order[0],
            burned=burn(self._order[0]),
        )  # fmt: skip
        self._send(self._studio, shoe)

    def _go_on(self) -> None:
        state = self._play.state
        match self._play.expects():
            case Deal(to=to, face=face):
                self._scan(to, face)
            case Decide() as question:
                strategy = next(iter(self._sample.strategies.values()))
                intent = strategy(state, question, question.actions)
                self._answer(intent, question.number)
            case Ask() as question:
                assert self._sample.reply is not None
                for bet in CurrentFacts(self._play.round).bets():
                    if self._play.ruleset.asks(state, bet):
                        yes = self._chance.random() < 0.5
                        self._answer(self._sample.reply(state, question, bet, yes), question.number)
            case Betting() | _:
                raise RuntimeError(f"nobody can go on from {self._play.expects()}")

    def _scan(self, to: str, face: str) -> None:
        shoe = self._play.shoe
        assert shoe is not None
        draw = shoe.next_draw
        scan = ScanCard(table=OWN, shoe=shoe.id, draw=draw, to=to, card=self._order[draw - 1], face=face)
        self._send(self._studio, scan)
        if draw == CUT_AT:
            self._send(self._studio, ReportCutCard(table=OWN, shoe=shoe.id))

    def _answer(self, intent: Any, number: int) -> None:
        values = {field.name: getattr(intent, field.name) for field in fields(intent) if field.name != "player"}
        kind = type(intent).__name__.lower()
        self._by_player(intent.player, TakeAction, intent=kind, fields=values, number=number)


def _id(what: str) -> str:
    return f"{OWN}-{what}"


def _renamed(sent: Sent, name: str) -> Sent:
    texts = {field.name: getattr(sent.command, field.name) for field in fields(sent.command)}
    changed = {key: text.replace(OWN, name) for key, text in texts.items() if isinstance(text, str)}
    return Sent(sent.actor.replace(OWN, name), replace(sent.command, **changed))
