"""Betting rounds as they are played: who is asked, what is open and what it costs, without money, silence."""

from __future__ import annotations

import pytest

from games.kernel.correction import repeat
from games.kernel.events import CardDealt
from games.kernel.expectations import Decide, Over
from games.kernel.ruleset import Seated
from games.royal_9k.v1 import RULESET
from games.royal_9k.v1.events import ActionTaken, Asked, BettingEnded
from tests.games.royal_9k.tables import HANDS, NAMES, asked, may, opened, results, say, told

# --- betting (§3.3, §3.4) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "cards"), [(0, [9]), (1, [6, 3]), (2, [6, 3, 0])])
def test_betting_rounds_follow_the_second_and_the_third_card(rounds: int, cards: list[int]) -> None:
    """``cards``: how many are dealt in a row before each stop."""
    found = opened(HANDS, betting_rounds=rounds)
    counted, awaited = [0], found.run()
    while isinstance(awaited, Decide):
        awaited = say(found, "silence")
    for event in found.events:
        if isinstance(event, CardDealt):
            counted[-1] += 1
        elif isinstance(event, BettingEnded):
            counted.append(0)
    assert counted == cards
    assert results(found)["bo"] == ("win", 100, 285)


def test_both_betting_rounds_start_with_the_highest_first_card() -> None:
    found = opened(HANDS)
    order = [asked(found)]
    for text in ("cy check", "ana bet", "bo call", "cy call"):
        say(found, text)
        order.append(asked(found))
    assert order == ["cy", "ana", "bo", "cy", "cy"]


def test_a_second_round_starts_clockwise_from_a_folded_highest_card() -> None:
    found = opened(HANDS)
    say(found, "cy check", "ana check", "bo bet", "cy fold", "ana call")
    assert asked(found) == "ana"
    assert may(found, "ana") == {"check", "bet"}


def test_what_is_open_and_what_it_costs() -> None:
    found = opened(HANDS)
    assert may(found, "cy") == {"check", "bet"}
    say(found, "cy bet")
    assert may(found, "ana") == {"call", "raise", "fold"}
    say(found, "ana raise", "bo raise", "cy raise")
    assert may(found, "ana") == {"call", "fold"}
    say(found, "ana call", "bo call")
    assert [e.amount for e in found.events if isinstance(e, ActionTaken)] == [200, 400, 600, 600, 400, 200]
    assert {hand.staked for hand in found.state.hands} == {900}
    assert found.book.bets()[0].parts == {"ante": 100, "raise": 400, "call": 400}
    assert (asked(found), found.state.raises) == ("cy", 0)


@pytest.mark.parametrize(("most", "actions"), [(0, {"call", "fold"}), (1, {"call", "raise", "fold"})])
def test_so_many_raises_as_the_table_allows(most: int, actions: set[str]) -> None:
    found = opened(HANDS, max_raises=most)
    say(found, "cy bet")
    assert may(found, "ana") == actions


def test_after_a_raise_everybody_else_is_asked_again() -> None:
    found = opened(HANDS)
    say(found, "cy bet", "ana call", "bo raise")
    order = []
    for _ in range(2):
        order.append(asked(found))
        say(found, f"{order[-1]} call")
    assert order == ["cy", "ana"]
    assert found.state.betting == 2


def test_every_question_has_a_new_number() -> None:
    found = opened(HANDS)
    numbers = []
    while isinstance(awaited := found.run(), Decide):
        numbers.append(awaited.number)
        assert (awaited.hand, awaited.countdown.what, awaited.countdown.seconds) == (0, "turn", 15)
        say(found, f"{awaited.player} check")
    assert numbers == [1, 2, 3, 4, 5, 6]


# --- without money (§3.4.3, §3.4.5) ----------------------------------------------------------------------------------


def test_a_call_that_the_balance_does_not_cover_is_all_in() -> None:
    found = opened(HANDS, {3: 350})
    say(found, "cy check", "ana bet", "bo raise")
    assert may(found, "cy") == {"call", "fold"}
    say(found, "cy call")
    assert found.events[-2] == ActionTaken(seat=3, action="call", amount=250, all_in=True, by="player")
    assert "Seat 3 calls with less than the bet and is all in." in told(found)
    say(found, "ana call")
    assert asked(found) == "ana"
    assert found.events[-1] == Asked(seat=1, owes=0, broke=(3,))
    say(found, "ana check", "bo bet", "ana call")
    assert results(found) == {"ana": ("lose", 700, 0), "bo": ("win", 700, 998 + 665), "cy": ("lose", 350, 0)}


def test_a_call_for_exactly_everything_is_not_short() -> None:
    found = opened(HANDS, {3: 300})
    assert may(found, "cy") == {"check", "bet"}
    say(found, "cy bet")
    assert found.events[-2] == ActionTaken(seat=3, action="bet", amount=200, all_in=False, by="player")
    say(found, "ana fold", "bo call")
    assert BettingEnded(betting=2, skipped=True, broke=(3,)) in found.events


def test_a_betting_round_without_two_who_have_money_is_skipped() -> None:
    found = opened(HANDS, {1: 100, 2: 100})
    assert asked(found) == ""
    assert [e for e in found.events if isinstance(e, BettingEnded)] == [
        BettingEnded(betting=at, skipped=True, broke=(1, 2)) for at in (1, 2)
    ]
    assert told(found).count("Betting round 1 is skipped: not enough players have money.") == 1
    assert results(found)["bo"] == ("win", 100, 285)


def test_a_single_one_with_money_is_asked_only_if_he_owes() -> None:
    found = opened(HANDS, {2: 300, 1: 100})
    assert asked(found) == "cy"  # Bo and Cy have money, Ana has not
    say(found, "cy check", "bo bet")
    assert asked(found) == "cy"  # Bo has no money left, and Cy owes
    say(found, "cy call")
    assert asked(found) == ""
    assert results(found) == {"ana": ("lose", 100, 0), "bo": ("win", 300, 285 + 380), "cy": ("lose", 300, 0)}


def test_a_question_stays_open_though_its_player_is_left_as_the_only_one_with_money() -> None:
    found = opened(HANDS, {1: 100})
    question = found.run()
    assert say(found, "bo leave") == question
    say(found, "cy check")
    assert BettingEnded(betting=2, skipped=True, broke=(1,)) in found.events
    assert results(found) == {"ana": ("win", 100, 285), "bo": ("fold", 100, 0), "cy": ("lose", 100, 0)}


def test_a_raise_that_nobody_can_answer_comes_back() -> None:
    found = opened(HANDS, {1: 300, 2: 100})
    say(found, "cy check", "ana bet", "cy raise")
    assert results(found) == {"ana": ("win", 300, 380), "bo": ("win", 100, 285), "cy": ("lose", 500, 200)}


def test_money_that_comes_and_goes_between_the_turns_decides_who_is_asked() -> None:
    found = opened(HANDS, {1: 100})
    assert asked(found) == "cy"
    found.book.wallets["bo"] = 0  # withdrawn
    found.book.wallets["ana"] = 500  # deposited
    say(found, "cy check")
    assert found.events[-1] == Asked(seat=1, owes=0, broke=(2,))
    found.book.wallets["bo"] = 1000
    say(found, "ana bet")
    assert asked(found) == "bo"
    found.book.wallets["bo"] = 0
    assert may(found, "bo") == {"call", "fold"}
    say(found, "bo call")  # for nothing, which is all there is
    assert ActionTaken(seat=2, action="call", amount=0, all_in=True, by="player") in found.events
    say(found, "cy raise", "ana call", "cy check", "ana check")
    assert results(found) == {"ana": ("win", 500, 760), "bo": ("win", 100, 285), "cy": ("lose", 500, 0)}


def test_what_was_decided_on_money_is_in_the_events() -> None:
    found = opened(HANDS, {1: 100, 3: 250})
    say(found, "cy check", "bo bet", "cy call")
    state = RULESET.initial(found.options, [Seated(seat, NAMES[seat]) for seat in HANDS])
    assert repeat(RULESET, state, found.events, Over()) == found.state


# --- silence (§3.5) --------------------------------------------------------------------------------------------------


def test_the_system_checks_if_that_is_free_and_folds_otherwise() -> None:
    found = opened(HANDS)
    say(found, "silence", "ana bet", "silence", "silence")
    taken = [(e.seat, e.action, e.by) for e in found.events if isinstance(e, ActionTaken)]
    assert taken == [
        (3, "check", "silence"), (1, "bet", "player"), (2, "fold", "silence"), (3, "fold", "silence"),
    ]  # fmt: skip
    assert results(found)["ana"] == ("win", 300, 285 + 200)
    assert "Seat 3 checks, played by the system." in told(found)
