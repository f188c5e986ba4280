"""Games as they are played, clause by clause: opening and seats, the end and what is seen, interruptions."""

from __future__ import annotations

import pytest

from games.kernel.events import CardDealt, SeatLeft
from games.kernel.expectations import Over
from games.kernel.ruleset import Leave, Seated, Silence, Sit
from games.royal_9k.v1 import RULESET
from games.royal_9k.v1.events import GameOpened, HandsShown, Leaving, Playing
from tests.games.royal_9k.tables import HANDS, RICH, asked, dealt, may, opened, results, say, seen, table, told

SIX = {1: "2C", 2: "3C", 3: "4C", 4: "5C", 5: "6C", 6: "7C"}


# --- opening and seats (§3.1, §3.2) ----------------------------------------------------------------------------------


def test_the_opening_takes_the_ante_of_everybody_who_has_it() -> None:
    found = table(HANDS, {1: 100, 2: 99, 4: 5000})
    found.send(Sit("dee", 4))
    found.book.wallets["dee"] = 150
    found.open(3)
    seats = (Playing(4, "dee"), Playing(1, "ana"), Playing(3, "cy"))
    assert found.events[:2] == [
        SeatLeft(seat=2, player="bo", reason="below_minimum"), GameOpened(dealer=3, ante=100, seats=seats),
    ]  # fmt: skip
    assert found.book.wallets == {"ana": 0, "bo": 99, "cy": RICH - 100, "dee": 50}
    assert [(b.player, b.seat, b.kind, b.parts) for b in found.book.bets()] == [
        (p.player, p.seat, "pot", {"ante": 100}) for p in seats
    ]


@pytest.mark.parametrize(("dealer", "order"), [(1, "234561"), (4, "561234"), (6, "123456")])
def test_cards_go_round_from_the_dealer_s_left(dealer: int, order: str) -> None:
    found = opened(SIX, dealer=dealer, betting_rounds=0)
    cards = [event for event in found.events if isinstance(event, CardDealt)]
    assert "".join(event.to[-1] for event in cards) == order * 3
    assert {event.face for event in cards} == {"down"}
    assert found.state.hands[0].cards[0] == SIX[int(order[0])]


def test_the_button_may_lie_at_an_empty_seat() -> None:
    found = opened({1: "2C", 3: "3C", 6: "4C"}, dealer=4)
    assert [hand.seat for hand in found.state.hands] == [6, 1, 3]


def test_who_comes_during_a_game_waits_and_may_go_again() -> None:
    found = opened(HANDS)
    found.book.wallets["eli"] = 5000
    say(found)
    found.send(Sit("eli", 5))
    assert set(found.rules.seats(found.state)) == {1, 2, 3, 5}
    assert may(found, "eli") == set()
    assert "seat5" not in seen(found, "eli")
    found.send(Leave("eli"))
    assert found.events[-1] == SeatLeft(seat=5, player="eli", reason="left")
    found.send(Sit("eli", 4))
    say(found, "cy check", "ana bet", "bo fold", "cy fold")
    assert "eli" not in results(found)
    found.cards = dealt({2: "2C", 3: "3C", 4: "4C", 1: "5C"}, 1)
    found.open(1)
    assert asked(found) == "ana"
    assert [hand.player for hand in found.state.hands] == ["bo", "cy", "eli", "ana"]


def test_who_leaves_during_a_game_folds_at_once_and_keeps_the_seat_until_its_end() -> None:
    found = opened(HANDS)
    awaited = say(found, "cy bet")
    question = found.rules.expects(found.state)
    assert awaited == question
    assert say(found, "bo leave") == question  # Ana is asked as before
    assert found.events[-1] == Leaving(seat=2, player="bo", folds=True)
    assert found.rules.seats(found.state)[2] == Seated(2, "bo")
    assert may(found, "bo") == set()
    before = found.state
    say(found, "bo leave")
    assert found.state is before
    say(found, "ana call", "cy check", "ana check")
    assert found.events[-1] == SeatLeft(seat=2, player="bo", reason="left")
    assert set(found.rules.seats(found.state)) == {1, 3}
    assert results(found) == {"ana": ("win", 300, 665), "bo": ("fold", 100, 0), "cy": ("lose", 300, 0)}


def test_who_leaves_in_his_turn_passes_it_on_even_if_he_owes_nothing() -> None:
    found = opened(HANDS)
    assert asked(found) == "cy"
    say(found, "cy leave")
    assert asked(found) == "ana"
    assert "cy on seat 3 folds and will leave after this round." in told(found)


def test_who_has_folded_may_still_leave() -> None:
    found = opened(HANDS)
    say(found, "cy bet", "ana fold", "ana leave")
    assert found.events[-1] == Leaving(seat=1, player="ana", folds=False)
    assert told(found)[-1] == "ana on seat 1 will leave after this round."
    say(found, "bo leave")
    assert results(found) == {"ana": ("fold", 100, 0), "bo": ("fold", 100, 0), "cy": ("win", 300, 485)}
    assert set(found.rules.seats(found.state)) == {3}


@pytest.mark.parametrize("leaver", ["ana", "cy"])
def test_the_last_but_one_leaves_in_or_out_of_turn(leaver: str) -> None:
    found = opened({1: "9C 8D 7H", 3: "KS 2C 3S"})
    assert asked(found) == "cy"
    say(found, f"{leaver} leave")
    stays = {"ana": "cy", "cy": "ana"}[leaver]
    assert results(found) == {leaver: ("fold", 100, 0), stays: ("win", 100, 190)}
    assert [seat.player for seat in found.rules.seats(found.state).values()] == [stays]


# --- the end and what is seen (§3.6) ---------------------------------------------------------------------------------


def test_hands_still_in_are_open_after_a_showdown_and_folded_ones_are_not() -> None:
    found = opened(HANDS)
    assert seen(found, "cy") == {"seat1": "?? ??", "seat2": "?? ??", "seat3": "KS 2C"}
    assert seen(found, "public") == {"seat1": "?? ??", "seat2": "?? ??", "seat3": "?? ??"}
    say(found, "cy bet", "ana call", "bo call", "cy check", "ana bet", "bo call", "cy fold")
    assert found.events[-1] == HandsShown(seats=(1, 2))
    assert seen(found, "public") == {"seat1": "9C 8D 7H", "seat2": "KD QD JD", "seat3": "?? ?? ??"}
    assert seen(found, "cy")["seat3"] == "KS 2C 3S"
    found.settle()
    found.send(Leave("cy"))
    found.book.wallets["eli"] = 500
    found.send(Sit("eli", 3))
    assert seen(found, "eli")["seat3"] == "?? ?? ??"  # the cards of the last game are not his


def test_a_win_unseen_stays_unseen() -> None:
    found = opened(HANDS)
    say(found, "cy bet", "ana fold", "bo fold")
    assert told(found)[-1] == "Seat 3 wins unseen."
    assert seen(found, "public") == {"seat1": "?? ??", "seat2": "?? ??", "seat3": "?? ??"}
    assert seen(found, "ana") == {"seat1": "9C 8D", "seat2": "?? ??", "seat3": "?? ??"}
    summary = RULESET.outcome(found.state)
    assert summary["pots"] == [{"pot": 1, "amount": 300, "rake": 15, "winner": "cy"}]
    assert not summary["showdown"]
    assert not any("cards" in hand for hand in summary["hands"])
    assert summary["feats"] == {}


def test_the_summary_of_a_showdown() -> None:
    found = opened({**HANDS, 4: "5C 5D 5H"}, betting_rounds=0)
    assert RULESET.outcome(found.state) == {
        "cancelled": False, "button": 6, "showdown": True,
        "pots": [{"pot": 1, "amount": 400, "rake": 20, "winner": "dee"}],
        "hands": [
            {"place": "seat1", "player": "ana", "result": "lose", "cards": ["9C", "8D", "7H"], "category": "straight"},
            {"place": "seat2", "player": "bo", "result": "lose", "cards": ["KD", "QD", "JD"],
             "category": "straight_flush"},
            {"place": "seat3", "player": "cy", "result": "lose", "cards": ["KS", "2C", "3S"], "category": "ordinary",
             "points": 5},
            {"place": "seat4", "player": "dee", "result": "win", "cards": ["5C", "5D", "5H"], "category": "sam"},
        ],
        "feats": {"bo": {"straight_flush": 1}, "dee": {"sam": 1}},
    }  # fmt: skip


# --- interruptions (§3.7) --------------------------------------------------------------------------------------------


def test_a_cancelled_game_returns_every_stake_and_frees_the_seats_of_who_left_it() -> None:
    found = opened(HANDS)
    say(found, "cy bet", "ana leave", "bo raise")
    found.cancel()
    assert found.rules.expects(found.state) == Over()
    assert found.book.wallets == dict.fromkeys(("ana", "bo", "cy"), RICH)
    assert set(found.rules.seats(found.state)) == {2, 3}
    assert {result.outcome for _, result in found.book.closed} == {"void"}
    assert RULESET.outcome(found.state)["feats"] == {}
    assert told(found)[-1] == "The round is cancelled; every stake goes back."
    assert seen(found, "public") == {"seat1": "?? ??", "seat2": "?? ??", "seat3": "?? ??"}
    found.cards = dealt(HANDS)
    found.open(6)
    assert [hand.player for hand in found.state.hands] == ["bo", "cy"]


def test_a_leaver_of_a_cancelled_game_may_come_again_at_once() -> None:
    found = opened(HANDS)
    say(found, "ana leave")
    found.cancel()
    found.send(Silence("turn"))
    found.send(Sit("ana", 1))
    assert found.rules.seats(found.state)[1] == Seated(1, "ana")
