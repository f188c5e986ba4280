"""Tables and players of one test, through the pipeline: every id begins with the run's, which is also the operator."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from games.deluxe_blackjack.v1.dealer import burn
from wagering.dispatch.command import Answer, Envelope
from wagering.dispatch.pipeline import execute
from wagering.rounds import commands as r
from wagering.rounds.load import load_play
from wagering.rounds.play import Play
from wagering.tables.commands import MountShoe, OpenTable
from wagering.wallet.commands import OpenWallet

START: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
GAME: Final = "deluxe_blackjack@1"
OPTIONS: Final[Mapping[str, Any]] = {
    "packs": 8, "chip_step": 100, "min_seat": 1_000, "max_seat": 50_000, "min_behind": 100, "max_behind": 50_000,
    "min_pair": 100, "max_pair": 5_000, "bet_s": 20, "insurance_s": 8, "decision_s": 12, "follow_s": 5,
    "incident_s": 900,
    "pay": {"blackjack": [3, 2], "win": [1, 1], "insurance": [2, 1], "pair_perfect": [25, 1], "pair_mixed": [8, 1]},
}  # fmt: skip


class House:
    """``now`` is the time that every command carries. Its tables' clock is one that nobody sweeps."""

    def __init__(self, run: str, prefix: str = "") -> None:
        self.run = run
        self.now = START
        self._prefix = prefix
        self._numbers = itertools.count(1)

    def id(self, name: str) -> str:
        return f"{self.run}.{name}"

    def envelope(self, actor: str, command: Any, key: str = "") -> Envelope:
        key = key or f"{self.run}/{self._prefix}{next(self._numbers)}"
        return Envelope(key, actor, self.now, command)

    def send(self, actor: str, command: Any, key: str = "") -> Answer:
        return execute(self.envelope(actor, command, key))

    def must(self, actor: str, command: Any) -> Answer:
        """As ``send``; it has to be accepted."""
        answer = self.send(actor, command)
        assert answer.accepted, (command, answer.content)
        return answer

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    # --- setting up ---

    def table(self, name: str = "T", shoe: str = "live", **options: Any) -> str:
        """An open table without a shoe."""
        table = self.id(name)
        command = OpenTable(
            table=table, operator=self.run, game=GAME, currency="USD",
            options={**OPTIONS, "shoe": shoe, **options}, clock=f"session {self.run}",
        )  # fmt: skip
        self.must(f"operator:{self.run}", command)
        return table

    def player(self, name: str, deposit: int = 100_000, account_type: str = "real") -> str:
        player = self.id(name)
        command = OpenWallet(
            player=player, account_type=account_type, currency="USD", operator=self.run, deposit=deposit
        )
        self.must(f"operator:{self.run}", command)
        return player

    def shoe(self, table: str, name: str = "S", cards: str = "", cut: int = 0) -> str:
        """Mounts a shoe: live with a ten as burn card, or virtual in the given or a random order."""
        live = load_play(table).live
        shoe = f"{table}.{name}"
        how: dict[str, Any] = {"source": "virtual", "cards": cards, "cut": cut}
        if live:
            how = {"source": "live", "burn_card": "TC", "burned": burn("TC")}
        self.must(f"studio:{table}", MountShoe(table=table, shoe=shoe, **how))
        return shoe

    def open(self, table: str, name: str = "R1") -> str:
        round_id = f"{table}.{name}"
        self.must(f"studio:{table}", r.OpenRound(table=table, round=round_id))
        return round_id

    # --- playing ---

    def sit(self, table: str, player: str, seat: int) -> Answer:
        return self.send(f"player:{player}", r.Sit(table=table, player=player, seat=seat))

    def bet(self, table: str, player: str, seat: int, amount: int, kind: str = "seat") -> Answer:
        command = r.PlaceBet(table=table, player=player, seat=seat, bet_kind=kind, amount=amount)
        return self.send(f"player:{player}", command)

    def close_bets(self, table: str) -> Answer:
        return self.send(f"studio:{table}", r.CloseBets(table=table))

    def scan(self, table: str, card: str) -> Answer:
        """``card`` goes where a card is due, from the shoe's next draw."""
        play = load_play(table)
        due: Any = play.expects()
        assert play.shoe is not None
        command = r.ScanCard(
            table=table, shoe=play.shoe.id, draw=play.shoe.next_draw, to=due.to, card=card, face=due.face
        )
        return self.send(f"studio:{table}", command)

    def deal(self, table: str, *cards: str) -> None:
        for card in cards:
            answer = self.scan(table, card)
            assert answer.accepted, (card, answer.content)

    def act(
        self, table: str, player: str, action: str, seat: int = 3, hand: int = 1, number: int | None = None
    ) -> Answer:
        return self.send(f"player:{player}", action_of(table, player, action, seat, hand, number))

    def expire(self, table: str) -> Answer:
        """The open deadline has passed."""
        deadline = load_play(table).deadline
        assert deadline is not None
        self.now = max(self.now, deadline.due)
        return self.send("system:clock", r.Expire(table=table, what=deadline.what, number=deadline.number))

    def seated_round(self, name: str, *cards: str, bet: int = 1_000) -> tuple[str, str, str]:
        """A live table, a player on seat 3 with a bet, betting closed, the cards dealt: table, player, round."""
        table, player = self.table(name), self.player(f"{name}-ana")
        self.shoe(table)
        round_id = self.open(table)
        assert self.sit(table, player, 3).accepted
        assert self.bet(table, player, 3, bet).accepted
        assert self.close_bets(table).accepted
        self.deal(table, *cards)
        return table, player, round_id


def action_of(
    table: str, player: str, action: str, seat: int = 3, hand: int = 1, number: int | None = None
) -> r.TakeAction:
    fields = {"seat": seat, "hand": hand, "action": action}
    return r.TakeAction(table=table, player=player, intent="act", fields=fields, number=number)


def answer_of(table: str, player: str, answer: str, seat: int = 3) -> r.TakeAction:
    return r.TakeAction(table=table, player=player, intent="insurance", fields={"seat": seat, "answer": answer})


def question(play: Play) -> int | None:
    """Number of the open question."""
    return play.deadline.number if play.deadline else None
