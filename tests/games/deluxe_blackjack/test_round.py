"""Rounds as they are told: the worked examples that need a whole round, and the record of a few of them."""

from __future__ import annotations

import pytest

from games.deluxe_blackjack.v1.intents import Follow, Insurance, Preselect
from games.kernel.events import RoundCancelled
from games.kernel.expectations import Ask, Decide, Over, Proceed
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import CloseBetting, Leave, Rejected, Seated, Silence
from tests.games.deluxe_blackjack.tables import FUNDS, act, one_seat, play, results, say_nothing


def told(table: Playthrough) -> list[str]:
    return [str(table.rules.narrate(event)) for event in table.events]


def test_a_split_with_a_follower_is_told() -> None:
    table = one_seat("8C 6S 8D TH 3D 9H 9D 2D", behind=[("fay", 500), ("bo", 500)])
    act(table, "split")
    table.send(Follow("fay", 3, 1, "split", "yes"))
    table.send(Follow("bo", 3, 1, "split", "no"))
    act(table, "double")
    table.send(Follow("fay", 3, 1, "double", "no"))
    table.send(Follow("bo", 3, 1, "double", "yes"))
    awaited = act(table, "stand")
    assert awaited == Over()
    assert told(table) == [
        "Bets are open.",
        "ana takes seat 3.",
        "Betting is closed; playing: ana on seat 3.",
        "Seat 3 gets 8C.",
        "The dealer takes 6S.",
        "Seat 3 gets 8D.",
        "The dealer takes a card face down.",
        "Seat 3: Split.",
        "Split: back bets that follow: 1.",
        "Seat 3 gets 3D.",
        "Seat 3 gets 9H on the second hand.",
        "Seat 3: Double.",
        "Double: back bets that follow: 1.",
        "Seat 3 gets 9D.",
        "Seat 3, second hand: Stand.",
        "The dealer takes 2D.",
    ]
    assert results(table) == {
        "3/seat/ana": ("win+lose", 3000, 4000),
        "3/behind/fay": ("win+lose", 1000, 1000),
        "3/behind/bo": ("win", 1000, 2000),
    }


def test_a_silent_player_and_insurance_are_told() -> None:
    table = one_seat("3H AC 3C 8D 2S AD", behind=[("fay", 501)], chip_step=1, odd_stakes=True)
    table.send(Insurance("fay", 3, "yes"))
    table.send(Silence("insurance"))
    table.send(Silence("decision"))
    assert told(table)[-7:] == [
        "Insurance is offered to every seat and back bet.",
        "Insurance is closed.",
        "Seat 3: Hit, played by the system.",
        "Seat 3 gets 2S.",
        "Seat 3: Hit, played by the system.",
        "Seat 3 gets AD.",
        "Seat 3: Stand, played by the system.",
    ]
    assert results(table) == {"3/seat/ana": ("push", 1000, 1000), "3/behind/fay": ("push", 751, 501)}


def two_seats(order: str, money: int, choice: str) -> Playthrough:
    """Bo on seat 2 is asked; Ana on seat 3 has bet 1000 of ``money`` and chosen ahead; then Bo stands."""
    table = play(order, {"ana": money, "bo": 1000}, seated=[Seated(2, "bo"), Seated(3, "ana")])
    table.open()
    table.bet("bo", 2, "seat", 1000)
    table.bet("ana", 3, "seat", 1000)
    table.send(CloseBetting())
    table.send(Preselect("ana", 3, 1, choice))
    act(table, "stand")
    return table


@pytest.mark.parametrize(
    ("cards", "choice", "money", "sentence"),
    [
        ("5S 6S", "double", 2000, "Seat 3: Double, as chosen ahead."),
        ("5S 6S", "double", 1900, "Seat 3: Hit, for want of money instead of: Double."),
        ("9S 7S", "double", 1900, "Seat 3: Hit, for want of money instead of: Double."),
        ("3S 3C", "split", 1900, "Seat 3: Hit, for want of money instead of: Split."),
        ("7S 7H", "split", 1900, "Seat 3: Stand, for want of money instead of: Split."),
        ("AS AD", "split", 1900, "Seat 3: Stand, for want of money instead of: Split."),
        ("AS AD", "split", 2000, "Seat 3: Split, as chosen ahead."),
        ("9S 7S", "surrender", 1000, "Seat 3: Surrender, as chosen ahead."),
        ("9S 7S", "stand", 1000, "Seat 3: Stand, as chosen ahead."),
    ],
)
def test_a_choice_made_ahead(cards: str, choice: str, money: int, sentence: str) -> None:
    first, second = cards.split()
    assert sentence in told(two_seats(f"TC {first} 9D TD {second} TH 2C 3C", money, choice))


def test_a_choice_the_cards_do_not_allow_is_dropped_and_the_player_asked() -> None:
    table = two_seats("TC 9S 9D TD 8S TH 2C", 5000, "split")
    awaited = table.run()
    assert isinstance(awaited, Decide)
    assert awaited.seat == 3
    assert table.state.hands[1].preselected is None


def test_the_dealer_draws_nothing_when_no_hand_needs_it() -> None:
    table = one_seat("TC 6H 6D TD KC")
    assert act(table, "hit") == Over()
    assert table.state.dealer == ("6H", "TD")
    assert table.rules.view(table.state, "public", table.book).cards["dealer"] == ("6H", "TD")


@pytest.mark.parametrize(
    ("order", "insured", "outcome", "returned"),
    [
        ("AS AC KH QS", True, "push", 2500),  # even money: exactly twice the bet, less the insurance's own stake
        ("AS AC KH 7D", True, "blackjack", 2500),
        ("TH AC TS QS", True, "lose", 1500),
        ("AS KC JH AD", False, "push", 1000),  # a ten-value first card asks nothing, the natural is found
        ("TH KC JH AD", False, "lose", 0),
    ],
)
def test_naturals_and_insurance(order: str, insured: bool, outcome: str, returned: int) -> None:
    table = one_seat(order)
    if insured:
        assert isinstance(table.run(), Ask)
        table.send(Insurance("ana", 3, "yes"))
    assert table.run() == Over()
    assert results(table) == {"3/seat/ana": (outcome, 1500 if insured else 1000, returned)}


def test_split_aces_take_one_card_each_and_are_no_naturals() -> None:
    table = one_seat("AS TD AD KH TC 4C", 10000)
    assert act(table, "split") == Over()
    assert results(table) == {"3/seat/ana": ("win+lose", 20000, 20000)}


def test_silence_on_one_split_hand_asks_for_the_other_anew() -> None:
    table = one_seat("8S TD 8D 7H 5C 2C TS")
    act(table, "split")
    awaited = table.send(Silence("decision"))
    assert isinstance(awaited, Decide)
    assert (awaited.hand, awaited.actions) == (2, ("hit", "stand", "double"))


def test_a_silence_of_another_question_does_nothing() -> None:
    table = one_seat("8S TD 8D 7H")
    before = table.state
    for what in ("insurance", "follow", "turn", "incident"):
        table.send(Silence(what))
    assert table.state == before


def test_a_seat_sits_out_once() -> None:
    table = play("", seated=[Seated(3, "ana", ("played",)), Seated(4, "bo")])
    table.open()
    table.bet("fay", 3, "behind", 500)
    assert table.send(CloseBetting()) == Over(played=False)
    assert table.rules.seats(table.state) == {3: Seated(3, "ana", ("sat_out",))}
    assert table.book.wallets["fay"] == FUNDS
    table.open()
    assert table.rules.seats(table.state) == {}
    assert told(table) == ["ana has sat out a round and loses seat 3.", "Bets are open."]


def test_leaving_with_a_bet_takes_effect_after_the_round() -> None:
    table = one_seat("TS 9D 8S TH")
    table.send(Leave("ana"))
    assert list(table.rules.seats(table.state)) == [3]
    table.send(Leave("ana"))
    table.play(say_nothing)
    assert told(table)[-1] == "ana leaves seat 3."
    assert table.rules.seats(table.state) == {}


def test_a_leaver_of_a_cancelled_round_keeps_the_seat_until_the_next_one_opens() -> None:
    table = one_seat("TS 9D 8S TH")
    table.send(Leave("ana"))
    table.cancel()
    assert table.run() == Over()
    assert list(table.rules.seats(table.state)) == [3]
    table.open()
    assert told(table)[0] == "ana leaves seat 3."


def test_a_cancelled_round_keeps_the_card_hidden_and_the_seat_as_played() -> None:
    table = one_seat("TS 9D 8S TH", behind=[("fay", 500)])
    table.cancel()
    assert isinstance(table.events[-1], RoundCancelled)
    assert table.rules.view(table.state, "ana", table.book).cards["dealer"] == ("9D", "??")
    assert table.rules.seats(table.state)[3].marks == ("played",)
    assert table.book.wallets == dict.fromkeys(("ana", "bo", "cy", "fay"), FUNDS)
    with pytest.raises(ValueError, match="played to its end"):
        table.rules.settle(table.book.closed[0][0], table.state)


def test_the_initial_cards_come_in_the_order_of_the_seats() -> None:
    table = play("", then=["2C"] * 8, seated=[Seated(6, "bo"), Seated(2, "ana"), Seated(5, "cy")])
    table.open()
    for player, seat in (("bo", 6), ("ana", 2), ("cy", 5)):
        table.bet(player, seat, "seat", 1000)
    table.send(CloseBetting())
    dealt = [(e.to, e.face) for e in table.events if hasattr(e, "draw")]
    up = [("2.1", "up"), ("5.1", "up"), ("6.1", "up"), ("dealer", "up")]
    assert dealt == [*up, *up[:3], ("dealer", "down")]


def test_questions_have_their_own_numbers_and_clocks() -> None:
    table = one_seat("8C AS 8D 6H 3D 9H 9D 2D", behind=[("fay", 500)])
    seen = [table.run()]
    seen.append(table.send(Silence("insurance")))
    seen.append(act(table, "split"))
    seen.append(table.send(Follow("fay", 3, 1, "split", "yes")))
    seen.append(act(table, "double"))
    seen.append(table.send(Silence("follow")))
    clocks = [(each.number, each.countdown.what, each.countdown.seconds) for each in seen]  # type: ignore[union-attr]
    assert clocks == [
        (2, "insurance", 8),
        (3, "decision", 12),
        (4, "follow", 5),
        (5, "decision", 12),
        (6, "follow", 5),
        (7, "decision", 12),
    ]
    assert [each.question for each in seen if isinstance(each, Ask)] == ["insurance", "split:3.1", "double:3.1"]


def test_the_end_of_a_round_is_summed_up() -> None:
    table = one_seat("TS 9D 8S TH")
    table.play(say_nothing)
    found = table.rules.outcome(table.state)
    assert found["dealer"] == {"cards": ["9D", "TH"], "score": 19, "blackjack": False}
    assert found["hands"][0]["result"] == "lose"
    assert found["hands"][0]["clause"] == "§4.5.9"


def test_nothing_unknown_is_taken() -> None:
    table = one_seat("5S 9D 6S TH")
    for function in (table.rules.evolve, table.rules.fits):
        with pytest.raises(TypeError):
            function(table.state, object())
    with pytest.raises(TypeError):
        table.rules.narrate(object())
    with pytest.raises(TypeError):
        table.rules.decide(table.state, object(), table.book)
    with pytest.raises(Rejected, match="wrong_phase"):
        table.rules.decide(table.state, Proceed(), table.book)
