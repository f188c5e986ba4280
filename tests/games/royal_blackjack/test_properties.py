"""What must hold for any cards, any money and any player: ten thousand random rounds, and scores by counting."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import msgspec
import pytest

from games.kernel.cards import HIDDEN, PACK
from games.kernel.correction import corrected, fold, repeat
from games.kernel.events import CardDealt, SeatLeft, SeatTaken
from games.kernel.expectations import Betting, Decide, Expectation, Over
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import CloseBetting, Leave, Rejected, Seated, Silence, Sit
from games.royal_blackjack.sample import SAMPLE
from games.royal_blackjack.v1 import RULESET
from games.royal_blackjack.v1.events import ActionTaken
from games.royal_blackjack.v1.hand_value import VALUE, score
from games.royal_blackjack.v1.intents import Act
from games.royal_blackjack.v1.state import State
from tests.games.royal_blackjack.tables import options

PLAYERS = ("ana", "bo", "cy", "dee", "eli", "fay", "gus")
BATCHES, TABLES, ROUNDS = range(10), 250, 4  # 10,000 rounds
FIRST = (*PACK, *("AS", "AD", "TC", "KD", "8S", "8D", "8H", "3C", "3D") * 3)  # naturals and pairs more often


def pack(random: Random) -> list[str]:
    """A shuffled pack with the cards of ``FIRST`` likelier on top."""
    order = [*dict.fromkeys(random.sample(FIRST, 20))]
    rest = [card for card in PACK if card not in order]
    random.shuffle(rest)
    return [*order, *rest]


class Evening:
    """Rounds at one table whose players try what comes into their heads; every moment is looked at."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        purses = {player: self.random.choice((0, 7, 12, 25, 60, 500)) for player in PLAYERS}
        self.everything = sum(purses.values())
        given = {"chip_step": 1, "min_seat": 5, "max_seat": 40, "odd_stakes": True}
        rare = {"silence_draws_to": 11, "second_card": "up"} if seed % 7 == 0 else {}
        self.play = Playthrough(RULESET, options(**given, **rare), Book(purses, {"gus": "trial"}), iter(()))
        self.seen: set[str] = set()

    def attempt(self, intent: Any) -> bool:
        try:
            self.play.send(intent)
        except Rejected:
            return False
        return True

    def round(self) -> None:
        play, random = self.play, self.random
        self.before = tuple(RULESET.seats(play.state).values())
        play.cards, play.draw = iter(pack(random)), 0
        play.open()
        for player in PLAYERS:
            self.wander(player, 0.6)
            try:
                play.bet(player, random.randint(1, 6), "seat", random.randint(4, 12))
                play.bet(player, next(iter(RULESET.seats(play.state))), "seat", 5)
            except Rejected:
                pass
            for seat, seated in RULESET.seats(play.state).items():
                if seated.player == player and not play.book.bets_of(player) and play.book.funds(player) >= 12:
                    play.bet(player, seat, "seat", random.randint(5, 12))
        awaited: Expectation = play.run()
        while not isinstance(awaited, Over):
            self.look(awaited)
            self.wander(random.choice(PLAYERS), 0.1)
            if isinstance(awaited, Decide):
                self.refuse(awaited)
            awaited = play.send(self.answer(awaited))
        self.look(awaited)

    def wander(self, player: str, chance: float) -> None:
        if self.random.random() < chance:
            self.attempt(Sit(player, self.random.randint(1, 6)))
        elif self.random.random() < chance / 5:
            self.attempt(Leave(player))

    def answer(self, awaited: Expectation) -> Any:
        if isinstance(awaited, Betting):
            return CloseBetting()
        assert isinstance(awaited, Decide)
        may = RULESET.view(self.play.state, awaited.player, self.play.book).may
        chance = self.random.random()
        if chance < 0.1:
            return Silence("decision")
        if chance < 0.5:
            return SAMPLE.strategies["basic"](self.play.state, awaited, may)
        intents = SAMPLE.legal(self.play.state, awaited, may)
        return self.random.choice([*intents, *(each for each in intents if each.action == "split")])

    def refuse(self, awaited: Decide) -> None:
        """Whoever else tries anything changes nothing; nor does the asked player with what is not listed."""
        tried = Act(
            self.random.choice(PLAYERS), self.random.randint(0, 7), self.random.randint(0, 3),
            self.random.choice(("draw", "stand", "split", "double", "")),
        )  # fmt: skip
        asked = (tried.player, tried.seat, tried.hand) == (awaited.player, awaited.seat, awaited.hand)
        if not (asked and tried.action in awaited.actions):
            with pytest.raises(Rejected):
                RULESET.decide(self.play.state, tried, self.play.book)

    def look(self, awaited: Expectation) -> None:
        """Money is conserved, nobody sees the hidden card, and only the asked player may answer."""
        play, state = self.play, self.play.state
        assert sum(play.book.wallets.values()) + sum(bet.stake for bet in play.book.bets()) == self.everything
        dealt = [*state.dealer, *(card for hand in state.hands for card in hand.cards)]
        assert len(set(dealt)) == len(dealt)
        hides = len(state.dealer) == 2 and isinstance(awaited, Decide) and state.options.second_card == "down"
        visible = Counter([*dealt[:1], HIDDEN, *dealt[2:]] if hides else dealt)
        public = RULESET.view(state, "public", play.book).cards
        assert Counter(card for cards in public.values() for card in cards) == visible
        for viewer in PLAYERS:
            view = RULESET.view(state, viewer, play.book)
            assert bool(view.may) == (isinstance(awaited, Decide) and viewer == awaited.player)
            assert view.cards == public

    def check_record(self) -> None:
        """The round repeats from its events to the identical state, and its money comes out as its lines say."""
        state = start = RULESET.initial(self.play.options, self.before)
        for event in self.play.events:
            assert RULESET.fits(state, event), event
            state = RULESET.evolve(state, event)
            self.seen.add(f"{event.by} {event.action}" if isinstance(event, ActionTaken) else event.NAME)
            written = msgspec.json.encode(event)
            assert msgspec.json.encode(msgspec.json.decode(written, type=type(event))) == written
            assert str(RULESET.narrate(event)).endswith(".")
        assert state == self.play.state == fold(RULESET, start, self.play.events)
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
        for bet, paid in self.play.settle() if state.played else self.play.book.closed:
            assert bet.stake == sum(line.stake for line in paid.lines)
            assert paid.returned == sum(line.returned for line in paid.lines)
            assert paid.outcome == "+".join(line.outcome for line in paid.lines)
            assert {*paid.outcome.split("+")} <= RULESET.words.keys()
            self.everything += paid.returned - bet.stake
            self.seen.add(paid.outcome)
        assert msgspec.json.encode(RULESET.outcome(state))
        assert not self.play.book.bets()

    def correct(self) -> None:
        """Whatever card turns out wrong: the play still fits and is over, or it is refused."""
        start = RULESET.initial(self.play.options, self.before)
        cards = [event for event in self.play.events if isinstance(event, CardDealt)]
        for event in cards[:3] + cards[-2:]:
            changed = corrected(self.play.events, event.shoe, event.draw, self.random.choice(PACK))
            try:
                state = repeat(RULESET, start, changed, RULESET.expects(self.play.state))
            except Rejected as refusal:
                assert refusal.code == "correction_impossible"  # noqa: PT017
                continue
            self.seen.add("corrected")
            assert RULESET.expects(state) == Over()
            assert state.number == self.play.state.number


@pytest.mark.parametrize("batch", BATCHES)
def test_random_rounds(batch: int) -> None:
    seen: set[str] = set()
    for seed in range(batch * TABLES, (batch + 1) * TABLES):
        evening = Evening(seed)
        for number in range(ROUNDS):
            evening.round()
            if number == 0:
                evening.correct()
            evening.check_record()
        seen |= evening.seen
    actions = {"player draw", "player stand", "player split", "silence stand", "silence draw", "corrected"}
    outcomes = {"win", "lose", "push", "blackjack", "win+lose", "lose+win", "win+win", "lose+lose"}
    events = {*RULESET.events, SeatTaken.NAME, SeatLeft.NAME, CardDealt.NAME} - {ActionTaken.NAME}
    assert actions | outcomes | events <= seen


def test_every_order_of_seats_gives_the_same_state() -> None:
    seats = [Seated(6, "ana"), Seated(1, "bo"), Seated(3, "cy")]
    assert RULESET.initial(options(), seats) == RULESET.initial(options(), seats[::-1])
    assert [*RULESET.seats(RULESET.initial(options(), seats)).values()] == sorted(seats, key=lambda s: s.seat)


def by_hand(cards: tuple[str, ...]) -> int:
    """The best of all readings of the aces: the highest one up to 21, else the lowest."""
    readings = [sum(each) for each in product(*((1, 11) if card[0] == "A" else (VALUE[card],) for card in cards))]
    return max((total for total in readings if total <= 21), default=min(readings))


def test_scores_of_all_multisets_up_to_six_cards() -> None:
    for size in range(7):
        for cards in combinations_with_replacement([rank + "S" for rank in "A23456789T"], size):
            found = score(cards)
            assert found.total == by_hand(cards)
            assert found.soft == (found.total == sum(VALUE[card] for card in cards) + 10)
