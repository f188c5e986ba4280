"""Theory of Royal Blackjack against playing out small packs by the rules themselves, and the basic strategy."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from games.kernel.bets import Bet
from games.kernel.events import CardDealt
from games.kernel.expectations import Deal, Decide
from games.kernel.ruleset import Seated
from games.royal_blackjack.basic_strategy import DEFAULT, UP_CARDS, BasicStrategy
from games.royal_blackjack.sample import SAMPLE, basic
from games.royal_blackjack.theory import UpCard, card_counts, evaluate
from games.royal_blackjack.v1 import RULESET
from games.royal_blackjack.v1.events import ActionTaken, BettingClosed, BettingOpened, Playing
from games.royal_blackjack.v1.state import State
from tests.games.royal_blackjack.tables import options

# Cards by value, index 0 = ace. Large enough that no hand can exhaust them.
SMALL_PACKS = {
    "aces_and_tens": (3, 0, 0, 0, 0, 3, 0, 2, 0, 5),
    "middle": (2, 0, 0, 0, 0, 2, 3, 0, 3, 4),
    "low": (1, 0, 3, 2, 0, 0, 0, 3, 0, 5),
}
CHIP = 2  # a stake whose natural is paid exactly


class Oracle:
    """Plays the ruleset with every order of a small pack: the very code that players play by."""

    def __init__(self) -> None:
        self.value = cache(self._value)

    def round(self, pack: tuple[int, ...]) -> tuple[Fraction, Fraction]:
        state = RULESET.initial(options(), [Seated(1, "ana")])
        for event in (BettingOpened(), BettingClosed(seats=(Playing(1, "ana", CHIP),))):
            state = RULESET.evolve(state, event)
        return self.value(state, pack)

    def _value(self, state: State, left: tuple[int, ...]) -> tuple[Fraction, Fraction]:
        """Expected net result and stake, per unit of the bet."""
        awaited = RULESET.expects(state)
        if isinstance(awaited, Decide):
            act = basic(state, awaited, awaited.actions)
            taken = ActionTaken(seat=act.seat, hand=act.hand, action=act.action, by="player")
            return self.value(RULESET.evolve(state, taken), left)
        if not isinstance(awaited, Deal):
            bet = Bet("ana", 1, "seat", {str(hand.hand): CHIP for hand in state.hands})
            paid = RULESET.settle(bet, state)
            return Fraction(paid.returned - bet.stake, CHIP), Fraction(bet.stake, CHIP)
        net, staked = Fraction(0), Fraction(0)
        for at, count in enumerate(left):
            if count:
                dealt = CardDealt(shoe="", draw=1, to=awaited.to, card="A23456789T"[at] + "S", face=awaited.face)
                part = self.value(RULESET.evolve(state, dealt), (*left[:at], count - 1, *left[at + 1 :]))
                net += Fraction(count, sum(left)) * part[0]
                staked += Fraction(count, sum(left)) * part[1]
        return net, staked


@pytest.mark.parametrize("name", SMALL_PACKS)
def test_equals_playing_out_a_small_pack(name: str) -> None:
    net, staked = Oracle().round(SMALL_PACKS[name])
    figures = evaluate(SMALL_PACKS[name])
    assert figures.result == pytest.approx(float(net), abs=1e-12)
    assert figures.handle == pytest.approx(float(staked), abs=1e-12)


def test_the_return_is_linear_in_the_payouts() -> None:
    pack = SMALL_PACKS["aces_and_tens"]
    usual, lower, ties_lose = (evaluate(pack, pay) for pay in ({}, {"blackjack": (6, 5)}, {"push": (-1, 1)}))
    assert usual.result - lower.result == pytest.approx(0.3 * usual.natural, abs=1e-12)
    assert ties_lose.result < lower.result


def test_one_pack() -> None:
    assert SAMPLE.theory is not None
    table = SAMPLE.table_options("virtual", 100, {})
    theory = SAMPLE.theory(table["pay"], table["packs"])
    assert [(one.name, one.rtp) for one in theory.returns] == [("seat", pytest.approx(0.9836962, abs=1e-7))]
    _, handle, natural = (figure for _, figure in theory.figures)
    assert handle == pytest.approx(1.0162896, abs=1e-7)
    # Player's natural and no dealer natural, by counting.
    chance = Fraction(2 * 4 * 16, 52 * 51)
    assert natural == pytest.approx(float(chance - chance * Fraction(2 * 3 * 15, 50 * 49)), abs=1e-12)


def other(strategy: BasicStrategy, rows: str, row: int, column: int) -> BasicStrategy:
    """The strategy with the other letter in one cell."""
    table = list(getattr(strategy, rows))
    letter = {"D": "S", "S": "D", "P": "-", "-": "P"}[table[row][column]]
    table[row] = table[row][:column] + letter + table[row][column + 1 :]
    return replace(strategy, **{rows: tuple(table)})


@pytest.mark.parametrize(
    ("rows", "row", "up"),
    [
        *(("hard", 8, up) for up in (3, 4)),  # 12
        ("hard", 12, 10),  # 16 against a ten
        *(("soft", 6, up) for up in (9, 1)),  # 18
        ("pairs", 0, 1),
        *(("pairs", 1, up) for up in (2, 3)),
        *(("pairs", 2, up) for up in (3, 4)),
        *(("pairs", 7, up) for up in (9, 10)),
    ],
)
def test_no_close_cell_would_return_more_otherwise(rows: str, row: int, up: int) -> None:
    changed = other(DEFAULT, rows, row, UP_CARDS.index(up))
    as_it_is, otherwise = (
        UpCard(card_counts(1), up - 1, 1.0, 0.0, each).figures(1.5)[0] for each in (DEFAULT, changed)
    )
    assert as_it_is > otherwise
