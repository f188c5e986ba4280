"""Every refusal of the game, with its code and the clause behind it; nothing changes and the question stays open."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.kernel.bets import Stake
from games.kernel.expectations import Proceed
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import CloseBetting, Leave, OpenRound, Rejected, Seated, Sit
from games.royal_blackjack.v1.intents import Act
from tests.games.royal_blackjack.tables import act, dealt, play, say_nothing

TYPES = {"tim": "trial", "fun": "fun"}


def fresh() -> Playthrough:
    return play("", {"ana": 1000, "tim": 9000, "fun": 9000}, types=TYPES)


def betting() -> Playthrough:
    """Ana on 3 with a bet of 2000, Bo on 6 without one; Cy stands."""
    table = play("", {"ana": 5500, "bo": 900, "cy": 400, "tim": 9000, "fun": 9000}, types=TYPES)
    table.open()
    table.send(Sit("ana", 3))
    table.send(Sit("bo", 6))
    table.bet("ana", 3, "seat", 2000)
    return table


def deciding() -> Playthrough:
    """Seat 3 (Ana, 9 9 against a ten, 500 left) is asked, then seat 4 (Bo, king and queen); Cy on 5 has no bet."""
    table = play(
        "9S KH TD 9H QH 7D 2D",
        {"ana": 1500, "bo": 5000, "cy": 5000},
        seated=[Seated(3, "ana"), Seated(4, "bo"), Seated(5, "cy")],
    )
    table.open()
    table.bet("ana", 3, "seat", 1000)
    table.bet("bo", 4, "seat", 1000)
    table.send(CloseBetting())
    return table


def second() -> Playthrough:
    """Bo with king and queen is asked."""
    table = deciding()
    act(table, "stand")
    return table


def drawn() -> Playthrough:
    """Ana holds 9 9 2 and is asked."""
    table = deciding()
    act(table, "draw")
    return table


def split() -> Playthrough:
    """Ana split eights; the first hand is a pair again and is asked."""
    table = dealt("8S TD 8H 7D 8C 5C")
    act(table, "split")
    return table


def dealing() -> Playthrough:
    """Live: Ana's bet is closed, no card was scanned yet."""
    table = play(seated=[Seated(3, "ana")])
    table.open()
    table.bet("ana", 3, "seat", 1000)
    for event in table.rules.decide(table.state, CloseBetting(), table.book):
        table.state = table.rules.evolve(table.state, event)
    return table


def over() -> Playthrough:
    table = dealt("TS TD 9H 7D")
    table.play(say_nothing)
    return table


def cancelled() -> Playthrough:
    table = dealt("TS TD 9H 7D")
    table.cancel()
    return table


def stake(player: str, seat: int, kind: str, amount: Any) -> Stake:
    return Stake(player, seat, kind, "1", amount)


REFUSED: list[tuple[Callable[[], Playthrough], Any, str]] = [
    (fresh, Sit("tim", 1), "account_type"),
    (fresh, Sit("fun", 1), "account_type"),
    (fresh, Sit("ana", 0), "no_such_seat"),
    (fresh, Sit("ana", 7), "no_such_seat"),
    (fresh, Sit("ana", True), "no_such_seat"),
    (fresh, Leave("ana"), "not_seated"),
    (fresh, stake("ana", 3, "seat", 1000), "bets_closed"),
    (fresh, Act("ana", 3, 1, "draw"), "wrong_phase"),
    (fresh, CloseBetting(), "wrong_phase"),
    (fresh, Proceed(), "wrong_phase"),
    (betting, OpenRound(), "round_running"),
    (betting, Sit("tim", 1), "account_type"),
    (betting, Sit("cy", 3), "seat_taken"),
    (betting, Sit("ana", 1), "too_many_seats"),
    (betting, Sit("ana", 3), "seat_taken"),
    (betting, Leave("cy"), "not_seated"),
    (betting, stake("bo", 6, "behind", 1000), "bad_kind"),
    (betting, stake("bo", 6, "pair", 1000), "bad_kind"),
    (betting, stake("bo", 6, "", 1000), "bad_kind"),
    (betting, stake("ana", 3, "seat", 500), "already_bet"),
    (betting, stake("bo", 3, "seat", 500), "not_your_seat"),
    (betting, stake("bo", 5, "seat", 500), "not_your_seat"),
    (betting, stake("cy", 5, "seat", 500), "not_your_seat"),
    (betting, stake("bo", -6, "seat", 500), "not_your_seat"),
    (betting, stake("bo", 6, "seat", 0), "bad_amount"),
    (betting, stake("bo", 6, "seat", -500), "bad_amount"),
    (betting, stake("bo", 6, "seat", 550), "bad_amount"),
    (betting, stake("bo", 6, "seat", True), "bad_amount"),
    (betting, stake("bo", 6, "seat", 500.0), "bad_amount"),
    (betting, stake("bo", 6, "seat", 400), "below_min"),
    (betting, stake("bo", 6, "seat", 20100), "above_max"),
    (betting, stake("bo", 6, "seat", 1000), "insufficient_funds"),
    (betting, Act("ana", 3, 1, "draw"), "wrong_phase"),
    (betting, Proceed(), "wrong_phase"),
    (dealing, Act("ana", 3, 1, "draw"), "not_your_turn"),
    (dealing, Act("bo", 3, 1, "draw"), "not_your_seat"),
    (deciding, CloseBetting(), "wrong_phase"),
    (deciding, OpenRound(), "round_running"),
    (deciding, Sit("cy", 1), "too_many_seats"),
    (deciding, stake("cy", 5, "seat", 500), "bets_closed"),
    (deciding, Act("bo", 4, 1, "draw"), "not_your_turn"),
    (deciding, Act("cy", 5, 1, "draw"), "not_your_turn"),
    (deciding, Act("ana", 3, 2, "draw"), "not_your_turn"),
    (deciding, Act("ana", 3, 0, "draw"), "not_your_turn"),
    (deciding, Act("bo", 3, 1, "draw"), "not_your_seat"),
    (deciding, Act("ana", 1, 1, "draw"), "not_your_seat"),
    (deciding, Act("zed", 9, 1, "draw"), "not_your_seat"),
    (deciding, Act("ana", 3, 1, "double"), "illegal_action"),
    (deciding, Act("ana", 3, 1, "surrender"), "illegal_action"),
    (deciding, Act("ana", 3, 1, "hit"), "illegal_action"),
    (deciding, Act("ana", 3, 1, "split"), "insufficient_funds"),
    (second, Act("bo", 4, 1, "split"), "illegal_action"),
    (second, Act("ana", 3, 1, "draw"), "not_your_turn"),
    (drawn, Act("ana", 3, 1, "split"), "illegal_action"),
    (split, Act("ana", 3, 1, "split"), "illegal_action"),
    (split, Act("ana", 3, 2, "draw"), "not_your_turn"),
    (over, Act("ana", 3, 1, "draw"), "wrong_phase"),
    (over, stake("ana", 3, "seat", 1000), "bets_closed"),
    (over, Sit("bo", 3), "seat_taken"),
    (over, Leave("bo"), "not_seated"),
    (cancelled, Act("ana", 3, 1, "draw"), "wrong_phase"),
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


def test_a_split_is_not_offered_without_the_money() -> None:
    table = deciding()
    assert table.rules.view(table.state, "ana", table.book).may == ("draw", "stand")
    table.book.wallets["ana"] = 1000
    assert table.rules.view(table.state, "ana", table.book).may == ("draw", "stand", "split")
    assert table.rules.view(table.state, "bo", table.book).may == ()
    assert table.rules.view(table.state, "public", table.book).may == ()


def test_nothing_unknown_is_taken() -> None:
    table = deciding()
    for function in (table.rules.evolve, table.rules.fits):
        with pytest.raises(TypeError):
            function(table.state, object())
    with pytest.raises(TypeError):
        table.rules.narrate(object())
    with pytest.raises(TypeError):
        table.rules.decide(table.state, object(), table.book)
