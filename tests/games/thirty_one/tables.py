"""Tables for the tests: usual options, seated players, packs in a given order, series played by the sample players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from games.kernel.cards import cards
from games.kernel.expectations import Decide, Expectation, Over, Shuffle
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import Seated
from games.kernel.sample import Strategy
from games.thirty_one.v1 import RULESET
from games.thirty_one.v1.options import PACKS, Options
from games.thirty_one.v1.state import Player, State

JSON: dict[str, Any] = {"series_stake": 500, "pack": 32, "choice_s": 15, "turn_s": 20, "incident_s": 900}
NAMES = ("ana", "bo", "cy", "dee", "eli", "fay", "gus", "hal", "ivy")
SEATED = tuple(Seated(seat, player) for seat, player in enumerate(NAMES, 1))
FUNDS = 10_000


class OutOfPacksError(Exception):
    """The series waits for a pack."""


Shuffler = Callable[[Shuffle], tuple[Sequence[str], int]]


def options(**changes: Any) -> Options:
    found: Options = RULESET.read_options({**JSON, **changes})
    return found


def dealt(hands: Mapping[int, str], rest: str = "", *, dealer: int = 1, pack: int = 32) -> tuple[str, ...]:
    """A pack that gives these seats these hands, then ``rest``, then what is left, high cards last."""
    seats = sorted(hands)
    order = [seat for seat in seats if seat > dealer] + [seat for seat in seats if seat <= dealer]
    first = [cards(hands[seat])[at] for at in range(3) for seat in order]
    named = [*first, *cards(rest)]
    return (*named, *(card for card in PACKS[pack] if card not in named))


def table(
    *packs: Sequence[str],
    players: int = 2,
    seated: Sequence[Seated] | None = None,
    wallets: dict[str, int] | None = None,
    types: dict[str, str] | None = None,
    shuffle: Shuffler | None = None,
    **changes: Any,
) -> Playthrough:
    """A table with these packs as its next games (or ``shuffle``); players with plenty of money are seated."""
    coming = iter(packs)

    def in_turn(_: Shuffle) -> tuple[Sequence[str], int]:
        for order in coming:
            return order, 0
        raise OutOfPacksError

    book = Book(dict.fromkeys(NAMES, FUNDS) if wallets is None else wallets, types)
    return Playthrough(
        RULESET,
        options(**changes),
        book,
        shuffle=shuffle or in_turn,
        seated=SEATED[:players] if seated is None else seated,
    )


def opened(*packs: Sequence[str], dealer: int = 1, **rest: Any) -> Playthrough:
    """A series that is being played: the first game is dealt."""
    found = table(*packs, **rest)
    go(found, lambda: found.open(dealer))
    return found


def go(found: Playthrough, step: Callable[[], Expectation]) -> Expectation:
    """Take a step; where no pack is left the series waits for one, as at a real table."""
    try:
        return step()
    except OutOfPacksError:
        return found.rules.expects(found.state)


def say(found: Playthrough, *plays: str) -> Expectation:
    """``"bo swap 8C 9H"``, ``"ana pass"``, one after the other."""
    awaited = found.rules.expects(found.state)
    for text in plays:
        player, action, *swapped = text.split(" ")
        content = dict(zip(("give", "take"), swapped, strict=False))
        awaited = go(found, lambda: found.message("act", player=player, action=action, **content))  # noqa: B023
    return awaited


def shuffled(random: Random) -> Shuffler:
    """Packs by chance."""

    def shuffle(due: Shuffle) -> tuple[Sequence[str], int]:
        order = list(due.cards)
        random.shuffle(order)
        return order, 0

    return shuffle


def with_tokens(state: State, tokens: Mapping[int, int]) -> State:
    """The same game in a series that stands otherwise."""
    return state._replace(players=tuple(Player(p.seat, p.player, tokens[p.seat]) for p in state.players))


def contest(strategies: Sequence[Strategy], seed: int, **changes: Any) -> int:
    """Which of these players, sitting in this order, wins a series; packs and first dealer come from the seed."""
    random = Random(seed)
    found = table(players=len(strategies), shuffle=shuffled(random), **changes)
    awaited = found.open(random.randint(1, len(strategies)))
    while isinstance(awaited, Decide):
        awaited = found.send(strategies[awaited.seat - 1](found.state, awaited, awaited.actions))
    assert isinstance(awaited, Over)
    return NAMES.index(found.rules.outcome(found.state)["winner"])


def asked(found: Playthrough) -> str:
    """Whose turn it is."""
    awaited = found.rules.expects(found.state)
    assert isinstance(awaited, Decide), awaited
    return awaited.player


def may(found: Playthrough, player: str) -> tuple[str, ...]:
    return tuple(found.rules.view(found.state, player, found.book).may)


def seen(found: Playthrough, viewer: str) -> dict[str, str]:
    """Cards by place as a viewer sees them, sorted."""
    places = found.rules.view(found.state, viewer, found.book).cards
    return {place: " ".join(sorted(cards)) for place, cards in places.items()}


def score(found: Playthrough) -> list[int | str]:
    """How the series stands, by seat."""
    return list(found.rules.outcome(found.state)["score"].values())


def hand(found: Playthrough, seat: int) -> str:
    return " ".join(sorted(found.state.game.hands[seat]))


def on_table(found: Playthrough) -> str:
    return " ".join(sorted(found.state.game.table))


def told(events: Iterable[Any]) -> list[str]:
    return [str(RULESET.narrate(event)) for event in events]


def results(found: Playthrough) -> dict[str, tuple[str, int, int]]:
    """Settle; ``"ana"`` -> outcome, stake, returned."""
    assert isinstance(found.rules.expects(found.state), Over)
    return {bet.player: (done.outcome, bet.stake, done.returned) for bet, done in found.settle()}
