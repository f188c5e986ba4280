"""Random matches by every option: any legal cards, pulls out of turn, silence, void games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from games.kernel.expectations import Decide, Expectation, Shuffle
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import Silence
from games.kozel.sample import legal
from games.kozel.v1 import RULESET
from games.kozel.v1.intents import Act
from games.kozel.v1.options import SEATS
from games.kozel.v1.state import may_pull
from tests.games.kozel.tables import PLAYERS, SEATED, options, shuffler

FUNDS = 5000


def match(
    random: Random, look: Callable[[Playthrough, Decide], None] = lambda _t, _d: None, **changes: Any
) -> Playthrough:
    """A match played to its end. ``look`` sees every question; most matches are short."""
    chosen = {
        "match_stake": random.choice((0, 1, 500)),
        "loss_limit": random.choice((1,) * 14 + (3, 12)),
        "next_dealer": random.choice(("clockwise", "same")),
        "first_lead": random.choice(("after_dealer", "dealer")),
        "pull_until": random.choice(("played", "played", "led")),
    }
    book = Book(dict.fromkeys(PLAYERS, FUNDS))
    table = Playthrough(
        RULESET, options(**{**chosen, **changes}), book, shuffle=lambda due: shuffled(due, random), seated=SEATED
    )
    awaited = table.open(random.choice(SEATS))
    while isinstance(awaited, Decide):
        look(table, awaited)
        awaited = step(table, awaited, random)
    return table


def shuffled(due: Shuffle, random: Random) -> tuple[Sequence[str], int]:
    """Packs by chance; of some the first hands are sorted by suit, so that pulls meet each other."""
    order, shown_at = shuffler(random)(due)
    if random.random() < 0.8:
        return order, shown_at
    first = sorted(order[:16], key=lambda card: card[1])
    return [first[seat * 4 + at] for at in range(4) for seat in SEATS] + list(order[16:]), shown_at


def step(table: Playthrough, awaited: Decide, random: Random) -> Expectation:
    """Somebody does something, or nobody does."""
    chance = random.random()
    if chance < 0.001:
        return table.cancel_deal()
    if chance < 0.08:
        return table.send(Silence("turn"))
    pulling = [seat for seat in SEATS if may_pull(table.state, seat)]
    if pulling and chance < 0.5:
        return table.send(Act(PLAYERS[random.choice(pulling)], "pull"))
    choices = legal(table.state, awaited, awaited.actions)
    size = random.choice(sorted({len(act.cards) for act in choices}))  # else large leads would be rare
    return table.send(random.choice([act for act in choices if len(act.cards) == size]))
