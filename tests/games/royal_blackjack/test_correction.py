"""A wrongly recorded card: the play is repeated with the right one and must fit step by step."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.bets import Bet
from games.kernel.correction import corrected, repeat
from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.expectations import Decide
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import Leave, Rejected, Seated, Silence
from games.royal_blackjack.v1 import RULESET
from games.royal_blackjack.v1.events import ActionTaken, BettingClosed, BettingOpened, Leaving, Playing
from tests.games.royal_blackjack.tables import act, dealt, play, say_nothing


def again(table: Playthrough, draw: int, card: str) -> Any:
    """The state with the corrected card, or the refusal's code."""
    start = RULESET.initial(table.options, [Seated(3, "ana")])
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
    table = dealt("TC KD 6H TH")
    state = again(table, 3, "TS")
    awaited = RULESET.expects(state)
    assert isinstance(awaited, Decide)
    assert awaited.actions == ("draw", "stand", "split")
    assert awaited.number == table.state.number


@pytest.mark.parametrize(
    ("draw", "card", "possible"),
    [
        (1, "9C", True),
        (1, "AC", True),  # A 6 is asked too
        (3, "AH", False),  # a natural is not asked
        (4, "AS", True),  # the dealer's natural is not looked for
        (2, "AD", True),
        (2, "6H", False),  # the pack has no second six of hearts
    ],
)
def test_while_a_decision_is_open(draw: int, card: str, possible: bool) -> None:
    assert fits(dealt("TC KD 6H TH"), draw, card) == possible


@pytest.mark.parametrize(
    ("draw", "card", "possible"),
    [
        (5, "5C", True),
        (5, "9H", True),
        (4, "7H", False),  # 17, the dealer would not have drawn
        (4, "AH", False),  # a natural, he would not have drawn
        (4, "5H", True),
        (4, "2H", True),
        (2, "8D", True),
        (1, "2C", True),  # 10 stands as well
        (1, "AC", True),  # 19
        (3, "AD", False),  # a natural is not asked
    ],
)
def test_how_far_the_dealer_draws(draw: int, card: str, possible: bool) -> None:
    table = dealt("TC TD 8H 6H 6C")
    table.play(say_nothing)
    assert fits(table, draw, card) == possible


@pytest.mark.parametrize(
    ("draw", "card", "possible"),
    [
        (3, "8S", True),
        (3, "9D", False),  # no pair, no split
        (1, "KH", False),
        (5, "TC", True),
        (5, "3D", True),  # a card he could have stood on as well
        (6, "AC", True),
        (2, "AS", True),
    ],
)
def test_after_a_split(draw: int, card: str, possible: bool) -> None:
    table = dealt("8C TS 8D TH 2C 3C")
    act(table, "split")
    act(table, "stand")
    assert fits(table, draw, card) == possible


def test_a_hand_that_would_be_closed_cannot_have_been_asked() -> None:
    table = dealt("TS 9D TD TH 5C 6C")
    act(table, "split")
    assert not fits(table, 5, "AC")
    assert fits(table, 6, "AC")  # the second hand is not asked yet
    act(table, "stand")
    assert not fits(table, 6, "AC")


@pytest.mark.parametrize(("card", "possible"), [("4H", True), ("9H", False), ("5H", True), ("8H", False)])
def test_the_system_must_have_done_the_same(card: str, possible: bool) -> None:
    """Drawing to 11: 3 3, silence, a ten, stand on 16. With 3 9 it would have stood at once, with 3 8 the ten is 21."""
    table = dealt("3C TD 3H 7H TC", silence_draws_to=11)
    table.send(Silence("decision"))
    assert fits(table, 3, card) == possible


def test_a_leaver_goes_after_the_corrected_round_as_well() -> None:
    table = dealt("TC TD 8H 9H")
    table.send(Leave("ana"))
    act(table, "stand")
    state = again(table, 3, "9C")
    assert RULESET.seats(state) == {}


def test_the_bets_of_a_corrected_round_are_settled_anew() -> None:
    table = dealt("TC TD 8H 9H")
    act(table, "stand")
    bet = Bet("ana", 3, "seat", {"1": 1000})
    assert RULESET.settle(bet, table.state).returned == 0
    assert RULESET.settle(bet, again(table, 3, "TH")).returned == 2000


def test_an_unknown_draw_is_refused() -> None:
    assert again(dealt("TC TD 8H 9H"), 9, "9C") == "unknown_card"


# --- what cannot have happened -----------------------------------------------------------------------------------


def test_events_that_do_not_fit() -> None:
    new = RULESET.initial(dealt("TC TD 8H 9H").options, [Seated(2, "bo"), Seated(3, "ana")])
    open_ = RULESET.evolve(RULESET.evolve(new, SeatLeft(seat=2, player="bo", reason="left")), BettingOpened())
    leaving = RULESET.evolve(open_, Leaving(player="ana"))
    asked, done = dealt("TC TD 8H 9H").state, dealt("AC TD KH 9H").state
    drawn = CardDealt(shoe="s", draw=5, to="dealer", card="2C", face="up")
    bet = Playing(3, "ana", 1000)
    for state, event in (
        (new, RoundCancelled()),
        (new, BettingClosed(seats=())),
        (open_, BettingOpened()),
        (open_, BettingClosed(seats=(Playing(3, "bo", 1000),))),
        (open_, BettingClosed(seats=(Playing(4, "cy", 1000),))),
        (open_, BettingClosed(seats=(bet, bet))),
        *((open_, BettingClosed(seats=(Playing(3, "ana", stake),))) for stake in (0, 400, 550, 20100)),
        (leaving, BettingClosed(seats=())),
        (leaving, Leaving(player="ana")),
        (leaving, SeatLeft(seat=3, player="ana", reason="left")),
        (open_, Leaving(player="bo")),
        (open_, SeatTaken(seat=3, player="cy")),
        (open_, SeatTaken(seat=1, player="ana")),
        (open_, SeatTaken(seat=7, player="cy")),
        (open_, SeatLeft(seat=3, player="cy", reason="left")),
        (open_, SeatLeft(seat=3, player="ana", reason="sat_out")),
        (open_, drawn),
        (asked, drawn),
        (asked, SeatLeft(seat=3, player="ana", reason="left")),
        (asked, ActionTaken(seat=3, hand=1, action="split", by="player")),
        (asked, ActionTaken(seat=3, hand=2, action="stand", by="player")),
        (asked, ActionTaken(seat=3, hand=1, action="draw", by="silence")),
        (asked, ActionTaken(seat=3, hand=1, action="stand", by="preselection")),
        (done, ActionTaken(seat=3, hand=1, action="stand", by="player")),
        (done, RoundCancelled()),
        (done, Leaving(player="ana")),
    ):
        assert not RULESET.fits(state, event), event
    assert RULESET.fits(open_, BettingClosed(seats=(bet,)))
    assert RULESET.fits(open_, BettingClosed(seats=()))
    assert RULESET.fits(leaving, BettingClosed(seats=(bet,)))
    for state in (asked, open_, leaving):
        assert RULESET.fits(state, RoundCancelled())


def test_a_card_that_is_no_card_or_dealt_before_does_not_fit() -> None:
    table = play("", seated=[Seated(3, "ana")])
    table.open()
    state = RULESET.evolve(table.state, BettingClosed(seats=(Playing(3, "ana", 1000),)))
    first = CardDealt(shoe="s", draw=1, to="3.1", card="AS", face="up")
    assert RULESET.fits(state, first)
    for changed in ({"card": "1S"}, {"card": ""}, {"to": "dealer"}, {"face": "down"}, {"to": "3.2"}):
        assert not RULESET.fits(state, CardDealt(**{"shoe": "s", "draw": 1, "to": "3.1", "card": "AS", "face": "up",
                                                    **changed}))  # fmt: skip
    state = RULESET.evolve(state, first)
    for card, possible in (("AS", False), ("AD", True)):
        second = CardDealt(shoe="s", draw=2, to="dealer", card=card, face="up")
        assert RULESET.fits(state, second) == possible
