"""A running round of any game, played through the pipeline, and the cards that a text gives away."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from games.catalog import CATALOG, SAMPLES
from games.kernel.cards import HIDDEN
from games.kernel.expectations import Betting, Decide, Shuffle
from tests.support.house import House
from wagering.backoffice import cards
from wagering.rounds import commands as r
from wagering.rounds.queries import CurrentFacts, current, view
from wagering.tables.commands import MountShoe, OpenTable

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][CDHS](?![A-Za-z0-9])")
NAMES = {code: cards.name(code) for code in (rank + suit for rank in "23456789TJQKA" for suit in "CDHS")}
ACTIONS = 3


class Hand:
    """A running round of one game after a few actions, and what everybody may know of its cards."""

    def __init__(self, game: str, run: str) -> None:
        self.house, self.game, self.sample = House(run), game, SAMPLES[game]
        self.table = self.house.id("H")
        options = self.sample.table_options("virtual", 100, {})
        opening = OpenTable(
            table=self.table, operator=run, game=game, currency="USD", options=options, clock="session x"
        )
        self.house.must(f"operator:{run}", opening)
        count = max(self.sample.players, 2)
        self.players = [self.house.player(f"P{seat}", 10_000_000) for seat in self.sample.seats[:count]]
        self.play()

    def play(self) -> None:
        if self.sample.seat_kind is None:
            self._sit()
        if CATALOG[self.game].shoe_lasts != "deal":
            order = " ".join(CATALOG[self.game].pack(current(self.table).options))
            self._studio(MountShoe(table=self.table, shoe=f"{self.table}.S", source="virtual", cards=order))
        dealer = self.sample.seats[0] if self.sample.seat_kind is None else None
        self._studio(r.OpenRound(table=self.table, round=f"{self.table}.R", dealer=dealer))
        if isinstance(current(self.table).expects(), Betting):
            self._sit()
            self._bet()
            self._studio(r.CloseBets(table=self.table))
        for _ in range(1 if self.sample.seat_kind else ACTIONS):
            self._go_on()
        assert current(self.table).running

    def _sit(self) -> None:
        for player, seat in zip(self.players, self.sample.seats, strict=False):
            self.house.must(f"player:{player}", r.Sit(table=self.table, player=player, seat=seat))

    def _bet(self) -> None:
        for player, seat in zip(self.players, self.sample.seats, strict=False):
            bet = r.PlaceBet(
                table=self.table, player=player, seat=seat, bet_kind=str(self.sample.seat_kind), amount=1_000
            )
            self.house.must(f"player:{player}", bet)

    def _studio(self, command: Any) -> None:
        self.house.must(f"studio:{self.table}", command)

    def _go_on(self) -> None:
        play = current(self.table)
        match play.expects():
            case Shuffle(what=what, cards=pack, places=places):
                shown = places[0] if places else 0
                shoe = f"{self.table}.{play.round_version}"
                self._studio(r.DealPack(table=self.table, shoe=shoe, what=what, cards=" ".join(pack), shown_at=shown))
            case Decide() as question:
                may = play.ruleset.view(play.state, question.player, CurrentFacts(play.round)).may
                # The last of the legal ones rather ends less: a stand, a pass, a discard.
                intent = self.sample.legal(play.state, question, may)[-1]
                fields = {k: v for k, v in dataclasses.asdict(intent).items() if k != "player"}
                act = r.TakeAction(table=self.table, player=question.player, intent="act", fields=fields)
                self.house.must(f"player:{question.player}", act)
            case other:
                raise AssertionError(other)

    def known(self) -> set[str]:
        """Cards that everybody may see."""
        return {card for lying in view(self.table, "public").cards.values() for card in lying if card != HIDDEN}


def told(text: str) -> set[str]:
    """Cards that a text names, by code or in words."""
    words = text.lower()
    named = (code for code, name in NAMES.items() if name.lower() in words) if " of " in words else ()
    return {*CARD.findall(text), *named}
