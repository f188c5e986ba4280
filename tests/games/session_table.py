"""A table of a recorded session, in memory: shoe, round, countdown and pause around the pure rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.kernel import shoe as shoes
from games.kernel.bets import Bet, Settlement, Stake
from games.kernel.correction import corrected, fold, repeat
from games.kernel.events import CardDealt, CardShown, DealCancelled, PackShuffled, RoundCancelled
from games.kernel.expectations import Ask, Deal, Expectation, Over, Proceed, Show, Shuffle
from games.kernel.playthrough import Book
from games.kernel.ruleset import CloseBetting, OpenRound, Rejected, Ruleset, Silence
from tests.games.session_round import Round, in_order

MILLI = 1000


@dataclass
class Table:
    """Times are milliseconds since the start of the session."""

    id: str
    rules: Ruleset
    options: Any
    wallets: dict[str, int]
    types: Mapping[str, str]
    state: Any = None  # of the running or last round, with what happened to the seats since
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

    def __post_init__(self) -> None:
        self.state = self.rules.initial(self.options, ())

    def awaited(self) -> Expectation:
        return self.rules.expects(self.state) if self.last else Over(played=False)

    # --- shoe --------------------------------------------------------------------------------------------------------

    def new_shoe(self, line: Mapping[str, Any]) -> None:
        if self.running:
            raise Rejected("round_running")
        burn, pack = self.rules.burn, self.rules.pack(self.options)
        if line["source"] == "live":
            self.order = ()
            shown, count = line.get("burn_card", ""), line.get("burned", 0)
        else:
            order = in_order(line["cards"], pack)
            self.order, self.cut = order, line.get("cut", 0)
            shown = order[0] if burn else ""
            count = burn(shown) if burn else 0
        if burn and burn(shown) != count:
            raise Rejected("bad_burn")
        first = {1: shoes.Drawn(shown, "", "")} if burn else {}
        burned = count + 1 if burn else 0
        packs = len(pack) // 52 or 1
        self.shoe = shoes.Shoe(line["shoe"], packs, not self.order, burned, burned + 1, first)

    def new_pack(self, line: Mapping[str, Any]) -> None:
        """The next game of a series or match, or a used-up stock shuffled again."""
        due = self.awaited() if self.running else None
        if not isinstance(due, Shuffle) or due.what != line["kind"]:
            raise Rejected("wrong_phase")
        order, at = in_order(line["cards"], due.cards), line.get("trump_at", 0)
        if (at or due.places) and at not in due.places:
            raise Rejected("bad_shoe")
        self.order, self.cut = order, 0
        self.shoe = shoes.Shoe(line["shoe"], 1, live=False)
        self.record(PackShuffled(shoe=line["shoe"], what=due.what, shown_at=at))
        self.go_on()

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
        if self.order and self.cut and draw >= self.cut:
            self.cut_card(shoe.id)
        self.record(CardDealt(shoe=shoe.id, draw=draw, to=to, card=card, face=face))

    # --- round -------------------------------------------------------------------------------------------------------

    def open(self, round_id: str, dealer: int | None) -> None:
        if self.running:
            raise Rejected("round_running")
        shoe, lasts = self.shoe, self.rules.shoe_lasts
        if lasts != "deal" and (shoe is None or shoe.cut_out or (lasts == "round" and shoe.next_draw > 1)):
            raise Rejected("no_shoe")
        before = self.rules.initial(self.options, tuple(self.rules.seats(self.state).values()))
        current = Round(round_id, before, Book(self.wallets, self.types))
        decided = self.rules.decide(before, OpenRound(dealer), current.book)
        self.state, self.asked = before, 0
        self.last = self.rounds[round_id] = current
        self.apply(decided)

    def send(self, intent: Any) -> None:
        """Decide and apply; outside a round only the seats can change."""
        current = self.running
        book = current.book if current else Book(self.wallets, self.types)
        self.apply(self.rules.decide(self.state, intent, book))

    def apply(self, decided: Sequence[Any]) -> None:
        current = self.running
        for step in decided:
            if hasattr(step, "NAME"):
                self.record(step)
            else:
                assert current is not None
                current.book.move(step)
        if current:
            self.go_on()

    def bet(self, stake: Stake) -> None:
        current = self.running
        book = current.book if current else Book(self.wallets, self.types)
        for movement in self.rules.accept(self.state, stake, book):
            book.move(movement)

    def record(self, event: Any) -> None:
        self.state = self.rules.evolve(self.state, event)
        if self.running:
            self.running.events.append(event)
        elif self.last:
            self.last.since.append(event)

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
            elif isinstance(awaited, Show):
                assert self.shoe is not None
                card = self.order[awaited.place - 1]
                self.record(CardShown(shoe=self.shoe.id, place=awaited.place, card=card))
            elif isinstance(awaited, Proceed) or (isinstance(awaited, Ask) and not self.is_open(current)):
                self.send(Proceed())
                return
            else:
                return
            awaited = self.awaited()
        current.status = "settled" if awaited.played else "not_played"
        for bet in current.book.bets():
            current.book.credit(bet, self.rules.settle(bet, self.state))

    def is_open(self, current: Round) -> bool:
        return any(self.rules.asks(self.state, bet) for bet in current.book.bets())

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
        """The running round is void."""
        current = self.running
        assert current is not None
        self.record(RoundCancelled())
        for bet in current.book.bets():
            current.book.give_back(bet, "void")
        current.status, self.paused, self.due = "void", False, None

    def cancel_deal(self) -> None:
        """The game in progress does not count; it is dealt again."""
        if not self.paused:
            raise Rejected("not_paused")
        if not self.rules.fits(self.state, DealCancelled()):
            raise Rejected("wrong_phase")
        self.paused, self.due = False, None
        self.record(DealCancelled())
        self.go_on()

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
        expected = self.rules.expects(fold(self.rules, old.before, old.events))
        state = repeat(self.rules, old.before, events, expected)
        old.events = events
        if old is self.last:
            self.state = fold(self.rules, state, old.since)
        if self.shoe is not None and self.shoe.id == shoe:
            self.shoe = shoes.correct(self.shoe, draw, card)
        if not old.status:
            return {}
        new = [(b, s if s.outcome == "refunded" else self.rules.settle(b, state)) for b, s in old.book.closed]
        return self.replace_results(old, new)

    @staticmethod
    def replace_results(old: Round, new: list[tuple[Bet, Settlement]]) -> dict[str, int]:
        net: dict[str, int] = {}
        for (bet, before), (_, after) in zip(old.book.closed, new, strict=True):
            net[bet.player] = net.get(bet.player, 0) + after.returned - before.returned
        old.book.closed[:] = new
        return net
