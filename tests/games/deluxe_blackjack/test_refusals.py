"""Every refusal of the game, with its code and the clause behind it; nothing changes and the question stays open."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.deluxe_blackjack.v1.intents import Act, Follow, Insurance, Preselect
from games.kernel.bets import Stake
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import CloseBetting, Leave, OpenRound, Rejected, Seated, Sit
from tests.games.deluxe_blackjack.tables import act, one_seat, play, say_nothing

TYPES = {"tim": "trial", "fun": "fun"}


def fresh() -> Playthrough:
    return play("", {"ana": 1000})


def betting() -> Playthrough:
    """Ana on 3 and 4 with 2000 each and 1500 left, Bo on 6 without a bet."""
    table = play("", {"ana": 5500, "bo": 9000, "cy": 400, "kim": 2500, "tim": 9000, "fun": 9000}, types=TYPES)
    table.open()
    for player, seat in (("ana", 3), ("ana", 4), ("bo", 6), ("kim", 7)):
        table.send(Sit(player, seat))
    table.bet("ana", 3, "seat", 2000)
    table.bet("kim", 7, "seat", 1900)
    return table


def deciding() -> Playthrough:
    """Seat 3 (Ana, 9 9 against a ten) is asked, then seat 4 (Bo). Ana has 500 left."""
    table = play("9S 8S TD 9H 8H 7D", {"ana": 1500, "bo": 5000}, seated=[Seated(3, "ana"), Seated(4, "bo")])
    table.open()
    table.bet("ana", 3, "seat", 1000)
    table.bet("bo", 4, "seat", 1000)
    table.send(CloseBetting())
    return table


def insuring() -> Playthrough:
    """Ana can pay for insurance, Fay could when it was offered and cannot now, Gus never could."""
    table = one_seat(
        "9S AD 9H 7D", wallets={"ana": 2000, "fay": 1800, "gus": 1100}, behind=[("fay", 1000), ("gus", 1000)]
    )
    table.book.wallets["fay"] = 300
    return table


def following() -> Playthrough:
    table = one_seat("5S TD 6H 7D 9C", wallets={"ana": 2000, "fay": 900}, behind=[("fay", 500)])
    act(table, "double")
    return table


def over() -> Playthrough:
    table = one_seat("TS TD 9H 7D KC")
    table.play(say_nothing)
    return table


def stake(player: str, seat: int, kind: str, amount: Any) -> Stake:
    return Stake(player, seat, kind, "1", amount)


REFUSED: list[tuple[Callable[[], Playthrough], Any, str]] = [
    (fresh, Sit("ana", 3), "wrong_phase"),
    (fresh, Leave("ana"), "not_seated"),
    (fresh, stake("ana", 3, "seat", 1000), "bets_closed"),
    (fresh, Act("ana", 3, 1, "hit"), "wrong_phase"),
    (fresh, Preselect("ana", 3, 1, "hit"), "wrong_phase"),
    (betting, OpenRound(), "round_running"),
    (betting, Sit("tim", 1), "account_type"),
    (betting, Sit("fun", 1), "account_type"),
    (betting, Sit("cy", 0), "no_such_seat"),
    (betting, Sit("cy", 8), "no_such_seat"),
    (betting, Sit("cy", True), "no_such_seat"),
    (betting, Sit("cy", 3), "seat_taken"),
    (betting, Sit("ana", 1), "too_many_seats"),
    (betting, Sit("kim", 1), "insufficient_funds"),
    (betting, Leave("cy"), "not_seated"),
    (betting, stake("cy", 6, "tie", 1000), "bad_kind"),
    (betting, stake("ana", 3, "seat", 0), "bad_amount"),
    (betting, stake("ana", 3, "seat", -100), "bad_amount"),
    (betting, stake("ana", 3, "seat", 150), "bad_amount"),
    (betting, stake("ana", 3, "seat", True), "bad_amount"),
    (betting, stake("ana", 3, "seat", 100.0), "bad_amount"),
    (betting, stake("ana", 3, "seat", 1600), "insufficient_funds"),
    (betting, stake("ana", 6, "seat", 1000), "not_your_seat"),
    (betting, stake("cy", 5, "seat", 1000), "not_your_seat"),
    (betting, stake("bo", 6, "seat", 900), "below_min"),
    (betting, stake("bo", 6, "seat", 60000), "above_max"),
    (betting, stake("bo", 5, "behind", 1000), "seat_empty"),
    (betting, stake("bo", 5, "pair", 1000), "seat_empty"),
    (betting, stake("bo", 6, "behind", 1000), "own_seat"),
    (betting, stake("bo", 3, "behind", 400), "below_min"),
    (betting, stake("bo", 3, "pair", 5100), "above_max"),
    (betting, stake("cy", 3, "behind", 500), "insufficient_funds"),
    (betting, Act("ana", 3, 1, "hit"), "wrong_phase"),
    (betting, Preselect("ana", 3, 1, "hit"), "wrong_phase"),
    (betting, Insurance("ana", 3, "yes"), "no_question"),
    (deciding, Sit("cy", 1), "wrong_phase"),
    (deciding, CloseBetting(), "wrong_phase"),
    (deciding, stake("ana", 3, "seat", 100), "bets_closed"),
    (deciding, Act("bo", 4, 1, "hit"), "not_your_turn"),
    (deciding, Act("ana", 3, 2, "hit"), "not_your_turn"),
    (deciding, Act("bo", 3, 1, "hit"), "not_your_seat"),
    (deciding, Act("ana", 1, 1, "hit"), "not_your_seat"),
    (deciding, Act("ana", 3, 1, "surrender"), "illegal_action"),
    (deciding, Act("ana", 3, 1, "raise"), "illegal_action"),
    (deciding, Act("ana", 3, 1, "double"), "insufficient_funds"),
    (deciding, Act("ana", 3, 1, "split"), "insufficient_funds"),
    (deciding, Preselect("ana", 3, 1, "hit"), "wrong_phase"),
    (deciding, Preselect("bo", 4, 2, "hit"), "wrong_phase"),
    (deciding, Preselect("ana", 4, 1, "hit"), "not_your_seat"),
    (deciding, Preselect("bo", 4, 1, "fly"), "illegal_action"),
    (deciding, Insurance("ana", 3, "yes"), "no_question"),
    (deciding, Follow("bo", 3, 1, "double", "yes"), "no_question"),
    (insuring, Insurance("fay", 3, "yes"), "insufficient_funds"),
    (insuring, Insurance("gus", 3, "no"), "no_question"),
    (insuring, Insurance("ana", 4, "yes"), "no_question"),
    (insuring, Insurance("ana", 3, "maybe"), "illegal_action"),
    (insuring, Act("ana", 3, 1, "hit"), "not_your_turn"),
    (following, Follow("ana", 3, 1, "double", "yes"), "no_question"),
    (following, Follow("fay", 3, 1, "split", "yes"), "no_question"),
    (following, Follow("fay", 3, 2, "double", "yes"), "no_question"),
    (following, Preselect("ana", 3, 1, "hit"), "wrong_phase"),
    (over, Sit("bo", 5), "wrong_phase"),
    (over, Act("ana", 3, 1, "hit"), "wrong_phase"),
    (over, Preselect("ana", 3, 1, None), "wrong_phase"),
    (over, stake("ana", 3, "seat", 1000), "bets_closed"),
]


@pytest.mark.parametrize(("situation", "what", "code"), REFUSED)
def test_refused(situation: Callable[[], Playthrough], what: Any, code: str) -> None:
    table = situation()
    state, wallets, stakes = table.state, dict(table.book.wallets), [dict(b.parts) for b in table.book.bets()]
    request = partial(table.rules.accept, state) if isinstance(what, Stake) else partial(table.rules.decide, state)
    with pytest.raises(Rejected) as refused:
        request(what, table.book)
    assert refused.value.code == code
    assert refused.value.clause.startswith("§")
    assert refused.value.why
    assert table.state is state
    assert (table.book.wallets, [dict(b.parts) for b in table.book.bets()]) == (wallets, stakes)


def test_an_answer_counts_once() -> None:
    table = insuring()
    table.send(Insurance("ana", 3, "no"))
    with pytest.raises(Rejected, match="no_question"):
        table.send(Insurance("ana", 3, "yes"))


def test_a_follower_without_money_may_say_yes_and_counts_as_no() -> None:
    table = following()
    table.book.wallets["fay"] = 499
    assert table.rules.view(table.state, "fay", table.book).may == ("follow",)
    table.send(Follow("fay", 3, 1, "double", "yes"))
    bet = table.book.bets_of("fay")[0]
    assert (bet.parts, bet.answers) == ({"1": 500}, {"double:3.1": False})
    assert table.book.funds("fay") == 499


def test_insurance_is_not_shown_to_who_cannot_pay() -> None:
    table = insuring()
    may = {player: table.rules.view(table.state, player, table.book).may for player in ("ana", "fay", "gus", "public")}
    assert may == {"ana": ("insurance",), "fay": (), "gus": (), "public": ()}


@pytest.mark.parametrize(("amount", "each", "left"), [(700, 2700, 100), (800, 2400, 700), (1500, 2750, 0)])
def test_an_addition_on_two_seats(amount: int, each: int, left: int) -> None:
    table = betting()
    table.book.wallets["ana"] = 1500
    table.bet("ana", 4, "seat", amount)
    assert {bet.seat: bet.stake for bet in table.book.bets_of("ana")} == {3: each, 4: each}
    assert table.book.funds("ana") == left


def test_a_second_seat_shares_the_bet_and_gives_the_odd_unit_back() -> None:
    table = play("", {"lee": 15}, chip_step=1, min_seat=5, odd_stakes=True)
    table.open()
    table.send(Sit("lee", 6))
    table.bet("lee", 6, "seat", 11)
    table.send(Sit("lee", 7))
    assert {bet.seat: bet.stake for bet in table.book.bets()} == {6: 5, 7: 5}
    assert table.book.funds("lee") == 5


def test_a_seat_given_up_while_betting_returns_the_side_bets() -> None:
    table = betting()
    table.bet("cy", 6, "pair", 400)
    table.send(Leave("bo"))
    assert [(bet.player, result.outcome) for bet, result in table.book.closed] == [("cy", "refunded")]
    assert table.book.funds("cy") == 400
