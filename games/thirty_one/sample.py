"""Thirty-One as it is simulated and demonstrated: table options and three players, who look only at what they may see.

Each player beats the one before him; a test measures by how much. Scores are in halves, as everywhere in this game.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from games.kernel.expectations import Decide
from games.kernel.sample import Sample
from games.thirty_one.v1.intents import Act
from games.thirty_one.v1.options import HAND, PACKS, SEATS
from games.thirty_one.v1.ranking import halves
from games.thirty_one.v1.state import Cards, State

EASY_KNOCKS: Final = 58
MIDDLE_KNOCKS: Final = 50
HARD_PUTS_DOWN: Final = 64  # a lower prospect than this
HARD_KNOCKS: Final = 0.75
"""The share of an opponent's possible hands that must stay below his own, even after a move on this table."""
TRIED_HANDS: Final = 130
"""So many of those hands are tried, evenly spread over all that a pack has."""


class Move(NamedTuple):
    """An action and the hand after it, sorted."""

    action: str
    hand: Cards
    give: str = ""
    take: str = ""


def table_options(shoe: str, chip: int, times: Mapping[str, int]) -> dict[str, Any]:
    """A series for 10 chips each, by the usual rules."""
    return {"shoe": shoe, "series_stake": 10 * chip, "choice_s": 15, "turn_s": 15, "incident_s": 300, **times}


# --- three players -------------------------------------------------------------------------------------------------


def easy(state: State, question: Decide, may: Sequence[str]) -> Act:
    """Keeps what he gets, swaps for the first card that helps, and knocks only with an almost perfect hand."""
    hand, table = _seen(state, question)
    if "keep" in may:
        return Act(question.player, "keep")
    if "knock" in may and _score(hand) >= EASY_KNOCKS:
        return Act(question.player, "knock")
    better = (move for move in _moves(hand, table) if move.action == "swap" and _score(move.hand) > _score(hand))
    return _act(question, next(better, Move("pass", hand)))


def middle(state: State, question: Decide, may: Sequence[str]) -> Act:
    """Keeps what he gets, takes the highest score there is, and knocks from 25."""
    hand, table = _seen(state, question)
    if "keep" in may:
        return Act(question.player, "keep")
    if "knock" in may and _score(hand) >= MIDDLE_KNOCKS:
        return Act(question.player, "knock")
    return _act(question, _highest(hand, table))


def hard(state: State, question: Decide, may: Sequence[str]) -> Act:
    """Puts a poor hand down, plays for what it may become, knocks with what this table hardly lets others beat."""
    hand, table = _seen(state, question)
    size = state.options.pack
    if "keep" in may:
        return Act(question.player, "put_down" if _prospect(hand, size) < HARD_PUTS_DOWN else "keep")
    if "knock" not in may:
        return _act(question, _highest(hand, table))
    within_reach = _within_reach(table, size)
    if bisect_left(within_reach, _score(hand)) >= HARD_KNOCKS * len(within_reach):
        return Act(question.player, "knock")
    best = max(_moves(hand, table), key=lambda move: _prospect(move.hand, size))
    return Act(question.player, "new_cards") if best.action == "pass" and "new_cards" in may else _act(question, best)


# --- what they think about -----------------------------------------------------------------------------------------


def _seen(state: State, question: Decide) -> tuple[Cards, Cards]:
    """Own hand and table, sorted: all that these players look at, besides what they are asked."""
    return tuple(sorted(state.game.hands[question.seat])), tuple(sorted(state.game.table))


def _moves(hand: Cards, table: Cards) -> list[Move]:
    """Every move; a pass comes first, so that it is taken among equals."""
    swaps = [Move("swap", _swapped(hand, give, take), give, take) for give in hand for take in table]
    return [Move("pass", hand), *swaps, Move("swap_all", table)]


def _highest(hand: Cards, table: Cards) -> Move:
    return max(_moves(hand, table), key=lambda move: _score(move.hand))


def _swapped(hand: Cards, give: str, take: str) -> Cards:
    return tuple(sorted(take if card == give else card for card in hand))


def _act(question: Decide, move: Move) -> Act:
    return Act(question.player, move.action, move.give, move.take)


_score = cache(halves)


@cache
def _prospect(hand: Cards, size: int) -> float:
    """The score, and what one more card would make of it: the mean of the best quarter of the pack's other cards."""
    others = [card for card in PACKS[size] if card not in hand]
    made = [max(_score(hand), *(_score(_swapped(hand, give, card)) for give in hand)) for card in others]
    best = sorted(made, reverse=True)[: len(others) // 4 + 1]
    return _score(hand) + sum(best) / len(best)


@cache
def _within_reach(table: Cards, size: int) -> list[int]:
    """The scores that an opponent may reach with one move on this table, sorted."""
    hands = (hand for hand in _tried(size) if not set(hand) & set(table))
    return sorted(_score(_highest(hand, table).hand) for hand in hands)


@cache
def _tried(size: int) -> list[Cards]:
    every: list[Cards] = list(combinations(sorted(PACKS[size]), HAND))
    return every[:: len(every) // TRIED_HANDS]


def legal(state: State, question: Decide, may: Sequence[str]) -> list[Act]:
    """One intent for each action, a swap for each pair of cards."""
    hand, table = _seen(state, question)
    swaps = [Act(question.player, "swap", give, take) for give in hand for take in table]
    return [act for name in may for act in (swaps if name == "swap" else [Act(question.player, name)])]


SAMPLE: Final = Sample(
    table_options=table_options,
    seats=SEATS,
    players=2,
    strategies={"middle": middle, "easy": easy, "hard": hard},
    legal=legal,
)
