"""A wrongly recorded card: the play is repeated with the right one and must fit step by step."""

from __future__ import annotations

from typing import Any

import pytest

from games.deluxe_blackjack.v1 import RULESET
from games.deluxe_blackjack.v1.intents import Follow, Insurance, Preselect
from games.kernel.correction import corrected, repeat
from games.kernel.expectations import Decide
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import CloseBetting, Leave, Rejected, Seated, Silence
from tests.games.deluxe_blackjack.tables import act, one_seat, play, say_nothing


def again(table: Playthrough, draw: int, card: str) -> Any:
    """The state with the corrected card, or the refusal's code."""
    start = RULESET.initial(table.options, ())
    try:
        events = corrected(table.events, table.shoe, draw, card)
        return repeat(RULESET, start, events, RULESET.expects(table.state))
    except Rejected as refusal:
        return refusal.code


def fits(table: Playthrough, draw: int, card: str) -> bool:
    found = again(table, draw, card)
    assert found == "correction_impossible" or not isinstance(found, str)
    return not isinstance(found, str)


def test_an_open_decision_stays_the_same_question_with_other_actions() -> None:
    table = one_seat("TC KD 6H TH")
    state = again(table, 3, "TS")
    awaited = RULESET.expects(state)
    assert isinstance(awaited, Decide)
    assert awaited.actions == ("hit", "stand", "double", "split")
    assert awaited.number == table.state.number


@pytest.mark.parametrize(
    ("draw", "card", "possible"),
    [
        (1, "9C", True),
        (1, "AC", True),  # A 6 is asked too
        (3, "AH", False),  # a natural is not asked
        (4, "AS", False),  # the dealer would have a natural
        (2, "AD", False),  # insurance would have come up
        (2, "2D", True),
    ],
)
def test_while_a_decision_is_open(draw: int, card: str, possible: bool) -> None:
    assert fits(one_seat("TC KD 6H TH"), draw, card) == possible


@pytest.mark.parametrize(
    ("draw", "card", "possible"),
    [
        (5, "5C", True),
        (5, "TC", True),
        (4, "7H", False),
        (4, "5H", True),
        (4, "2H", True),
        (2, "8D", True),
        (1, "2C", False),
    ],
)
def test_how_far_the_dealer_draws(draw: int, card: str, possible: bool) -> None:
    table = one_seat("TC TD 8H 6H 6C")
    table.play(say_nothing)
    assert fits(table, draw, card) == possible


@pytest.mark.parametrize(("card", "possible"), [("4H", True), ("9H", False), ("5H", True), ("8H", False)])
def test_the_system_must_have_done_the_same(card: str, possible: bool) -> None:
    """3 3, silence, a ten, stand on 16. With 3 9 it would have stood at once, with 3 8 the ten makes 21."""
    table = one_seat("3C TD 3H 7H TC")
    table.send(Silence("decision"))
    assert table.state.phase == "over"
    assert fits(table, 3, card) == possible


@pytest.mark.parametrize(
    ("choice", "cards", "card", "possible"),
    [
        ("split", "8S 8H", "8D", True),  # carried out, still would be
        ("split", "8S 8H", "9H", False),  # carried out, would not be
        ("split", "8S 9H", "8H", False),  # not carried out, would be
        ("split", "8S 9H", "7H", True),  # not carried out, still would not be
        ("stand", "8S 9H", "7H", True),
        ("stand", "8S 9H", "2H", True),
    ],
)
def test_a_choice_ahead_is_carried_out_or_not_as_recorded(choice: str, cards: str, card: str, possible: bool) -> None:
    first, second = cards.split()
    table = play(f"TC {first} 9D TD {second} TH", seated=[Seated(2, "bo"), Seated(3, "ana")], then=["3C"] * 9)
    table.open()
    table.bet("bo", 2, "seat", 1000)
    table.bet("ana", 3, "seat", 1000)
    table.send(CloseBetting())
    table.send(Preselect("ana", 3, 1, choice))
    act(table, "stand")
    start = RULESET.initial(table.options, (Seated(2, "bo"), Seated(3, "ana")))
    changed = corrected(table.events, table.shoe, 5, card)
    if possible:
        repeat(RULESET, start, changed, RULESET.expects(table.state))
    else:
        with pytest.raises(Rejected, match="correction_impossible"):
            repeat(RULESET, start, changed, RULESET.expects(table.state))


def test_a_fallback_for_want_of_money_stays_one_as_long_as_the_score_says_the_same() -> None:
    table = play("TC 3S 9D TD 3H TH 2C", {"bo": 1000, "ana": 1000}, seated=[Seated(2, "bo"), Seated(3, "ana")])
    table.open()
    table.bet("bo", 2, "seat", 1000)
    table.bet("ana", 3, "seat", 1000)
    table.send(CloseBetting())
    table.send(Preselect("ana", 3, 1, "split"))
    act(table, "stand")
    start = RULESET.initial(table.options, (Seated(2, "bo"), Seated(3, "ana")))
    awaited = RULESET.expects(table.state)
    repeat(RULESET, start, corrected(table.events, table.shoe, 5, "3D"), awaited)
    with pytest.raises(Rejected, match="correction_impossible"):
        repeat(RULESET, start, corrected(table.events, table.shoe, 5, "8D"), awaited)


def test_questions_to_bets_must_come_up_again() -> None:
    table = one_seat("8C AS 8D 6H 3D 9H 9D 2D", behind=[("fay", 500)])
    table.send(Insurance("ana", 3, "no"))
    table.send(Insurance("fay", 3, "no"))
    act(table, "split")
    table.send(Follow("fay", 3, 1, "split", "yes"))
    assert fits(table, 2, "AH")
    assert not fits(table, 2, "6S")  # no ace, no insurance
    assert not fits(table, 1, "9C")  # no pair, no split
    assert fits(table, 5, "4D")


def test_a_leaver_goes_after_the_corrected_round_as_well() -> None:
    table = one_seat("TC TD 8H 9H")
    table.send(Leave("ana"))
    act(table, "stand")
    state = again(table, 3, "9C")
    assert not isinstance(state, str)
    assert RULESET.seats(state) == {}


def test_an_unknown_draw_is_refused() -> None:
    assert again(one_seat("TC TD 8H 9H"), 9, "9C") == "unknown_card"
