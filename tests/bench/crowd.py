"""Full tables of Deluxe Blackjack with a virtual shoe, as a studio and its players play them: what each does next.

It sends nothing itself, so the same play goes over HTTP and straight through the pipeline. Players look at the table
before they answer and follow the basic strategy; whoever has no seat bets behind one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.deluxe_blackjack.basic_strategy import DEFAULT, Holding
from games.deluxe_blackjack.v1.hand_value import VALUE
from wagering.rounds.commands import CloseBets, OpenRound, PlaceBet, Sit, TakeAction
from wagering.tables.commands import MountShoe

CHIP = 100
SEATS = 7
CUT_AT = 312
STUDIO = ""


@dataclass(frozen=True, slots=True)
class Look:
    """The table, as ``player`` or its studio sees it."""

    table: str
    player: str


class Move(NamedTuple):
    """``who``: a player, or ``STUDIO``."""

    who: str
    command: Any


@dataclass
class Table:
    """One table. ``begin`` and ``heard`` give the moves that may be made now, at once or in any order.

    ``run``: part of the ids of this table's rounds and shoes. With ``ending`` it stands still after its round.
    """

    name: str
    players: Sequence[str]
    run: str
    chance: random.Random
    ending: bool = False
    rounds: int = 0
    _seated: bool = False
    _open: int = 0
    _standing: Mapping[str, Any] = field(default_factory=dict)

    def begin(self) -> list[Move]:
        """The studio looks whether a new shoe is needed."""
        self._open = 1
        return [Move(STUDIO, Look(self.name, STUDIO))]

    def heard(self, move: Move, answer: Mapping[str, Any]) -> list[Move]:
        """What follows from an accepted move; ``answer``: what the interface tells of it."""
        if "awaits" in answer and _later(answer, self._standing):
            self._standing = answer
        moves = list(self._answered(move.who, move.command, answer))
        self._open += len(moves) - 1
        if not self._open:
            moves = list(self._all_done())
            self._open = len(moves)
        return moves

    def _answered(self, who: str, command: Any, answer: Mapping[str, Any]) -> Iterator[Move]:
        match command:
            case Look(player=""):
                self._seated = bool(answer["seats"])
                if answer["shoe"] is None or answer["shoe"]["cut_out"]:
                    shoe = f"{self.name}.{self.run}.s{self.rounds}"
                    yield Move(STUDIO, MountShoe(table=self.name, shoe=shoe, source="virtual", cut=CUT_AT))
                else:
                    yield self._opening()
            case MountShoe():
                yield self._opening()
            case OpenRound():
                for seat, player in enumerate(self.players[:SEATS], 1):
                    sit = Sit(table=self.name, player=player, seat=seat)
                    yield self._bet(player, seat, "seat") if self._seated else Move(player, sit)
            case Sit(seat=seat):
                yield self._bet(who, seat, "seat")
            case PlaceBet(seat=seat, bet_kind="seat"):
                if self.chance.random() < 0.2:
                    yield self._bet(who, seat, "pair")
                for player in self._behind(seat):
                    yield self._bet(player, seat, "behind")
            case Look():
                yield from self._reply(who, answer)

    def _opening(self) -> Move:
        self.rounds += 1
        self._standing = {}
        return Move(STUDIO, OpenRound(table=self.name, round=f"{self.name}.{self.run}.r{self.rounds}"))

    def _bet(self, player: str, seat: int, kind: str) -> Move:
        amount = CHIP if kind == "pair" else CHIP * self.chance.choice((5, 10, 20))
        return Move(player, PlaceBet(table=self.name, player=player, seat=seat, bet_kind=kind, amount=amount))

    def _behind(self, seat: int) -> Sequence[str]:
        return self.players[SEATS + seat - 1 :: SEATS]

    def _all_done(self) -> Iterator[Move]:
        """Everything that was to be done at this point of the round is done."""
        awaits, status = self._standing["awaits"], self._standing["status"]
        what, _, place = awaits.replace(":", " ").partition(" ")
        if awaits == "betting":
            yield Move(STUDIO, CloseBets(table=self.name))
        elif status == "settled":
            if not self.ending:
                yield Move(STUDIO, Look(self.name, STUDIO))
        elif what == "decision":
            yield self._look(self.players[int(place.partition(".")[0]) - 1])
        elif what in ("double", "split"):
            for player in self._behind(int(place.partition(".")[0])):
                yield self._look(player)
        elif what == "insurance":
            for player in self.players:
                yield self._look(player)
        else:
            raise RuntimeError(f"nobody goes on from {self._standing}")

    def _look(self, player: str) -> Move:
        return Move(player, Look(self.name, player))

    def _reply(self, player: str, view: Mapping[str, Any]) -> Iterator[Move]:
        what, _, place = self._standing["awaits"].replace(":", " ").partition(" ")
        if what == "insurance":
            if "insurance" in view["may"]:
                yield self._act(player, "insurance", seat=self._seat_of(player), answer=self._yes(0.2))
            return
        seat, hand = map(int, place.split("."))
        if what == "decision":
            cards, may = view["cards"], view["may"]
            able = ["double" in may, "split" in may, "surrender" in may]
            action = DEFAULT.action(Holding.of(cards[place]), VALUE[cards["dealer"][0]], *able)
            yield self._act(player, "act", seat=seat, hand=hand, action=action)
        elif "follow" in view["may"]:
            yield self._act(player, "follow", seat=seat, hand=hand, question=what, answer=self._yes(0.5))

    def _act(self, player: str, intent: str, **fields: Any) -> Move:
        number = self._standing["number"]
        return Move(player, TakeAction(table=self.name, player=player, intent=intent, fields=fields, number=number))

    def _seat_of(self, player: str) -> int:
        return self.players.index(player) % SEATS + 1

    def _yes(self, share: float) -> str:
        return "yes" if self.chance.random() < share else "no"


def _later(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Answers to moves made side by side arrive in any order."""
    if not other or one["status"] != "running":
        return True
    return bool(other["status"] == "running" and (one["number"] or 0) >= (other["number"] or 0))
