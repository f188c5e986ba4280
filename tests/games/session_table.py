"""A table of a recorded session, in memory: shoe, round, countdown and pause around the pure rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.deluxe_blackjack.v1.dealer import burn
from games.kernel import shoe as shoes
from games.kernel.bets import Bet, Settlement, Stake
from games.kernel.cards import is_exactly
from games.kernel.correction import corrected, repeat
from games.kernel.playthrough import Book
from games.kernel.ruleset import (
    Ask,
    CardDealt,
    CloseBetting,
    Deal,
    Expectation,
    OpenRound,
    Over,
    Proceed,
    Rejected,
    RoundCancelled,
    Ruleset,
    Seated,
    Silence,
)

MILLI = 1000


@dataclass
class Round:
    """Events and bets of one round. ``status`` is empty while it runs."""

    id: str
    before: Any  # state before the first event
    state: Any
    book: Book
    events: list[Any] = field(default_factory=list)
    status: str = ""


@dataclass
class Table:
    """Times are milliseconds since the start of the session."""

    id: str
    rules: Ruleset
    options: Any
    wallets: dict[str, int]
    types: Mapping[str, str]
    seats: dict[int, Seated] = field(default_factory=dict)
    shoe: shoes.Shoe | None = None
    order: tuple[str, ...] = ()  # of a virtual shoe
    cut: int = 0
    rounds: dict[str, Round] = field(default_factory=dict)
    last: Round | None = None  # running, or the last one
    asked: int = 0  # number of the question the clock runs for
    due: int | None = None
    paused_left: int | None = None
    paused: bool = False

    @property
    def running(self) -> Round | None:
        return self.last if self.last is not None and not self.last.status else None

    def awaited(self) -> Expectation:
        return self.rules.expects(self.last.state) if self.last else Over(played=False)

    def between(self) -> Any:
        """State for whoever acts while no round runs."""
        return self.rules.initial(self.options, tuple(self.seats.values()))

    # --- shoe --------------------------------------------------------------------------------------------------------

    def new_shoe(self, line: Mapping[str, Any]) -> None:
        if self.running:
            raise Rejected("round_running")
        packs = self.options.packs
        if line["source"] == "live":
            self.order = ()
            shown, count = line["burn_card"], line["burned"]
        else:
            self.order = tuple(line["cards"].split(" "))
            self.cut = line["cut"]
            if not is_exactly(self.order, packs):
                raise Rejected("bad_shoe")
            shown = self.order[0]
            count = burn(shown)
        if burn(shown) != count:
            raise Rejected("bad_burn")
        first = {1: shoes.Drawn(shown, "", "")}
        self.shoe = shoes.Shoe(line["shoe"], packs, not self.order, count + 1, count + 2, first)

    def cut_card(self, shoe_id: str) -> None:
        shoe = self.own_shoe(shoe_id)
        self.shoe = shoes.Shoe(shoe.id, shoe.packs, shoe.live, shoe.burned, shoe.next_draw, shoe.drawn, cut_out=True)

    def own_shoe(self, shoe_id: str) -> shoes.Shoe:
        if self.shoe is None or self.shoe.id != shoe_id:
            raise Rejected("wrong_shoe")
        return self.shoe

    def scan(self, line: Mapping[str, Any]) -> None:
        shoe = self.own_shoe(line["shoe"])
        draw, card, to = line["draw"], line["card"], line["to"]
        if shoes.is_repeat(shoe, draw, card, to):
            return
        if not self.running or self.awaited() != Deal(to, line["face"]):
            raise Rejected("unexpected_card")
        shoes.check_possible(shoe, card)
        self.deal(shoe, draw, card, to, line["face"])
        self.go_on()

    def deal(self, shoe: shoes.Shoe, draw: int, card: str, to: str, face: str) -> None:
        assert self.last is not None
        self.shoe = shoes.take(shoe, draw, card, to, self.last.id)
        if self.order and draw >= self.cut:
            self.cut_card(shoe.id)
        self.record(CardDealt(shoe=shoe.id, draw=draw, to=to, card=card, face=face))

    # --- round -------------------------------------------------------------------------------------------------------

    def open(self, round_id: str) -> None:
        if self.running:
            raise Rejected("round_running")
        if self.shoe is None or self.shoe.cut_out:
            raise Rejected("no_shoe")
        before = self.between()
        self.last = self.rounds[round_id] = Round(round_id, before, before, Book(self.wallets, self.types))
        self.asked = 0
        self.send(OpenRound())

    def send(self, intent: Any) -> None:
        """Decide and apply; outside a round only the seats can change."""
        current = self.running
        if current is None:
            decided = self.rules.decide(self.between(), intent, Book(self.wallets, self.types))
            for step in decided:
                del self.seats[step.seat]
            return
        for step in self.rules.decide(current.state, intent, current.book):
            if hasattr(step, "NAME"):
                self.record(step)
            else:
                current.book.move(step)
        self.go_on()

    def bet(self, stake: Stake) -> None:
        current = self.running
        book = current.book if current else Book(self.wallets, self.types)
        for movement in self.rules.accept(current.state if current else self.between(), stake, book):
            book.move(movement)

    def record(self, event: Any) -> None:
        assert self.last is not None
        self.last.state = self.rules.evolve(self.last.state, event)
        self.last.events.append(event)

    def go_on(self) -> None:
        """Proceed, draw from a virtual shoe, close answered questions, settle."""
        current = self.running
        assert current is not None
        awaited = self.awaited()
        while not isinstance(awaited, Over):
            if isinstance(awaited, Deal) and self.order:
                shoe = self.shoe
                assert shoe is not None
                self.deal(shoe, shoe.next_draw, self.order[shoe.next_draw - 1], awaited.to, awaited.face)
            elif isinstance(awaited, Proceed) or (isinstance(awaited, Ask) and not self.is_open(current)):
                self.send(Proceed())
                return
            else:
                return
            awaited = self.awaited()
        self.seats = dict(self.rules.seats(current.state))
        current.status = "settled" if awaited.played else "not_played"
        pool = sum(bet.stake for bet in current.book.bets())
        for bet in current.book.bets():
            current.book.credit(bet, self.rules.settle(bet, current.state, pool))

    def is_open(self, current: Round) -> bool:
        return any(self.rules.asks(current.state, bet) for bet in current.book.bets())

    # --- clock and pause ---------------------------------------------------------------------------------------------

    def wind(self, now: int) -> None:
        """Start the countdown of a question that the line of this moment raised."""
        if self.paused:
            return
        countdown = getattr(self.awaited(), "countdown", None) if self.running else None
        number = getattr(self.awaited(), "number", 0)
        if countdown is None:
            self.asked, self.due = 0, None
        elif number != self.asked:
            self.asked, self.due = number, now + countdown.seconds * MILLI

    def silence(self, what: str, now: int) -> None:
        """A line that finds nothing due has no effect."""
        if self.due is None or now < self.due:
            return
        if self.paused:
            if what == "incident":
                self.cancel()
            return
        countdown = getattr(self.awaited(), "countdown", None)
        if countdown is None or countdown.what != what:
            return
        self.send(CloseBetting() if what == "betting" else Silence(what))

    def incident(self, now: int) -> None:
        if self.paused:
            return
        if not self.running:
            raise Rejected("no_round")
        self.paused = True
        self.paused_left = None if self.due is None else self.due - now
        self.due = now + self.options.incident_s * MILLI

    def resume(self, now: int) -> None:
        if not self.paused:
            raise Rejected("not_paused")
        self.paused = False
        self.due = None if self.paused_left is None else now + self.paused_left

    # --- cancelled and corrected -------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """The running round is void; its seats stay as they are."""
        current = self.running
        assert current is not None
        self.record(RoundCancelled())
        for bet in current.book.bets():
            current.book.give_back(bet, "void")
        current.status, self.paused, self.due = "void", False, None
        self.seats = dict(self.rules.seats(current.state))

    def cancel_settled(self, old: Round) -> dict[str, int]:
        """Net money per player when a round that was paid becomes void."""
        new = [(b, s if s.outcome == "refunded" else Settlement(b.stake, "void", ())) for b, s in old.book.closed]
        old.status = "void"
        return self.replace_results(old, new)

    def correct(self, old: Round, shoe: str, draw: int, card: str) -> dict[str, int]:
        """Repeat the round with this card. Net money per player: none while it runs."""
        events = corrected(old.events, shoe, draw, card)
        if self.shoe is not None and self.shoe.id == shoe:
            shoes.check_possible(self.shoe, card, draw)
        state = repeat(self.rules, old.before, events, self.rules.expects(old.state))
        old.events, old.state = events, state
        if self.shoe is not None and self.shoe.id == shoe:
            self.shoe = shoes.correct(self.shoe, draw, card)
        if not old.status:
            return {}
        pool = sum(bet.stake for bet, _ in old.book.closed)
        new = [(b, s if s.outcome == "refunded" else self.rules.settle(b, state, pool)) for b, s in old.book.closed]
        return self.replace_results(old, new)

    @staticmethod
    def replace_results(old: Round, new: list[tuple[Bet, Settlement]]) -> dict[str, int]:
        net: dict[str, int] = {}
        for (bet, before), (_, after) in zip(old.book.closed, new, strict=True):
            net[bet.player] = net.get(bet.player, 0) + after.returned - before.returned
        old.book.closed[:] = new
        return net
