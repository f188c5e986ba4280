"""A table of any game, driven only over the interface: by its studio's device and its players' sessions.

Strategies look at the table in this process, as a player looks at his screen; whatever happens is sent.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import override_settings

from games.catalog import CATALOG, SAMPLES
from games.kernel.bets import Bet
from games.kernel.cards import HIDDEN, PACK
from games.kernel.expectations import Ask, Betting, Deal, Decide, Shuffle
from tests.support import callers
from tests.support.callers import Api
from tests.support.house import House
from wagering.rounds.play import Play
from wagering.rounds.queries import CurrentFacts, current, view
from wagering.tables.commands import OpenTable

CARD: Final = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][CDHS](?![A-Za-z0-9])")
CHIP: Final = 100


@pytest.fixture
def unthrottled() -> Iterator[None]:
    """A test is quicker than people."""
    with override_settings(API_RATES=dict.fromkeys(settings.API_RATES, (1e6, 1e6))):
        yield


class Heard(Api):
    """Keeps what it is answered, with the cards that its holder could see before or after."""

    def __init__(self, api: Api, viewer: str, table: str) -> None:
        super().__init__(api._header)
        self.viewer, self.table = viewer, table
        self.leaks: list[tuple[str, str, set[str]]] = []

    def send(self, method: str, path: str, raw: bytes, headers: dict[str, str]) -> Any:
        may = visible(self.table, self.viewer) | set(CARD.findall(raw.decode()))
        answer = super().send(method, path, raw, headers)
        may |= visible(self.table, self.viewer)
        if told := set(CARD.findall(answer.content.decode())) - may:
            self.leaks.append((path, answer.content.decode(), told))
        return answer


def visible(table: str, viewer: str) -> set[str]:
    """Cards that ``viewer`` may see at this moment."""
    return {card for lying in view(table, viewer).cards.values() for card in lying if card != HIDDEN}


class HttpTable:
    """``count`` players sit at the first seats. ``laid``: cards that somebody has laid open, swept by now or not."""

    def __init__(self, run: str, game: str, shoe: str = "virtual", count: int = 0, seed: int = 1) -> None:
        self.house, self.game, self.sample, self.shoe = House(run), game, SAMPLES[game], shoe
        self.house.now = datetime.now(UTC)
        self.chance, self.numbers = Random(seed), iter(range(1, 1_000_000))
        self.table, self.laid = self.house.id("H"), set[str]()
        opening = OpenTable(
            table=self.table, operator=run, game=game, currency="USD", clock=f"session {run}",
            options=self.sample.table_options(shoe, CHIP, {}),
        )  # fmt: skip
        self.house.must(f"operator:{run}", opening)
        names = [self.house.player(f"P{seat}", 10_000_000) for seat in self.sample.seats[: count or self._least()]]
        self.studio = Heard(callers.device(self.house, self.table), "public", self.table)
        self.players = {name: Heard(callers.player(self.house, name, self.table), name, self.table) for name in names}

    def _least(self) -> int:
        return max(self.sample.players, 2)

    @property
    def at(self) -> str:
        return f"/player/tables/{self.table}"

    @property
    def play(self) -> Play:
        return current(self.table)

    def round(self, name: str = "R1") -> Iterator[Play]:
        """Play one round to its end; yields the table after every step."""
        round_id = f"{self.table}.{name}"
        if self.sample.seat_kind is None:
            self.sit()
        lasts, shoe = CATALOG[self.game].shoe_lasts, self.play.shoe
        if lasts == "round" or (lasts == "until_cut" and (shoe is None or shoe.cut_out)):
            self.mount()
        opening = {"round": round_id, "dealer": self.sample.seats[0]}
        self.must(self.studio, "/studio/rounds", opening if self.sample.seat_kind is None else {"round": round_id})
        yield self.play
        while (play := self.play).running:
            self.step(play)
            yield self.play

    def must(self, who: Api, path: str, body: Any = None, key: str = "") -> Any:
        """Accepted; what is answered."""
        answer = who.post(path, body, key)
        assert answer.status_code == 200, (path, body, answer.content)
        return answer.json()

    def mount(self) -> None:
        shoe = f"{self.table}.S{next(self.numbers)}"
        if self.shoe == "virtual":
            self.must(self.studio, "/studio/shoes", {"shoe": shoe, "source": "virtual"})
            return
        burn = CATALOG[self.game].burn
        burned = {"burn_card": "TC", "burned": burn("TC")} if burn else {}
        self.must(self.studio, "/studio/shoes", {"shoe": shoe, "source": "live", **burned})

    def sit(self) -> None:
        taken = self.play.ruleset.seats(self.play.state)
        for player, seat in zip(self.players.values(), self.sample.seats, strict=False):
            if seat not in taken:
                self.must(player, f"{self.at}/seats", {"seat": seat})

    def bet(self) -> None:
        for player, seat in zip(self.players.values(), self.sample.seats, strict=False):
            self.must(player, f"{self.at}/bets", {"seat": seat, "kind": self.sample.seat_kind, "amount": 10 * CHIP})

    def step(self, play: Play) -> None:
        """Do what the table awaits."""
        match play.expects():
            case Betting():
                self.sit()
                self.bet()
                self.must(self.studio, "/studio/betting/close")
            case Shuffle(what=what):
                shoe = f"{self.table}.S{next(self.numbers)}"
                self.must(self.studio, "/studio/packs", {"shoe": shoe, "what": what})
            case Deal():
                self.scan(play)
            case Decide() as question:
                may = play.ruleset.view(play.state, question.player, CurrentFacts(play.round)).may
                intent = next(iter(self.sample.strategies.values()))(play.state, question, may)
                self.answer(play, question.player, intent, question.number)
            case Ask() as question:
                bet = next(bet for bet in CurrentFacts(play.round).bets() if play.ruleset.asks(play.state, bet))
                self.reply(play, question, bet)
            case other:
                raise AssertionError(other)

    def scan(self, play: Play) -> None:
        """Any card that the shoe can still hold goes where the studio is told that one is due."""
        look = self.studio.get("/studio/table").json()
        assert play.shoe is not None
        gone = [drawn.card for drawn in play.shoe.drawn.values()]
        card = self.chance.choice([card for card in PACK if gone.count(card) < play.shoe.packs])
        body = {"shoe": look["shoe"]["id"], "draw": look["shoe"]["next_draw"], **look["card"], "card": card}
        self.must(self.studio, "/studio/cards", body)

    def answer(self, play: Play, player: str, intent: Any, number: int) -> None:
        names = {kind: name for name, kind in play.ruleset.intents.items()}
        fields = {name: value for name, value in dataclasses.asdict(intent).items() if name != "player"}
        if fields.get("action") != "discard":
            self.laid |= set(CARD.findall(str(fields)))
        body = {"intent": names[type(intent)], "fields": fields, "decision": number}
        self.must(self.players[player], f"{self.at}/actions", body)

    def reply(self, play: Play, question: Ask, bet: Bet) -> None:
        assert self.sample.reply is not None
        self.answer(play, bet.player, self.sample.reply(play.state, question, bet, False), question.number)

    def leaks(self) -> list[Any]:
        """Answers that told their receiver a card that he could not see."""
        return [leak for one in (self.studio, *self.players.values()) for leak in one.leaks]
