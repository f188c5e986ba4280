"""The players of one table: who sits, who bets what, who answers, and who falls silent and leaves it to the clock."""

import secrets
import time
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from games.kernel.bets import Bet
from games.kernel.expectations import Ask, Betting, Decide
from wagering.demo.house import Person, Place
from wagering.demo.purses import Purses
from wagering.demo.sender import Sender
from wagering.dispatch.command import Answer
from wagering.rounds.commands import Leave, PlaceBet, Sit, TakeAction
from wagering.rounds.play import Play
from wagering.rounds.queries import CurrentFacts, view
from wagering.wallet.commands import NoteConnection

BET_SIZES = (5, 5, 6, 8, 10, 10, 15, 20, 25, 40)  # chips


class Crowd:
    """Acts like people: at the table's pace, sometimes late, sometimes not at all."""

    def __init__(self, place: Place, sender: Sender, *, hurried: bool) -> None:
        self.place, self.sender, self.hurried = place, sender, hurried
        self._chance = secrets.SystemRandom()
        self._purses = Purses(place, sender, self._chance)
        self._round = self._left = ""
        self._to_do: list[tuple[float, Callable[[Play], None]]] = []
        self._silent: set[str] = set()
        self._away: set[str] = set()
        self._missed: dict[str, Any] = {}  # the question to which somebody did not answer
        self._when: dict[Any, float] = {}  # question -> time of the answer, infinite once it is given

    def bets_are_in(self, round_id: str) -> bool:
        """True when nobody wants to bet any more in this round."""
        return self._round == round_id and not self._to_do

    def step(self, play: Play) -> None:
        """Do what is due now."""
        if play.paused:
            return
        if not play.running:
            if self.place.sample.seat_kind is None and play.status != "decided":
                self._gather(play)
            return
        if play.round != self._round:
            self._plan(play)
        match play.expects():
            case Betting():
                self._bet(play)
            case Decide() as question:
                self._choose_ahead(play, question)
                self._interrupt(play, question)
                self._decide(play, question)
            case Ask() as question:
                self._reply(play, question)

    # --- between rounds ---

    def _gather(self, play: Play) -> None:
        """Where the rules take the stakes, a round waits for players: they come, and now and then one goes."""
        taken = {number: seated.player for number, seated in play.ruleset.seats(play.state).items()}
        free = [number for number in self.place.sample.seats if number not in taken]
        waiting = [name for name, person in self.place.people.items() if person.seated and name not in taken.values()]
        if taken and play.round != self._left:
            self._left = play.round
            if self._chance.random() < 0.1:
                player = self._chance.choice(list(taken.values()))
                self._send(player, Leave(table=play.table, player=player))
        elif free and waiting and (len(taken) < self.place.sample.players or self._chance.random() < 0.3):
            player = self._chance.choice(waiting)
            seat = self._chance.choice(free)
            if not self._send(player, Sit(table=play.table, player=player, seat=seat)).accepted:
                self._purses.look_after()

    # --- betting ---

    def _plan(self, play: Play) -> None:
        """Who does what while bets are open, and who will not be heard of in this round."""
        self._when.clear()
        self._to_do = []
        for player in self._away | self._silent:
            self._come_back(player)
        self._purses.look_after()
        # Where the rules take the stakes nobody bets, and there is no time for it.
        spread = 0.15 if self.hurried else play.raw_options.get("bet_s", 0) * 0.8
        for player, person in self.place.people.items():
            if self._chance.random() < person.silent * (0.3 if self.hurried else 1.0):
                self._silent.add(player)
            begin = self._chance.uniform(0, spread * (0.5 if person.seated else 1.0))
            wish = self._take_part if person.seated else self._bet_behind
            self._to_do.append((time.monotonic() + begin, _bound(wish, player, person)))
        self._to_do.sort(key=lambda entry: entry[0])
        self._round = play.round

    def _come_back(self, player: str) -> None:
        """He was away for one question; a match is too long to be missed as a whole."""
        self._silent.discard(player)
        self._missed.pop(player, None)
        if player in self._away:
            self._away.discard(player)
            self._send(player, NoteConnection(player=player, connected=True))

    def _bet(self, play: Play) -> None:
        """One at a time, so that everybody sees what the one before him has done."""
        if self._to_do and self._to_do[0][0] <= time.monotonic():
            wish = self._to_do[0][1]
            wish(play)
            self._to_do.pop(0)

    def _take_part(self, player: str, person: Person, play: Play) -> None:
        """Sit down if need be and bet; now and then stay out for a round, or go."""
        taken = {number: seated.player for number, seated in play.ruleset.seats(play.state).items()}
        mine = [number for number, who in taken.items() if who == player]
        mood = self._chance.random()
        if mine and mood < 0.03:
            self._send(player, Leave(table=play.table, player=player))
            return
        if mine and mood < 0.10:
            return
        while len(mine) < person.seated:
            free = [number for number in self.place.sample.seats if number not in taken]
            if not free or (mine and mood < 0.5):
                break
            seat = self._chance.choice(free)
            taken[seat] = player
            if not self._send(player, Sit(table=play.table, player=player, seat=seat)).accepted:
                break
            mine.append(seat)
        kind = self.place.sample.seat_kind
        if mine and kind:
            self._place(player, play, mine[0], kind, self._amount())
            for seat in mine:
                self._side_bets(player, play, seat, 0.25)

    def _bet_behind(self, player: str, person: Person, play: Play) -> None:
        seats = list(play.ruleset.seats(play.state))
        if not seats or not self.place.sample.open_kinds or self._chance.random() < 0.15:
            return
        kind = self.place.sample.open_kinds[0]
        for seat in self._chance.sample(seats, min(len(seats), self._chance.choice((1, 1, 2)))):
            self._place(player, play, seat, kind, self._amount())
            self._side_bets(player, play, seat, 0.2)

    def _side_bets(self, player: str, play: Play, seat: int, share: float) -> None:
        for kind in self.place.sample.open_kinds[1:]:
            if self._chance.random() < share:
                self._place(player, play, seat, kind, self._chance.choice((1, 1, 2, 5)) * self.place.chip)

    def _amount(self) -> int:
        """Mostly a few chips; once in a while more than the table takes."""
        if self._chance.random() < 0.005:
            return 501 * self.place.chip
        return self._chance.choice(BET_SIZES) * self.place.chip

    def _place(self, player: str, play: Play, seat: int, kind: str, amount: int) -> Answer:
        command = PlaceBet(table=play.table, player=player, seat=seat, bet_kind=kind, amount=amount)
        return self._send(player, command)

    # --- answers ---

    def _decide(self, play: Play, question: Decide) -> None:
        """By strategy, with the mistakes people make."""
        person = self.place.people.get(question.player)
        if person is None or not self._is_time((question.number, question.player), question.player):
            return
        may = play.ruleset.view(play.state, question.player, CurrentFacts(play.round)).may
        if not may:
            return
        intent = next(iter(self.place.sample.strategies.values()))(play.state, question, may)
        if self._chance.random() < person.errs:
            intent = self._chance.choice(self.place.sample.legal(play.state, question, may))
        self._answer(play, question.player, intent, question.number)

    def _interrupt(self, play: Play, question: Decide) -> None:
        """Out of turn, where the game allows it: everybody looks once at each question."""
        interrupt = self.place.sample.interrupt
        if interrupt is None:
            return
        for seated in play.ruleset.seats(play.state).values():
            key = ("interrupt", question.number, seated.player)
            if key in self._when or seated.player not in self.place.people or seated.player == question.player:
                continue
            self._when[key] = float("inf")
            may = play.ruleset.view(play.state, seated.player, CurrentFacts(play.round)).may
            intent = interrupt(play.state, seated.player, may) if may else None
            if intent is not None and self._answer(play, seated.player, intent, question.number).accepted:
                return

    def _choose_ahead(self, play: Play, question: Decide) -> None:
        """Some players choose before it is their turn, by what the strategy says now."""
        ahead = self.place.sample.preselect
        if ahead is None:
            return
        for seat, seated in play.ruleset.seats(play.state).items():
            key = ("ahead", seat)
            if key in self._when or seat <= question.seat or seated.player not in self.place.people:
                continue
            self._when[key] = float("inf")
            if self._chance.random() > 0.12 or f"{seat}.1" not in view(play.table, "public").cards:
                continue
            later = replace(question, seat=seat, hand=1, player=seated.player)
            chosen = next(iter(self.place.sample.strategies.values()))(play.state, later, question.actions)
            self._answer(play, seated.player, ahead(seated.player, seat, 1, chosen), None)

    def _reply(self, play: Play, question: Ask) -> None:
        """Each bet that is asked answers for itself; yes less often than no."""
        for bet in CurrentFacts(play.round).bets():
            if bet.player not in self.place.people or not play.ruleset.asks(play.state, bet):
                continue
            if self._is_time((question.number, bet.player, bet.seat), bet.player):
                self._answer_for(play, question, bet, self._chance.random() < 0.4)

    def _answer_for(self, play: Play, question: Ask, bet: Bet, yes: bool) -> None:
        reply = self.place.sample.reply
        if reply is None:
            return
        if not self._answer(play, bet.player, reply(play.state, question, bet, yes), question.number).accepted and yes:
            self._answer_for(play, question, bet, False)

    def _is_time(self, key: Any, player: str) -> bool:
        """True once for each question, after a while; never for somebody who is silent."""
        if player in self._silent:
            self._lose_connection(player)
            if self._missed.setdefault(player, key) == key:
                return False
            self._come_back(player)
        if key not in self._when:
            slowest = 0.03 if self.hurried else 1.2
            self._when[key] = time.monotonic() + self._chance.uniform(0.2, 1.0) * slowest
        if time.monotonic() < self._when[key]:
            return False
        self._when[key] = float("inf")
        return True

    def _lose_connection(self, player: str) -> None:
        if player not in self._away:
            self._away.add(player)
            self._send(player, NoteConnection(player=player, connected=False))
            self.sender.tell(f"{self.place.table}: {player} does not answer; the clock will act for him")

    def _answer(self, play: Play, player: str, intent: Any, number: int | None) -> Answer:
        names = {kind: name for name, kind in play.ruleset.intents.items()}
        content = {field.name: getattr(intent, field.name) for field in fields(intent) if field.name != "player"}
        command = TakeAction(table=play.table, player=player, intent=names[type(intent)], fields=content, number=number)
        return self._send(player, command)

    def _send(self, player: str, command: Any) -> Answer:
        return self.sender.send(f"player:{player}", command)


Wish = Callable[[str, Person, Play], None]


def _bound(wish: Wish, player: str, person: Person) -> Callable[[Play], None]:
    return lambda play: wish(player, person, play)
