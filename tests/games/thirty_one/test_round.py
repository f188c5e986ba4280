"""Games as they are told, clause by clause: opening, dealing, choice, turns, the end, rows of passes."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.expectations import Decide, Shuffle
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import Seated
from games.thirty_one.v1.events import GameScored, SeriesOpened, ShownHand, Standing
from games.thirty_one.v1.options import PACKS
from tests.games.thirty_one.tables import (
    FUNDS,
    NAMES,
    asked,
    dealt,
    hand,
    may,
    on_table,
    opened,
    say,
    score,
    seen,
)

TWO = {1: "7C 8D 9H", 2: "8C 9D 7H"}
THREE = {**TWO, 3: "QH KH 8S"}
FOUR = {**THREE, 4: "TC JD 9S"}


def last(found: Playthrough, kind: type) -> Any:
    return next(event for event in reversed(found.events) if isinstance(event, kind))


# --- opening and dealing (§2, §3.1) ---------------------------------------------------------------------------------


def test_the_opening_takes_every_stake_and_awaits_a_pack() -> None:
    found = opened(players=3, dealer=2)
    assert found.events == [SeriesOpened(dealer=2, series_stake=500, crown_stake=0)]
    assert found.rules.expects(found.state) == Shuffle("deal", PACKS[32])
    assert [found.book.wallets[name] for name in NAMES[:4]] == [FUNDS - 500] * 3 + [FUNDS]
    assert [(bet.player, bet.seat, bet.kind, dict(bet.parts)) for bet in found.book.bets()] == [
        (name, seat, "series", {"1": 500}) for seat, name in enumerate(NAMES[:3], 1)
    ]
    assert score(found) == [3, 3, 3]


def test_without_a_stake_no_money_moves() -> None:
    assert opened(series_stake=0).book.bets() == []


@pytest.mark.parametrize(
    ("dealer", "first_card", "order"),
    [(4, "after_dealer", "714"), (4, "dealer", "471"), (7, "after_dealer", "147"), (1, "after_dealer", "471")],
)
def test_cards_go_round_one_at_a_time(dealer: int, first_card: str, order: str) -> None:
    seated = [Seated(seat, name) for seat, name in ((1, "ana"), (4, "bo"), (7, "cy"))]
    found = opened(PACKS[32], seated=seated, dealer=dealer, first_card=first_card)
    assert [event.to for event in found.events if hasattr(event, "to")] == [f"seat{seat}" for seat in order] * 3
    assert found.state.game.hands[int(order[0])] == tuple(PACKS[32][at] for at in (0, 3, 6))
    assert found.state.game.turn == dealer


@pytest.mark.parametrize(("pack", "tokens"), [(52, 3), (52, 5), (32, 1)])
def test_pack_and_tokens_are_options(pack: int, tokens: int) -> None:
    found = opened(pack=pack, tokens=tokens)
    awaited = found.rules.expects(found.state)
    assert isinstance(awaited, Shuffle)
    assert len(awaited.cards) == pack
    assert score(found) == [tokens, tokens]


def test_the_table_of_nine_seats_is_full_and_thirty_cards_are_out() -> None:
    found = opened(PACKS[32], players=9)
    say(found, "ana keep")
    awaited = found.rules.expects(found.state)
    assert isinstance(awaited, Decide)
    assert sum(map(len, found.state.game.hands)) + len(found.state.game.table) == 30


# --- dealer's choice (§3.3) ------------------------------------------------------------------------------------------


def test_keep() -> None:
    found = opened(dealt(THREE, "AS TD JS", dealer=3), players=3, dealer=3)
    assert found.rules.expects(found.state).actions == ("keep", "put_down")  # type: ignore[union-attr]
    assert [may(found, name) for name in (*NAMES[:4], "public")] == [(), (), ("keep", "put_down"), (), ()]
    say(found, "cy keep")
    assert (on_table(found), hand(found, 3), asked(found)) == ("AS JS TD", "8S KH QH", "ana")


def test_put_down() -> None:
    found = opened(dealt(TWO, "AS TD JS"))
    say(found, "ana put_down")
    assert (on_table(found), hand(found, 1), asked(found)) == ("7C 8D 9H", "AS JS TD", "bo")
    assert [event.to for event in found.events if hasattr(event, "to")][6:] == ["seat1"] * 3


def test_the_dealer_may_play_first() -> None:
    found = opened(dealt(TWO, "AS TD JS"), first_turn="dealer")
    say(found, "ana keep")
    assert asked(found) == "ana"


# --- turns (§3.4, §3.5) ----------------------------------------------------------------------------------------------


def test_every_action_in_turn() -> None:
    found = opened(dealt(FOUR, "AS TD JS"), players=4)
    say(found, "ana keep")
    assert may(found, "bo") == ("knock", "swap", "swap_all", "pass")
    say(found, "bo swap 8C TD")
    assert (hand(found, 2), on_table(found), asked(found)) == ("7H 9D TD", "8C AS JS", "cy")
    say(found, "cy swap_all")
    assert (hand(found, 3), on_table(found), asked(found)) == ("8C AS JS", "8S KH QH", "dee")
    say(found, "dee pass")
    assert (hand(found, 4), on_table(found), asked(found)) == ("9S JD TC", "8S KH QH", "ana")
    say(found, "ana knock")
    assert (hand(found, 1), found.state.game.knocker, asked(found)) == ("7C 8D 9H", 1, "bo")


def test_every_question_has_a_new_number_and_its_own_countdown() -> None:
    found = opened(dealt(TWO, "AS TD JS"))
    numbers = []
    for play, what, seconds in (("ana keep", "choice", 15), ("bo pass", "turn", 20), ("ana pass", "turn", 20)):
        awaited = found.rules.expects(found.state)
        assert isinstance(awaited, Decide)
        assert (awaited.hand, awaited.countdown.what, awaited.countdown.seconds) == (0, what, seconds)
        numbers.append(awaited.number)
        say(found, play)
    assert numbers == [1, 2, 3]


@pytest.mark.parametrize("laid", ["7S 8S 9C", "9S 7D 8H"])
def test_new_cards_on_seven_eight_nine(laid: str) -> None:
    found = opened(dealt(TWO, f"{laid} AS TD JS"), new_cards=True)
    say(found, "ana keep", "bo pass")
    assert may(found, "ana") == ("knock", "new_cards", "swap", "swap_all", "pass")
    before = found.rules.expects(found.state)
    say(found, "ana new_cards")
    after = found.rules.expects(found.state)
    assert (on_table(found), asked(found), found.state.game.passes) == ("AS JS TD", "ana", 0)
    assert after.number == before.number + 1  # type: ignore[union-attr]
    assert "new_cards" not in may(found, "ana")
    say(found, "ana pass")
    assert (asked(found), on_table(found)) == ("bo", "AS JS TD")


def test_new_cards_is_not_for_everybody() -> None:
    for changes, plays in (({"new_cards": False}, ()), ({"new_cards": True}, ("bo knock",))):
        found = opened(dealt(TWO, "7S 8S 9C"), **changes)
        say(found, "ana keep", *plays)
        assert "new_cards" not in may(found, asked(found))


# --- the end of a game (§3.6) ----------------------------------------------------------------------------------------


def test_after_a_knock_everybody_else_has_one_turn() -> None:
    found = opened(dealt(THREE, "AS TD JS"), players=3)
    say(found, "ana keep", "bo knock")
    assert may(found, "cy") == ("swap", "swap_all", "pass")
    say(found, "cy pass")
    assert (asked(found), seen(found, "public")["seat2"]) == ("ana", "?? ?? ??")
    say(found, "ana swap 7C TD")
    assert last(found, GameScored) == GameScored(
        hands=(
            ShownHand(1, ("TD", "8D", "9H"), 36),
            ShownHand(2, ("8C", "9D", "7H"), 18),
            ShownHand(3, ("QH", "KH", "8S"), 40),
        ),
        losers=(2,),
        void=False,
        standings=(Standing(1, 3), Standing(2, 2), Standing(3, 3)),
    )
    assert found.rules.expects(found.state) == Shuffle("deal", PACKS[32])


def test_passes_after_a_knock_bring_no_new_cards() -> None:
    found = opened(dealt(THREE, "AS TD JS"), players=3)
    say(found, "ana keep", "bo pass", "cy pass", "ana knock", "bo pass", "cy pass")
    assert isinstance(last(found, GameScored), GameScored)
    assert found.state.game.aside == ()


@pytest.mark.parametrize(
    ("first", "plays", "ends"),
    [
        ({1: "7C 8D 9H", 2: "AS QS TS"}, [], "dealt 31, before the dealer chooses"),
        ({1: "AS QS TS", 2: "7C 8D 9H"}, [], "the dealer is dealt 31"),
        ({1: "7C 8D 9H", 2: "AS AD AC"}, [], "dealt three aces"),
        ({1: "7C 8D 9H", 2: "8C 9D 7H"}, ["ana put_down"], "the dealer draws 31"),
        ({1: "7C 8D 9H", 2: "TH QH 8C"}, ["ana keep", "bo swap 8C AH"], "a swap"),
        ({1: "7C 8D 9H", 2: "TH QH 8C"}, ["ana keep", "bo pass", "ana swap_all"], "all cards swapped"),
        ({1: "7C 8D 9H", 2: "TH QH 8C"}, ["ana keep", "bo knock", "ana swap_all"], "after a knock"),
        ({1: "7C AD AC", 2: "TH QH 8C"}, ["ana keep", "bo pass", "ana swap 7C AH"], "three aces by a swap"),
    ],
)
def test_thirty_one_and_three_aces_end_the_game_at_once(first: dict[int, str], plays: list[str], ends: str) -> None:
    found = opened(dealt(first, "AH KH JH"))
    say(found, *plays[:-1])
    assert not plays or found.state.phase in ("choice", "turn")
    say(found, *plays[-1:])
    assert isinstance(found.events[-1], GameScored), ends
    assert found.state.game.shown


def test_the_others_have_no_last_turn_after_thirty_one() -> None:
    found = opened(dealt({**TWO, 3: "TH QH 8S"}, "AH TD JS"), players=3)
    say(found, "ana keep", "bo knock", "cy swap 8S AH")
    assert last(found, GameScored).losers == (2,)


def test_thirty_and_a_half_goes_on() -> None:
    found = opened(dealt({1: "7C 8D 9H", 2: "KH KC 8C"}, "KD TD JS"))
    say(found, "ana keep", "bo swap 8C KD")
    assert asked(found) == "ana"


def test_hands_are_shown_until_the_next_cards() -> None:
    found = opened(dealt(TWO, "AS TD JS"), dealt(TWO, "AS TD JS", dealer=2))
    say(found, "ana keep")
    assert seen(found, "ana") == {"table": "AS JS TD", "seat1": "7C 8D 9H", "seat2": "?? ?? ??"}
    assert seen(found, "public")["seat1"] == seen(found, "cy")["seat1"] == "?? ?? ??"
    found.shuffle = None
    say(found, "bo knock")
    with pytest.raises(ValueError, match="no shuffler"):
        say(found, "ana pass")
    assert seen(found, "public") == {"table": "AS JS TD", "seat1": "7C 8D 9H", "seat2": "7H 8C 9D"}
    found.shuffle = lambda _: (dealt(TWO, dealer=2), 0)
    found.run()
    assert seen(found, "ana") == {"seat1": "7C 8D 9H", "seat2": "?? ?? ??"}


# --- a row of passes (§3.7) ------------------------------------------------------------------------------------------


def test_everybody_passes_and_the_next_has_new_cards() -> None:
    found = opened(dealt(FOUR, "AS TD JS 7S TH JH"), players=4)
    say(found, "ana keep", "bo pass", "cy pass", "dee pass")
    assert on_table(found) == "AS JS TD"
    say(found, "ana pass")
    assert (on_table(found), asked(found), found.state.game.aside) == ("7S JH TH", "bo", ("AS", "TD", "JS"))
    say(found, "bo pass", "cy pass", "dee pass")
    assert on_table(found) == "7S JH TH"
    say(found, "ana pass")
    assert len(found.state.game.aside) == 6


def test_a_swap_breaks_the_row() -> None:
    found = opened(dealt(FOUR, "AS TD JS 7S TH JH"), players=4)
    say(found, "ana keep", "bo pass", "cy pass", "dee swap 9S TD", "ana pass", "bo pass", "cy pass")
    assert on_table(found) == "9S AS JS"
    say(found, "dee pass")
    assert (on_table(found), asked(found)) == ("7S JH TH", "ana")


def test_who_is_out_need_not_pass() -> None:
    second = dealt({1: "7C 8D 9H", 3: "QH KH 8S"}, "AS TD JS 7S TH JH", dealer=3)
    found = opened(dealt(THREE, "AS TD JS"), dealt(THREE, "AS TD JS", dealer=2), second, players=3, tokens=1)
    say(found, "ana keep", "bo knock", "cy pass", "ana pass")
    assert (score(found), found.state.dealer) == ([1, "swim", 1], 2)
    say(found, "bo keep", "cy pass", "ana swap 9H AS", "bo knock", "cy pass", "ana pass")
    assert (score(found), found.state.dealer) == ([1, "out", 1], 3)
    say(found, "cy keep", "ana pass", "cy pass")
    assert (on_table(found), asked(found)) == ("7S JH TH", "ana")


def test_a_small_stock_is_shuffled_with_table_and_what_was_laid_aside() -> None:
    """Of 23 cards outside three hands, 21 have lain on the table: two are left."""
    found = opened(dealt(THREE, "AS TD JS"), players=3)
    say(found, "ana keep")
    passes = ("bo pass", "cy pass", "ana pass")
    for _ in range(6):
        say(found, *passes)
    assert len(found.state.game.aside) == 18
    say(found, *passes)
    awaited = found.rules.expects(found.state)
    held = [card for cards in found.state.game.hands for card in cards]
    assert awaited == Shuffle("reshuffle", tuple(card for card in PACKS[32] if card not in held))
    lying = on_table(found)
    assert seen(found, "public")["table"] == lying
    order = tuple(reversed(awaited.cards))
    found.shuffle = lambda due: (order, 0)
    found.run()
    assert (on_table(found), asked(found)) == (" ".join(sorted(order[:3])), "bo")
    assert (found.state.game.aside, found.state.game.drawn) == ((), 3)


def test_two_cards_in_the_stock_of_nine_players() -> None:
    hands = {seat: f"{rank}C {rank}D {rank}H" for seat, rank in enumerate("789TJQK", 1)}
    found = opened(dealt({**hands, 8: "7S 8S AC", 9: "9S TS AD"}, "AS JS QS AH KS"), players=9)
    say(found, "ana keep", *(f"{name} pass" for name in (*NAMES[1:], "ana")))
    assert found.rules.expects(found.state) == Shuffle("reshuffle", ("JS", "QS", "KS", "AS", "AH"))
    found.shuffle = lambda _: (("KS", "AH", "AS", "QS", "JS"), 0)
    found.run()
    assert (on_table(found), asked(found)) == ("AH AS KS", "bo")
