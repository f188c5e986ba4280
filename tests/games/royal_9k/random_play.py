"""Random games by every option, with money that runs short, comes and goes, and players who leave and come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from games.kernel.cards import PACK
from games.kernel.expectations import Decide, Expectation, Over
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import Leave, Rejected, Seated, Silence, Sit
from games.royal_9k.sample import legal
from games.royal_9k.v1 import RULESET
from games.royal_9k.v1.options import SEATS
from games.royal_9k.v1.ranking import CATEGORIES
from tests.games.royal_9k.tables import options

PLAYERS = ("ana", "bo", "cy", "dee", "eli", "fay", "gus")

Look = Callable[[Playthrough, Decide], None]


def table(random: Random) -> Playthrough:
    """Two to six players with little or much money are seated."""
    chosen = options(
        ante=random.choice((1, 7, 100)),
        unit=random.choice((1, 30, 200)),
        betting_rounds=random.choice((0, 1, 2, 2, 2)),
        max_raises=random.choice((0, 1, 3)),
        rake_bp=random.choice((0, 1, 250, 500, 10_000)),
        category_order=random.sample(CATEGORIES, len(CATEGORIES)),
    )
    taken = random.sample(SEATS, random.randint(2, 6))
    seated = [Seated(seat, player) for seat, player in zip(taken, PLAYERS, strict=False)]
    wallets = {player: random.choice((100, 150, 250, 400, 600, 3000)) for player in PLAYERS}
    return Playthrough(RULESET, chosen, Book(wallets), seated=seated)


def games(
    play: Playthrough, random: Random, count: int, look: Look = lambda _t, _d: None
) -> Iterator[tuple[Playthrough, dict[int, Seated]]]:
    """Games one after the other, as far as there are players; yields the table and the seats before the game."""
    for _ in range(count):
        before = dict(play.rules.seats(play.state))
        play.cards, play.draw = iter(random.sample(PACK, len(PACK))), 0
        try:
            awaited = play.open(random.choice(SEATS))
        except Rejected:
            return
        while isinstance(awaited, Decide):
            look(play, awaited)
            awaited = step(play, awaited, random)
        assert awaited == Over()
        yield play, before


def step(play: Playthrough, awaited: Decide, random: Random) -> Expectation:
    """Somebody does something, or nobody does."""
    chance = random.random()
    if chance < 0.04:
        player = random.choice(PLAYERS)
        play.book.wallets[player] = random.choice((0, 0, 50, 1000))  # withdrawn or deposited
    if chance < 0.12:
        return attempt(play, Leave(random.choice(PLAYERS)))
    if chance < 0.16:
        return attempt(play, Sit(random.choice(PLAYERS), random.choice(SEATS)))
    if chance < 0.22:
        return play.send(Silence("turn"))
    may = play.rules.view(play.state, awaited.player, play.book).may
    return play.send(random.choice(legal(play.state, awaited, may)))


def attempt(play: Playthrough, intent: Leave | Sit) -> Expectation:
    """What the rules refuse changes nothing."""
    try:
        return play.send(intent)
    except Rejected:
        return play.run()
