"""Plays rounds of any ruleset in memory: wallets and bets as dicts, cards from an iterator.

For tests and for the simulation. It drives the rules exactly as the wagering side does, without storing anything, and
it is strict: a wallet that would go below zero or a movement without its bet is an error, not a result.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.kernel.bets import Answer, Bet, Refund, Settlement, Stake
from games.kernel.events import CardDealt, CardShown, DealCancelled, PackShuffled, RoundCancelled
from games.kernel.expectations import Ask, Deal, Expectation, Over, Proceed, Show, Shuffle
from games.kernel.ruleset import OpenRound, Rejected, Ruleset, Seated

_PROCEED = Proceed()
_MOVEMENTS = (Stake, Answer, Refund)  # a tuple, because a union would be made anew for every step


class _Live(NamedTuple):
    """A bet together with the dicts it shows, which only the book may change."""

    bet: Bet
    parts: dict[str, int]
    answers: dict[str, bool]


class Book:
    """Wallets and the open bets of one round; the ``Facts`` of the rules. Several books may share the wallets.

    A ``Bet`` handed out is live: its ``parts`` and ``answers`` change with later movements.
    """

    def __init__(self, wallets: dict[str, int], types: Mapping[str, str] | None = None) -> None:
        self.wallets = wallets  # player -> free balance, minor units
        self.types = types or {}  # player -> account type, ``real`` if absent
        self.closed: list[tuple[Bet, Settlement]] = []  # refunded, settled and cancelled bets
        self._open: dict[tuple[str, int, str], _Live] = {}
        self._own: dict[str, list[Bet]] = {}

    def funds(self, player: str) -> int:
        return self.wallets[player]

    def account_type(self, player: str) -> str:
        return self.types.get(player, "real")

    def bets_of(self, player: str) -> Sequence[Bet]:
        return self._own.get(player, ())

    def bets(self) -> Sequence[Bet]:
        return [live.bet for live in self._open.values()]

    def move(self, movement: Stake | Refund | Answer) -> None:
        """Carry out one movement."""
        if isinstance(movement, Stake):
            self._stake(movement)
        elif isinstance(movement, Answer):
            answers = self._open[movement.player, movement.seat, movement.kind].answers
            if movement.question in answers:
                raise ValueError(f"{movement} answers a second time")
            answers[movement.question] = movement.yes
        else:
            for bet in self.bets():
                if bet.seat == movement.seat:
                    self.give_back(bet, "refunded")

    def credit(self, bet: Bet, result: Settlement) -> None:
        """Close the bet and pay what it returns."""
        del self._open[bet.player, bet.seat, bet.kind]
        self._own[bet.player].remove(bet)
        self.wallets[bet.player] += result.returned
        self.closed.append((bet, result))

    def give_back(self, bet: Bet, outcome: str) -> None:
        """Close the bet with its whole stake: ``refunded`` or ``void``."""
        self.credit(bet, Settlement(bet.stake, outcome, ()))

    def _stake(self, stake: Stake) -> None:
        if self.wallets[stake.player] < stake.amount:
            raise ValueError(f"{stake} is not covered by {self.wallets[stake.player]}")
        self.wallets[stake.player] -= stake.amount
        key = (stake.player, stake.seat, stake.kind)
        live = self._open.get(key)
        if live is None:
            parts: dict[str, int] = {}
            answers: dict[str, bool] = {}
            live = self._open[key] = _Live(Bet(*key, parts, answers), parts, answers)
            self._own.setdefault(stake.player, []).append(live.bet)
        live.parts[stake.part] = live.parts.get(stake.part, 0) + stake.amount
        if stake.amount < 0 and not live.bet.stake:
            del self._open[key]
            self._own[stake.player].remove(live.bet)


Shuffler = Callable[[Shuffle], tuple[Sequence[str], int]]


class Playthrough:
    """One round after the other at one table. ``events`` are those of the running or last round, oldest first.

    ``cards`` is the shoe; where packs are shuffled inside the round, ``shuffle`` gives the order of each and the place
    of the card to be shown (0 = none).
    """

    def __init__(
        self,
        ruleset: Ruleset,
        options: Any,
        book: Book,
        cards: Iterator[str] = iter(()),  # noqa: B008  (empty, so nothing is shared)
        *,
        shuffle: Shuffler | None = None,
        shoe: str = "shoe",
        seated: Sequence[Seated] = (),
    ) -> None:
        self.rules, self.options, self.book, self.cards, self.shoe = ruleset, options, book, cards, shoe
        self.shuffle, self.order, self.packs = shuffle, tuple[str, ...](), 0
        self.draw = 0
        self.events: list[Any] = []
        self.state: Any = ruleset.initial(options, seated)

    def open(self, dealer: int | None = None) -> Expectation:
        """A new round with the seats of the one before."""
        self.state = self.rules.initial(self.options, tuple(self.rules.seats(self.state).values()))
        self.events = []
        self.book.closed.clear()
        return self.send(OpenRound(dealer))

    def bet(self, player: str, seat: int, kind: str, amount: int) -> None:
        """Place a bet or add to one; raises ``Rejected``."""
        for stake in self.rules.accept(self.state, Stake(player, seat, kind, "1", amount), self.book):
            self.book.move(stake)

    def undo(self, player: str, seat: int, kind: str) -> None:
        """Undo a bet; raises ``Rejected``, and ``StopIteration`` where there is none."""
        bet = next(bet for bet in self.book.bets_of(player) if (bet.seat, bet.kind) == (seat, kind))
        for stake in self.rules.retract(self.state, bet, self.book):
            self.book.move(stake)

    def send(self, intent: Any) -> Expectation:
        """Decide and apply one intent, then go on until somebody must answer or the round is over."""
        self._apply(intent)
        return self.run()

    def message(self, name: str, **content: Any) -> Expectation:
        """Send one of the game's own intents by its message name."""
        return self.send(self.rules.intents[name](**content))

    def run(self) -> Expectation:
        """Deal and proceed as far as the round goes by itself; a question nobody is left to answer is closed."""
        while True:
            awaited = self.rules.expects(self.state)
            if isinstance(awaited, Deal):
                self._deal(awaited)
            elif isinstance(awaited, Shuffle):
                self._shuffle(awaited)
            elif isinstance(awaited, Show):
                card = self.order[awaited.place - 1]
                self._record(CardShown(shoe=self.shoe, place=awaited.place, card=card))
            elif isinstance(awaited, Proceed) or (isinstance(awaited, Ask) and not self._is_open()):
                self._apply(_PROCEED)
            else:
                return awaited

    def settle(self) -> list[tuple[Bet, Settlement]]:
        """Pay every open bet of the round that is over."""
        for bet in self.book.bets():
            self.book.credit(bet, self.rules.settle(bet, self.state))
        return self.book.closed

    def cancel(self) -> None:
        """Void the running round: every open bet goes back."""
        self._record(RoundCancelled())
        for bet in self.book.bets():
            self.book.give_back(bet, "void")

    def cancel_deal(self) -> Expectation:
        """Void the game in progress of a series or match; it is dealt again."""
        self._record(DealCancelled())
        return self.run()

    def play(self, answer: Callable[[Expectation], Any]) -> list[tuple[Bet, Settlement]]:
        """Close the betting's questions with ``answer(expectation) -> intent`` until the round is over; then settle."""
        awaited = self.run()
        while not isinstance(awaited, Over):
            awaited = self.send(answer(awaited))
        return self.settle()

    def refused(self, name: str, **content: Any) -> str | None:
        """The code this message would be refused with now, or ``None``; nothing changes."""
        try:
            self.rules.decide(self.state, self.rules.intents[name](**content), self.book)
        except Rejected as refusal:
            return refusal.code
        return None

    def _is_open(self) -> bool:
        return any(self.rules.asks(self.state, bet) for bet in self.book.bets())

    def _apply(self, intent: Any) -> None:
        for step in self.rules.decide(self.state, intent, self.book):
            if isinstance(step, _MOVEMENTS):
                self.book.move(step)
            else:
                self._record(step)

    def _deal(self, due: Deal) -> None:
        self.draw += 1
        self._record(CardDealt(shoe=self.shoe, draw=self.draw, to=due.to, card=next(self.cards), face=due.face))

    def _shuffle(self, due: Shuffle) -> None:
        if self.shuffle is None:
            raise ValueError(f"{due.what}: this playthrough has no shuffler")
        order, shown_at = self.shuffle(due)
        self.packs += 1
        self.shoe, self.order, self.cards, self.draw = f"pack-{self.packs}", tuple(order), iter(order), 0
        self._record(PackShuffled(shoe=self.shoe, what=due.what, shown_at=shown_at))

    def _record(self, event: Any) -> None:
        self.state = self.rules.evolve(self.state, event)
        self.events.append(event)
