"""Random rounds that reach the rare states: short money, back bettors, leavers, choices ahead, silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games.deluxe_blackjack.v1 import RULESET
from games.deluxe_blackjack.v1.hand_value import ACTIONS
from games.deluxe_blackjack.v1.intents import Act, Follow, Insurance, Preselect
from games.kernel.cards import PACK
from games.kernel.expectations import Ask, Betting, Decide, Expectation, Over
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import CloseBetting, Leave, Rejected, Silence, Sit
from tests.games.deluxe_blackjack.tables import SMALL, options

PLAYERS = ("ana", "bo", "cy", "dee")
BACKERS = ("fay", "gus", "hal")
# Tens, aces and small pairs more often than a shoe has them, so that naturals, splits and insurance come up.
RICH = (*PACK, *("AS", "AD", "TC", "KD", "8S", "8D", "8H", "6C", "5D", "3H", "3C", "3D") * 5)


def shuffled(random: Random) -> Iterator[str]:
    while True:
        yield random.choice(RICH)


def table(random: Random) -> Playthrough:
    """A table with odd stakes and players of whom some can barely pay for one bet."""
    wallets = {player: random.choice((7, 12, 25, 60, 500)) for player in (*PLAYERS, *BACKERS)}
    return Playthrough(RULESET, options(**{**SMALL, "min_seat": 5}), Book(wallets), shuffled(random))


def attempt(call: Callable[..., Any], *what: Any) -> None:
    """What a real player would try, allowed or not."""
    try:
        call(*what)
    except Rejected:
        return


def betting(play: Playthrough, random: Random) -> None:
    for player in PLAYERS:
        for _ in range(random.choice((0, 1, 1, 2))):
            attempt(play.send, Sit(player, random.randint(1, 7)))
        for seat in list(play.rules.seats(play.state)):
            if random.random() < 0.8:
                attempt(play.bet, player, seat, "seat", random.randint(5, 15))
    for player in BACKERS:
        for _ in range(3):
            attempt(play.bet, player, random.randint(1, 7), random.choice(("behind", "pair")), random.randint(1, 9))
    if random.random() < 0.2:
        attempt(play.send, Leave(random.choice(PLAYERS)))
    if (bets := play.book.bets()) and random.random() < 0.1:
        bet = random.choice(bets)
        attempt(play.undo, bet.player, bet.seat, bet.kind)
        if random.random() < 0.7:
            attempt(play.bet, bet.player, bet.seat, bet.kind, random.randint(5, 15))


def answer(play: Playthrough, awaited: Expectation, random: Random) -> Any:
    """An intent that is allowed now; sometimes nobody answers."""
    if isinstance(awaited, Betting):
        return CloseBetting()
    if isinstance(awaited, Decide):
        return decision(play, awaited, random)
    assert isinstance(awaited, Ask)
    asked = [bet for bet in play.book.bets() if play.rules.asks(play.state, bet)]
    bet = random.choice(asked)
    if random.random() < 0.15:
        return Silence(awaited.countdown.what)
    if awaited.question == "insurance":
        price = play.rules.extra_stake(play.state, "insurance", bet)
        yes = play.book.funds(bet.player) >= price and random.random() < 0.5
        return Insurance(bet.player, bet.seat, "yes" if yes else "no")
    question, _, place = awaited.question.partition(":")
    return Follow(bet.player, bet.seat, int(place[-1]), question, random.choice(("yes", "yes", "no")))


def decision(play: Playthrough, awaited: Decide, random: Random) -> Any:
    if random.random() < 0.1:
        return Silence("decision")
    may = play.rules.view(play.state, awaited.player, play.book).may
    rare = [action for action in may if action in ("split", "double")]
    return Act(awaited.player, awaited.seat, awaited.hand, random.choice(rare * 3 + list(may)))


def rounds(play: Playthrough, random: Random, count: int, look: Callable[[Expectation], None]) -> Iterator[Playthrough]:
    """Play and settle ``count`` rounds; ``look`` sees every moment in which somebody is awaited."""
    for _ in range(count):
        awaited = play.open()
        betting(play, random)
        while not isinstance(awaited, Over):
            look(awaited)
            if not isinstance(awaited, Betting):
                for hand in play.state.hands:
                    if random.random() < 0.1:
                        attempt(
                            play.send, Preselect(hand.player, hand.seat, hand.hand, random.choice((*ACTIONS, None)))
                        )
                if random.random() < 0.03:
                    attempt(play.send, Leave(random.choice(PLAYERS)))
            awaited = play.send(answer(play, play.run(), random))
        yield play
