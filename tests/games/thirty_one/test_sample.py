"""The three players of the simulation: they play by the rules, see nothing hidden, and each beats the one before."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from games.kernel.expectations import Decide
from games.kernel.playthrough import Playthrough
from games.thirty_one.sample import SAMPLE, legal
from games.thirty_one.v1.state import NO_HANDS
from tests.games.thirty_one.random_play import series
from tests.games.thirty_one.tables import contest

SERIES = 1000
LEVELS = SAMPLE.strategies


def share(better: str, worse: str, count: int) -> float:
    """The share of two-player series that the better one wins. Both play every shuffle from both seats."""
    won = 0
    for number in range(count):
        at = number % 2
        strategies = [LEVELS[worse], LEVELS[worse]]
        strategies[at] = LEVELS[better]
        won += contest(strategies, number // 2) == at
    return won / count


@pytest.mark.parametrize(("better", "worse"), [("middle", "easy"), ("hard", "middle")])
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    """Three standard errors of a fair contest; in 2,000 series the shares were 67.7 and 57.1 %."""
    assert share(better, worse, SERIES) > 0.5 + 3 * sqrt(0.25 / SERIES)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("pack", [32, 52])
def test_they_answer_by_the_rules_and_do_not_look_at_what_is_hidden(level: str, pack: int) -> None:
    """With all other hands taken away they do the same, and it is always legal."""

    def look(found: Playthrough, awaited: Decide) -> None:
        act = LEVELS[level](found.state, awaited, awaited.actions)
        assert act in legal(found.state, awaited, awaited.actions)
        own = found.state.game.hands[awaited.seat]
        blind = (*NO_HANDS[: awaited.seat], own, *NO_HANDS[awaited.seat + 1 :])
        state = found.state._replace(game=found.state.game._replace(hands=blind))
        assert LEVELS[level](state, awaited, awaited.actions) == act

    for seed in range(10):
        series(Random(seed), look, pack=pack)


def test_the_usual_level_is_the_first() -> None:
    assert [*LEVELS] == ["middle", "easy", "hard"]
