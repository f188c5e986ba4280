"""Layers, folded money, what nobody called, and the rake (§5)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.kernel.bets import Bet, Line
from games.royal_9k.v1.settlement import pots, settle, uncalled
from games.royal_9k.v1.state import Hand, Seat, State
from tests.games.royal_9k.tables import NAMES, opened, options, say

# From the best hand down.
BEST = ("3C 3D 3H", "QS KS AS", "KC KD QH", "9C TD JC", "2D 4D 6D", "2C 4C 9H")


def decided(stakes: Mapping[int, int], folded: str = "", order: str = "123456", **changes: int) -> State:
    """A game that was played: ``order``: seats from the best hand down."""
    hands = tuple(
        Hand(
            seat, NAMES[seat], tuple(BEST[order.index(str(seat))].split(" ")), staked=stake, folded=str(seat) in folded
        )
        for seat, stake in stakes.items()
    )
    seats = tuple(Seat(hand.seat, hand.player) for hand in hands)
    return State(options(**changes), seats, "over", hands=hands, shown=len(hands) - len(folded) > 1)


def paid(state: State) -> dict[str, tuple[str, int]]:
    found = {}
    for hand in state.hands:
        result = settle(Bet(hand.player, hand.seat, "pot", {"ante": hand.staked}), state)
        assert sum(line.stake for line in result.lines) == hand.staked
        assert sum(line.returned for line in result.lines) == result.returned
        found[hand.player] = (result.outcome, result.returned)
    rake = sum(pot.rake for pot in pots(state))
    assert sum(returned for _, returned in found.values()) == sum(hand.staked for hand in state.hands) - rake
    return found


def shares(state: State) -> list[dict[int, int]]:
    return [dict(pot.shares) for pot in pots(state)]


def test_one_pot_for_the_best_hand() -> None:
    state = decided({1: 100, 2: 100, 3: 100})
    assert shares(state) == [{1: 100, 2: 100, 3: 100}]
    assert paid(state) == {"ana": ("win", 285), "bo": ("lose", 0), "cy": ("lose", 0)}


def test_layers_end_where_somebody_s_stake_ends() -> None:
    state = decided({1: 250, 2: 700, 3: 450, 4: 700})
    assert shares(state) == [{1: 250, 2: 250, 3: 250, 4: 250}, {2: 200, 3: 200, 4: 200}, {2: 250, 4: 250}]
    assert [pot.winner for pot in pots(state)] == [1, 2, 2]
    assert paid(state) == {"ana": ("win", 950), "bo": ("win", 570 + 475), "cy": ("lose", 0), "dee": ("lose", 0)}


def test_folded_money_is_in_the_layers_it_reaches() -> None:
    state = decided({1: 250, 2: 700, 3: 300, 4: 700, 5: 100}, folded="35")
    assert shares(state) == [{1: 250, 2: 250, 3: 250, 4: 250, 5: 100}, {2: 450, 3: 50, 4: 450}]
    assert paid(state)["cy"] == ("fold", 0)


def test_folded_money_above_the_highest_layer_goes_to_the_last_pot() -> None:
    state = decided({1: 250, 2: 400, 3: 900, 4: 700}, folded="34", order="214356")
    assert shares(state) == [{1: 250, 2: 250, 3: 250, 4: 250}, {2: 150, 3: 650, 4: 450}]
    assert paid(state) == {
        "ana": ("lose", 0), "bo": ("win", 950 + 1188), "cy": ("fold", 0), "dee": ("fold", 0),
    }  # fmt: skip


def test_the_only_one_who_reached_a_layer_has_won_it() -> None:
    state = decided({1: 250, 2: 700, 3: 700}, folded="3")
    assert [(pot.winner, pot.amount) for pot in pots(state)] == [(1, 750), (2, 900)]
    assert paid(state) == {"ana": ("win", 713), "bo": ("win", 855), "cy": ("fold", 0)}


@pytest.mark.parametrize(
    ("stakes", "folded", "excess"),
    [
        ({1: 100, 2: 300, 3: 200}, "", 100),
        ({1: 100, 2: 300, 3: 300}, "", 0),
        ({1: 100, 2: 300, 3: 200}, "3", 100),  # folded stakes count too
        ({1: 100, 2: 300, 3: 300}, "3", 0),
        ({1: 100, 2: 300, 3: 500}, "3", 0),
        ({1: 100, 2: 300, 3: 100}, "13", 200),
    ],
)
def test_what_nobody_called_goes_back_without_rake(stakes: dict[int, int], folded: str, excess: int) -> None:
    state = decided(stakes, folded, rake_bp=10_000)
    assert uncalled(state) == (2, excess) or not excess
    assert paid(state)["bo"][1] == excess
    bet = Bet("bo", 2, "pot", {"ante": 300})
    line = Line("uncalled", "uncalled", excess, excess, "§5.1")
    assert (line in settle(bet, state).lines) == bool(excess)


@pytest.mark.parametrize(("rake_bp", "rakes"), [(0, [0, 0]), (1, [0, 0]), (500, [37, 45]), (10_000, [753, 900])])
def test_the_rake_of_each_pot_is_rounded_down(rake_bp: int, rakes: list[int]) -> None:
    state = decided({1: 251, 2: 701, 3: 701}, rake_bp=rake_bp)
    assert [pot.rake for pot in pots(state)] == rakes
    paid(state)


def test_the_lines_say_what_moved_through_each_pot() -> None:
    state = decided({1: 250, 2: 900, 3: 700}, rake_bp=500)
    lines = settle(Bet("bo", 2, "pot", {"ante": 100, "bet": 800}), state).lines
    assert lines == (
        Line("pot:1", "lose", 250, 0, "§5.5"),
        Line("pot:2", "win", 450, 900, "§5.3"),
        Line("rake:2", "rake", 0, -45, "§5.4"),
        Line("uncalled", "uncalled", 200, 200, "§5.1"),
    )
    assert settle(Bet("ana", 1, "pot", {"ante": 250}), state).lines == (
        Line("pot:1", "win", 250, 750, "§5.3"), Line("rake:1", "rake", 0, -37, "§5.4"),
    )  # fmt: skip


def test_a_pot_won_unseen_is_raked_and_no_hand_is_looked_at() -> None:
    """Three antes of 100, then a bet of 200 that nobody called."""
    found = opened({1: "3C 3D", 2: "2C 4C", 3: "KS 5C"})
    say(found, "cy bet", "ana fold", "bo fold")
    ((bet, result), *_) = [(bet, done) for bet, done in found.settle() if bet.player == "cy"]
    assert (bet.stake, result.outcome, result.returned) == (300, "win", 285 + 200)
    assert result.lines == (
        Line("pot:1", "win", 100, 300, "§5.3"),
        Line("rake:1", "rake", 0, -15, "§5.4"),
        Line("uncalled", "uncalled", 200, 200, "§5.1"),
    )
