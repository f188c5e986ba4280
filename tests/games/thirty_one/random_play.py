"""Random series by every option: any legal action, silence, void games, full tables with used-up stocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from games.kernel.expectations import Decide, Expectation, Shuffle
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import Silence
from games.thirty_one.sample import legal
from tests.games.thirty_one.tables import SEATED, Shuffler, shuffled, table

FEW = (*(2,) * 20, *(3,) * 7, 4, 5, 9)
BOTH_ON_31 = ("AC", "AD", "KC", "KD", "QC", "QD")  # dealt to two players


def series(
    random: Random, look: Callable[[Playthrough, Decide], None] = lambda _t, _d: None, **changes: Any
) -> Playthrough:
    """A series played to its end. ``look`` sees every question; most series are short."""
    chosen: dict[str, Any] = {
        "series_stake": random.choice((0, 1, 500)),
        "crown_stake": random.choice((0, 0, 70)),
        "pack": random.choice((32, 32, 52)),
        "tokens": random.choice((1,) * 18 + (2, 3)),
        "first_card": random.choice(("after_dealer", "dealer")),
        "first_turn": random.choice(("after_dealer", "dealer")),
        "next_dealer": random.choice(("clockwise", "same")),
        "silent_choice": random.choice(("keep", "put_down")),
        "silent_turn": random.choice(("pass", "knock")),
        "new_cards": random.choice((False, True)),
    }
    seated = sorted(random.sample(SEATED, random.choice(FEW)), key=lambda seat: seat.seat)
    found = table(seated=seated, shuffle=by_chance(random), **{**chosen, **changes})
    # Who passes all the time uses up the stock, who knocks ends games soon.
    eager = random.choice((0.05, 0.4, 0.6, 0.6, 0.8, 0.8, 0.8, 0.8))
    awaited = found.open(random.choice(seated).seat)
    while isinstance(awaited, Decide):
        look(found, awaited)
        awaited = step(found, awaited, random, eager)
    return found


def by_chance(random: Random) -> Shuffler:
    """Packs by chance; in some series two players often get 31 together."""
    shuffle, twins = shuffled(random), random.random() < 0.05

    def with_twins(due: Shuffle) -> tuple[Sequence[str], int]:
        order, _ = shuffle(due)
        if twins and due.what == "deal" and random.random() < 0.7:
            order = [*BOTH_ON_31, *(card for card in order if card not in BOTH_ON_31)]
        return order, 0

    return with_twins


def step(found: Playthrough, awaited: Decide, random: Random, eager: float) -> Expectation:
    """Somebody does something, or nobody does."""
    chance = random.random()
    if chance < 0.002:
        return found.cancel_deal()
    if chance < 0.08:
        return found.send(Silence(awaited.countdown.what))
    if "knock" in awaited.actions and random.random() < eager:
        return found.message("act", player=awaited.player, action="knock")
    action = random.choice([action for action in awaited.actions if action != "knock"])
    if action.startswith("swap") and random.random() < 0.6:
        action = "pass"
    return found.send(
        random.choice([act for act in legal(found.state, awaited, awaited.actions) if act.action == action])
    )
