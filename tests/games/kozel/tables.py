"""Tables for the tests: usual options, four players, packs in a given order, states in the middle of a trick."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from games.kernel.cards import cards
from games.kernel.expectations import Decide, Expectation, Over, Shuffle
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import Seated, Silence
from games.kozel.v1 import RULESET
from games.kozel.v1.options import PACK, SEATS, Options
from games.kozel.v1.ranking import points
from games.kozel.v1.state import Game, Play, State, turn

JSON: dict[str, Any] = {"match_stake": 500, "turn_s": 20, "incident_s": 900}
PLAYERS = ("ana", "bo", "cy", "dee")
SEATED = tuple(Seated(seat, player) for seat, player in enumerate(PLAYERS))
FUNDS = 10_000
FIRST_OF_REST = 17


def options(**changes: Any) -> Options:
    found: Options = RULESET.read_options({**JSON, **changes})
    return found


def dealt(hands: Mapping[int, str], rest: str = "", dealer: int = 0) -> tuple[str, ...]:
    """A pack that gives the seats these hands in this order, then ``rest``; what is not named fills up, low first."""
    named = [card for text in (*hands.values(), rest) for card in cards(text)]
    spare = [card for card in sorted(PACK, key=lambda card: "6789JQKTA".index(card[0])) if card not in named]
    full = {}
    for seat in SEATS:
        own = list(cards(hands.get(seat, "")))
        full[seat] = own + [spare.pop(0) for _ in range(4 - len(own))]
    first = [full[(dealer + step) % 4][at] for at in range(4) for step in (1, 2, 3, 4)]
    return (*first, *cards(rest), *spare)


# Trump spades. Seat 0 has four clubs, seat 2 four diamonds, seat 1 leads.
PULLS = dealt({0: "8C 9C KC TC", 1: "7H KH 9D AS", 2: "8D AD TD QD", 3: "7S 8S TH AC"}, "6S")


def table(
    *packs: Sequence[str],
    shown_at: int = FIRST_OF_REST,
    wallets: dict[str, int] | None = None,
    types: dict[str, str] | None = None,
    seated: Sequence[Seated] = SEATED,
    **changes: Any,
) -> Playthrough:
    """A table with these packs as its next games; four players with plenty of money are seated."""
    coming = iter(packs)
    book = Book(dict.fromkeys(PLAYERS, FUNDS) if wallets is None else wallets, types)

    def shuffle(_: Shuffle) -> tuple[Sequence[str], int]:
        return next(coming), shown_at

    return Playthrough(RULESET, options(**changes), book, shuffle=shuffle, seated=seated)


def opened(*packs: Sequence[str], dealer: int = 0, **rest: Any) -> Playthrough:
    """A match that is being played: the first game is dealt and waits for its lead."""
    found = table(*packs, **rest)
    found.open(dealer)
    return found


def shuffler(random: Random) -> Callable[[Shuffle], tuple[Sequence[str], int]]:
    """Packs by chance."""

    def shuffle(due: Shuffle) -> tuple[Sequence[str], int]:
        order = list(due.cards)
        random.shuffle(order)
        return order, random.choice(due.places)

    return shuffle


def say(found: Playthrough, *plays: str) -> Expectation:
    """``"bo lead 6C 7C"``, one after the other."""
    awaited = found.run()
    for text in plays:
        player, action, *laid = text.split(" ")
        awaited = found.message("act", player=player, action=action, cards=" ".join(laid))
    return awaited


def in_silence(found: Playthrough, until: Callable[[], bool] = lambda: False) -> Expectation:
    """The system plays for everybody until the match is over, or ``until`` holds."""
    awaited = found.run()
    while isinstance(awaited, Decide) and not until():
        awaited = found.send(Silence("turn"))
    return awaited


def middle(
    hands: Mapping[int, str], plays: Sequence[Play] = (), *, leader: int = 0, trump: str = "6S", left: int = 20
) -> State:
    """A state in the middle of a trick that somebody is to lead or to answer."""
    full = tuple(cards(hands.get(seat, "")) for seat in SEATS)
    game = Game(shoe="x", shown_at=FIRST_OF_REST, left=left, shown=trump, hands=full, leader=leader, plays=tuple(plays))
    return State(options(), SEATED, PLAYERS, phase="turn", number=1, game=game)


def asked(found: Playthrough) -> int:
    """The seat whose turn it is."""
    return turn(found.state.game)


def may(found: Playthrough, player: str) -> tuple[str, ...]:
    return tuple(found.rules.view(found.state, player, found.book).may)


def results(found: Playthrough) -> dict[str, tuple[str, int, int]]:
    """Settle; ``"ana"`` -> outcome, stake, returned."""
    assert isinstance(found.run(), Over)
    return {bet.player: (done.outcome, bet.stake, done.returned) for bet, done in found.settle()}


def pile(count: int) -> tuple[str, ...]:
    """Some cards of the pack that count so many points."""
    found: dict[int, tuple[str, ...]] = {0: ()}
    for card in PACK:
        for total, before in list(found.items()):
            found.setdefault(total + points([card]), (*before, card))
    return found[count]


def hands(found: Playthrough) -> dict[int, str]:
    return {seat: " ".join(sorted(hand)) for seat, hand in enumerate(found.state.game.hands)}
