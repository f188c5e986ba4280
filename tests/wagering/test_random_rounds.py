"""Random rounds of every game through the pipeline: messages sent twice, silences, incidents, early and late voids.

Fixed seeds, so a failure comes again. After each table the ledger's invariants hold and every round replays as it was.
"""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from games.catalog import CATALOG, SAMPLES
from games.kernel.expectations import Ask, Betting, Decide, Shuffle
from tests.support.house import House
from tests.support.invariants import violations
from wagering.incidents.commands import ReportIncident, ResumeTable
from wagering.rounds import commands as r
from wagering.rounds.play import Play
from wagering.rounds.queries import CurrentFacts, current
from wagering.tables.commands import MountShoe, OpenTable
from wagering.wallet.commands import Deposit, Withdraw

pytestmark = pytest.mark.database

SEATED = 4
ROUNDS = {"until_cut": 14, "round": 14, "deal": 2}
INCIDENTS = {"until_cut": 0.05, "round": 0.05, "deal": 0.01}  # per step; a match has hundreds of steps
BOTH = {"supervisor": "maya", "second": "omar"}


class RandomTable:
    """One table of one game; ``funds`` are so small that calls, splits and second stakes are often not covered."""

    def __init__(self, game: str, run: str, chance: Random) -> None:
        self.house, self.game, self.sample, self.chance = House(run), game, SAMPLES[game], chance
        self.table, self.packs, self.lasts = self.house.id("H"), 0, CATALOG[game].shoe_lasts
        self.play(OpenTable(
            table=self.table, operator=run, game=game, currency="USD", clock=f"session {run}",
            options=self.sample.table_options("virtual", 100, {}),
        ), f"operator:{run}")  # fmt: skip
        purses = (700, 2_500, 60_000) if self.lasts != "deal" else (5_000, 60_000)
        self.players = [self.house.player(f"P{seat}", chance.choice(purses)) for seat in self.sample.seats[:SEATED]]

    def play(self, command: Any, actor: str) -> bool:
        """Send a message, now and then twice; the second must be the first one's echo."""
        key = f"{self.house.run}/x{next(self.house._numbers)}"
        answer = self.house.send(actor, command, key)
        if self.chance.random() < 0.1:
            again = self.house.send(actor, command, key)
            assert (again.accepted, again.content, again.replayed) == (answer.accepted, answer.content, True)
        return answer.accepted

    def studio(self, command: Any) -> bool:
        return self.play(command, f"studio:{self.table}")

    def round(self, number: int) -> str:
        """One round to its end; its id, empty if it could not be opened."""
        round_id = f"{self.table}.R{number}"
        if not self.sample.seat_kind:
            self.sit()
        if self.lasts != "deal":
            self.studio(MountShoe(table=self.table, shoe=self.pack(), source="virtual"))
        if not self.studio(r.OpenRound(table=self.table, round=round_id, dealer=self.dealer())):
            return ""
        while (play := current(self.table)).running:
            self.house.later(self.chance.choice((0, 0.5)))
            self.step(play)
        if self.chance.random() < 0.25:
            void = r.VoidRound(table=self.table, round=round_id, reason="EXPOSED", **BOTH)
            self.play(void, "supervisor:maya")
        return round_id

    def sit(self) -> None:
        seated = {who.player for who in CATALOG[self.game].seats(current(self.table).state).values()}
        for player, seat in zip(self.players, self.sample.seats, strict=False):
            if player not in seated or self.chance.random() < 0.1:
                self.play(r.Sit(table=self.table, player=player, seat=seat), f"player:{player}")

    def dealer(self) -> int | None:
        return None if self.sample.seat_kind else self.chance.choice(list(self.sample.seats[:SEATED]))

    def pack(self) -> str:
        self.packs += 1
        return f"{self.table}.S{self.packs}"

    def step(self, play: Play) -> None:
        mishap = self.chance.random()
        if play.paused:
            self.remedy(play)
        elif mishap < INCIDENTS[self.lasts]:
            self.studio(ReportIncident(table=self.table, note="a lamp fell"))
        elif mishap > 0.97 and play.deadline:
            self.house.expire(self.table)
        elif mishap > 0.94:
            self.cashier()
        else:
            self.answer(play)

    def answer(self, play: Play) -> None:
        match play.expects():
            case Betting():
                self.bets(play)
            case Shuffle(what=what):
                self.studio(r.DealPack(table=self.table, shoe=self.pack(), what=what))
            case Ask() as question:
                for bet in CurrentFacts(play.round).bets():
                    if self.sample.reply and play.ruleset.asks(play.state, bet):
                        yes = self.chance.random() < 0.5
                        self.act(play, bet.player, self.sample.reply(play.state, question, bet, yes))
            case Decide() as question:
                may = play.ruleset.view(play.state, question.player, CurrentFacts(play.round)).may
                if self.chance.random() < 0.1:
                    self.interrupt(play, question)
                self.act(play, question.player, self.chance.choice(self.sample.legal(play.state, question, may)))

    def bets(self, play: Play) -> None:
        self.sit()
        seats = play.ruleset.seats(current(self.table).state)
        for _ in range(6):
            player, seat = self.chance.choice(self.players), self.chance.choice(list(self.sample.seats[:SEATED]))
            kind = self.chance.choice((str(self.sample.seat_kind), *self.sample.open_kinds))
            own = next((number for number, who in seats.items() if who.player == player), seat)
            amount = self.chance.choice((500, 1_000, 1_500))
            bet = r.PlaceBet(
                table=self.table, player=player, seat=own if kind == self.sample.seat_kind else seat, bet_kind=kind,
                amount=amount,
            )  # fmt: skip
            self.play(bet, f"player:{player}")
            if self.chance.random() < 0.15:
                undo = r.UndoBet(table=self.table, player=player, seat=bet.seat, bet_kind=kind)
                self.play(undo, f"player:{player}")
        self.studio(r.CloseBets(table=self.table))

    def interrupt(self, play: Play, question: Decide) -> None:
        """Somebody else tries what the asked player may do, or leaves."""
        other = self.chance.choice(self.players)
        if self.chance.random() < 0.2:
            self.play(r.Leave(table=self.table, player=other), f"player:{other}")
        intent = self.chance.choice(self.sample.legal(play.state, question, question.actions))
        self.act(play, other, dataclasses.replace(intent, player=other))

    def act(self, play: Play, player: str, intent: Any) -> None:
        name = next(name for name, kind in play.ruleset.intents.items() if type(intent) is kind)
        fields = {k: v for k, v in dataclasses.asdict(intent).items() if k != "player"}
        command = r.TakeAction(table=self.table, player=player, intent=name, fields=fields)
        self.play(command, f"player:{player}")

    def cashier(self) -> None:
        """Money comes and goes at any time, also while it is somebody's turn."""
        player, kind = self.chance.choice(self.players), self.chance.choice((Deposit, Withdraw))
        self.play(kind(player=player, amount=self.chance.choice((100, 900, 2_000))), f"operator:{self.house.run}")

    def remedy(self, play: Play) -> None:
        boss, choice = "supervisor:maya", self.chance.random()
        if choice < 0.4:
            self.play(ResumeTable(table=self.table, supervisor="maya"), boss)
        elif choice < 0.7:
            self.play(r.VoidDeal(table=self.table, reason="EXPOSED", supervisor="maya"), boss)
        elif choice < 0.9:
            self.play(r.VoidRound(table=self.table, round=play.round, reason="EXPOSED", supervisor="maya"), boss)
        else:
            self.house.expire(self.table)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", [game for game in CATALOG if game in SAMPLES])
def test_random_rounds(game: str, seed: int, run_id: str) -> None:
    table = RandomTable(game, run_id, Random(seed))
    played = [table.round(number) for number in range(ROUNDS[CATALOG[game].shoe_lasts])]
    assert any(played)
    assert violations(run_id) == []
    for round_id in filter(None, played):
        call_command("audit_replay", round_id, json=True, stdout=_Nowhere())


class _Nowhere:
    """A replay's text is not looked at; a difference ends the command with an error."""

    def write(self, _: str) -> None: ...
    def flush(self) -> None: ...
    def isatty(self) -> bool:
        return False
