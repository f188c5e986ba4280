"""Rounds as they are told, and every clause that needs one."""

from __future__ import annotations

import pytest

from games.kernel.cards import PACK
from games.kernel.events import CardDealt, RoundCancelled
from games.kernel.expectations import Decide, Over
from games.kernel.ruleset import CloseBetting, Leave, Seated, Silence, Sit
from games.royal_blackjack.v1.intents import Act
from tests.games.royal_blackjack.tables import FUNDS, act, dealt, play, results, say_nothing, told


def test_a_split_is_told() -> None:
    table = dealt("8C 6S 8D TH 3D 9H 9D 2D")
    for action in ("split", "draw", "stand"):
        act(table, action)
    assert act(table, "stand") == Over()
    assert told(table) == [
        "Bets are open.",
        "Betting is closed; playing: ana on seat 3.",
        "Seat 3 gets 8C.",
        "The dealer takes 6S.",
        "Seat 3 gets 8D.",
        "The dealer takes a card face down.",
        "Seat 3: Split.",
        "Seat 3 gets 3D.",
        "Seat 3 gets 9H on the second hand.",
        "Seat 3: Draw.",
        "Seat 3 gets 9D.",
        "Seat 3: Stand.",
        "Seat 3, second hand: Stand.",
        "The dealer takes 2D.",
    ]
    assert results(table) == {"3/ana": ("win+lose", 2000, 2000)}
    assert [(line.part, line.stake, line.returned, line.clause) for line in table.book.closed[0][1].lines] == [
        ("1", 1000, 2000, "§4.4.6, §5.1"),
        ("2", 1000, 0, "§4.4.8, §5.3"),
    ]


@pytest.mark.parametrize(
    ("cards", "outcome", "returned", "clause"),
    [
        ("TC 9H 8D 8S 5C", "lose", 0, "§4.4.1, §5.3"),  # drawn to 23, the dealer has 17
        ("AC AH KD KS", "push", 1000, "§4.4.2, §5.2"),
        ("AC 5H KD KS", "blackjack", 2500, "§4.4.3, §5.1"),
        ("TC AH 9D KS 2C", "lose", 0, "§4.4.4, §5.3"),  # drawn to 21 against a natural
        ("9C TH 3D 6S 8C 9D", "win", 2000, "§4.4.5, §5.1"),
        ("9C TH 3D 8S 7C", "win", 2000, "§4.4.6, §5.1"),
        ("9C TH 3D 8S 6C", "push", 1000, "§4.4.7, §5.2"),
        ("9C TH 3D 8S 2C", "lose", 0, "§4.4.8, §5.3"),
    ],
)
def test_a_hand_against_the_dealer(cards: str, outcome: str, returned: int, clause: str) -> None:
    """Where it is asked the hand draws once, then stands."""
    table = dealt(cards)
    if isinstance(table.run(), Decide):
        act(table, "draw")
    table.play(say_nothing)
    ((_, paid),) = table.book.closed
    assert (paid.outcome, paid.returned, paid.lines[0].clause) == (outcome, returned, clause)


def test_a_bust_hand_loses_although_the_dealer_busts() -> None:
    """Another seat needs the dealer's cards."""
    table = dealt("TC TH 6D 8D 8H TS 9C 9D", {1: 1000, 3: 1000})
    act(table, "draw")
    act(table, "stand")
    assert results(table) == {"1/ana": ("lose", 1000, 0), "3/bo": ("win", 1000, 2000)}


def test_split_aces_take_one_card_each_and_are_no_naturals() -> None:
    table = dealt("AS TD AD KH TC 4C")
    assert act(table, "split") == Over()
    assert results(table) == {"3/ana": ("win+lose", 2000, 2000)}
    assert table.rules.outcome(table.state)["feats"] == {}


def test_both_hands_of_a_split_lose_to_a_natural_that_is_not_looked_for() -> None:
    table = dealt("8C AS 8D KS 3C TC")
    assert isinstance(table.run(), Decide)
    for action in ("split", "stand", "stand"):
        act(table, action)
    assert results(table) == {"3/ana": ("lose+lose", 2000, 0)}


def test_a_first_hand_on_21_is_not_asked_after_the_split() -> None:
    table = dealt("TS 9D TD TH AS 5C")
    awaited = act(table, "split")
    assert isinstance(awaited, Decide)
    assert (awaited.hand, awaited.actions) == (2, ("draw", "stand"))


def test_a_second_hand_on_21_is_not_asked_after_the_split() -> None:
    table = dealt("TS 9D TD TH 5C AS")
    act(table, "split")
    assert act(table, "stand") == Over()


def test_drawing_to_21_closes_the_hand() -> None:
    table = dealt("TS 9D 5C TH 6C")
    assert act(table, "draw") == Over()


@pytest.mark.parametrize(("first", "cards"), [("draw", "TC 6S 8D TH 9C"), (None, "AC 6S KD TH")])
def test_the_dealer_draws_nothing_if_every_hand_is_bust_or_natural(first: str | None, cards: str) -> None:
    table = dealt(cards)
    if first:
        act(table, first)
    assert table.run() == Over()
    assert table.state.dealer == ("6S", "TH")
    assert table.rules.view(table.state, "public", table.book).cards["dealer"] == ("6S", "TH")


def test_the_dealer_draws_on_a_soft_16_and_stands_on_a_soft_17() -> None:
    table = dealt("TC AS 8D 5H AH")
    act(table, "stand")
    assert table.state.dealer == ("AS", "5H", "AH")


def test_the_cards_come_in_the_order_of_the_seats() -> None:
    table = dealt("2C 3C 4C 5C 6C 7C 8C 9C", {2: 500, 4: 500, 6: 500})
    cards = [(e.to, e.face) for e in table.events if isinstance(e, CardDealt)]
    up = [("2.1", "up"), ("4.1", "up"), ("6.1", "up"), ("dealer", "up")]
    assert cards == [*up, *up[:3], ("dealer", "down")]


def test_silence_stands_and_the_other_hand_is_asked_anew() -> None:
    table = dealt("8S TD 8D 7H 5C 2C")
    first = act(table, "split")
    second = table.send(Silence("decision"))
    assert isinstance(first, Decide)
    assert isinstance(second, Decide)
    assert (first.hand, second.hand, second.number) == (1, 2, first.number + 1)
    assert told(table)[-1] == "Seat 3: Stand, played by the system."
    table.send(Silence("decision"))
    assert told(table)[-1] == "Seat 3, second hand: Stand, played by the system."


def test_a_silence_of_another_question_does_nothing() -> None:
    table = dealt("8S TD 8D 7H")
    before = table.state
    for what in ("insurance", "follow", "turn", "betting", "incident"):
        table.send(Silence(what))
    assert table.state == before


def test_every_question_has_its_own_number_and_clock() -> None:
    table = dealt("2S 3S TD 2D 3D 7H 4C 5C", {1: 500, 2: 500}, bet_s=20, decision_s=7)
    seen = [table.run(), act(table, "draw"), act(table, "stand"), act(table, "draw")]
    clocks = [(q.number, q.seat, q.countdown.what, q.countdown.seconds) for q in seen if isinstance(q, Decide)]
    assert clocks == [(2, 1, "decision", 7), (3, 1, "decision", 7), (4, 2, "decision", 7), (5, 2, "decision", 7)]


def test_a_used_up_pack_lets_everybody_stand() -> None:
    """Nobody draws from an empty pack, and the dealer stands on what he has."""
    table = dealt("8S TD 8D 2H")
    hand = table.state.hands[0]
    gone = tuple(card for card in PACK if card not in (*hand.cards, *table.state.dealer))
    for left, may in ((2, ("draw", "stand", "split")), (1, ("draw", "stand")), (0, ("stand",))):
        elsewhere = hand._replace(seat=1, player="bo", cards=gone[left:], closed=True)
        table.state = table.state._replace(hands=(elsewhere, hand), turn=1)
        awaited = table.run()
        assert isinstance(awaited, Decide)
        assert awaited.actions == may
    assert act(table, "stand") == Over()
    assert table.state.dealer == ("TD", "2H")


# --- seats -------------------------------------------------------------------------------------------------------


def test_sitting_down_during_a_round_waits_for_the_next() -> None:
    table = dealt("TS 9D 8S TH")
    table.send(Sit("bo", 1))
    act(table, "stand")
    assert results(table) == {"3/ana": ("lose", 1000, 0)}
    assert {n: s.player for n, s in table.rules.seats(table.state).items()} == {1: "bo", 3: "ana"}
    table.send(Sit("cy", 2))
    table.open()
    assert [*table.rules.seats(table.state)] == [1, 2, 3]


def test_a_seat_without_a_bet_stays() -> None:
    table = play("", seated=[Seated(3, "ana")])
    for _ in range(3):
        table.open()
        assert table.send(CloseBetting()) == Over(played=False)
    assert [*table.rules.seats(table.state)] == [3]
    assert told(table) == ["Bets are open.", "Betting is closed; no seat plays."]
    with pytest.raises(ValueError, match="played to its end"):
        table.rules.settle(None, table.state)  # type: ignore[arg-type]


def test_a_player_without_money_keeps_his_seat() -> None:
    table = play("", {"ana": 0}, seated=[Seated(3, "ana")])
    table.open()
    assert [*table.rules.seats(table.state)] == [3]


@pytest.mark.parametrize("while_betting", [True, False])
def test_leaving_with_a_bet_takes_effect_after_the_round(while_betting: bool) -> None:
    table = play("TS 9D 8S TH", seated=[Seated(3, "ana")])
    table.open()
    table.bet("ana", 3, "seat", 1000)
    if while_betting:
        table.send(Leave("ana"))
    table.send(CloseBetting())
    table.send(Leave("ana"))
    table.send(Leave("ana"))
    assert [*table.rules.seats(table.state)] == [3]
    act(table, "stand")
    assert told(table).count("ana will leave after this round.") == 1
    assert told(table)[-1] == "ana leaves seat 3."
    assert results(table) == {"3/ana": ("lose", 1000, 0)}
    assert table.rules.seats(table.state) == {}


def test_leaving_without_a_bet_takes_effect_at_once() -> None:
    table = play("TS 9D 8S TH", seated=[Seated(3, "ana"), Seated(4, "bo"), Seated(5, "cy")])
    table.open()
    table.bet("ana", 3, "seat", 1000)
    table.send(Leave("bo"))
    assert [*table.rules.seats(table.state)] == [3, 5]
    table.send(CloseBetting())
    table.send(Leave("cy"))
    assert [*table.rules.seats(table.state)] == [3]
    table.send(Sit("bo", 5))
    act(table, "stand")
    table.send(Leave("ana"))
    assert {n: s.player for n, s in table.rules.seats(table.state).items()} == {5: "bo"}


def test_a_leaver_goes_with_a_cancelled_round() -> None:
    table = dealt("TS 9D 8S TH")
    table.send(Leave("ana"))
    assert [*table.rules.seats(table.state)] == [3]
    table.cancel()
    assert table.run() == Over()
    assert table.rules.seats(table.state) == {}
    table.open()
    assert told(table) == ["Bets are open."]


def test_a_player_of_a_cancelled_round_may_leave_at_once() -> None:
    table = dealt("TS 9D 8S TH")
    table.cancel()
    table.send(Leave("ana"))
    assert table.rules.seats(table.state) == {}


# --- the end -----------------------------------------------------------------------------------------------------


def test_a_cancelled_round_returns_everything_and_keeps_the_card_hidden() -> None:
    table = dealt("8S 9D 8D TH 2C 3C")
    act(table, "split")
    table.cancel()
    assert isinstance(table.events[-1], RoundCancelled)
    assert told(table)[-1] == "The round is cancelled; every bet goes back."
    view = table.rules.view(table.state, "ana", table.book)
    assert (view.cards["dealer"], view.may) == (("9D", "??"), ())
    assert table.book.wallets["ana"] == FUNDS
    assert table.rules.outcome(table.state)["feats"] == {}
    with pytest.raises(ValueError, match="played to its end"):
        table.rules.settle(table.book.closed[0][0], table.state)


def test_the_end_of_a_round_is_summed_up() -> None:
    table = dealt("AS TS 9D KD 8S 7C 2D", {1: 1000, 3: 1000})
    table.send(Act("bo", 3, 1, "stand"))
    assert table.rules.outcome(table.state) == {
        "played": True,
        "feats": {"ana": {"natural": 1}},
        "cancelled": False,
        "dealer": {"cards": ["9D", "7C", "2D"], "score": 18, "blackjack": False},
        "hands": [
            {"place": "1.1", "player": "ana", "cards": ["AS", "KD"], "score": 21, "split": False,
             "result": "blackjack", "clause": "§4.4.3"},
            {"place": "3.1", "player": "bo", "cards": ["TS", "8S"], "score": 18, "split": False,
             "result": "push", "clause": "§4.4.7"},
        ],
    }  # fmt: skip
    running = dealt("AS TS 9D KD 8S 7C", {1: 1000, 3: 1000})
    assert running.rules.outcome(running.state)["feats"] == {}
    assert "result" not in running.rules.outcome(running.state)["hands"][0]
