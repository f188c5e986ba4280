"""Every refusal of the game, with its code and the clause behind it; nothing changes and the question stays open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.bets import Stake
from games.kernel.expectations import Proceed
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import CloseBetting, Leave, OpenRound, Rejected, Silence, Sit
from games.royal_9k.v1.intents import Act
from tests.games.royal_9k.tables import HANDS, opened, say, table


def empty() -> Playthrough:
    found = table({}, types={"tim": "trial", "fun": "fun"})
    found.book.wallets.update(ana=100, poor=99, tim=9000, fun=9000)
    return found


def two() -> Playthrough:
    """Ana, and Bo who has lost his money since he sat down."""
    found = table({1: "", 2: ""}, {2: 99})
    found.book.wallets.update(eli=9000)
    return found


def first() -> Playthrough:
    """Cy is asked first and may check or bet. Eli has just sat down, Gus is a stranger."""
    found = opened(HANDS, {3: 299})
    found.book.wallets.update(eli=9000, gus=9000)
    found.send(Sit("eli", 5))
    return found


def facing() -> Playthrough:
    """Ana has bet, Bo and Cy have raised as often as they may; Cy cannot go on."""
    found = opened(HANDS, {3: 900})
    say(found, "cy check", "ana bet", "bo raise", "cy raise", "ana raise", "bo call")
    return found


def short() -> Playthrough:
    """Bo has bet; Cy can call but not raise."""
    found = opened(HANDS, {3: 450})
    say(found, "cy check", "ana check", "bo bet")
    return found


def folded() -> Playthrough:
    """Cy has folded and Ana is asked."""
    found = short()
    say(found, "cy fold")
    return found


def over() -> Playthrough:
    found = folded()
    say(found, "ana fold")
    return found


REFUSED: list[tuple[Callable[[], Playthrough], Any, str, str]] = [
    (empty, Sit("tim", 1), "account_type", "§2.3"),
    (empty, Sit("fun", 1), "account_type", "§2.3"),
    (empty, Sit("ana", 0), "no_such_seat", "§2.1"),
    (empty, Sit("ana", 7), "no_such_seat", "§2.1"),
    (empty, Sit("ana", True), "no_such_seat", "§2.1"),
    (empty, Sit("poor", 1), "insufficient_funds", "§3.2.1"),
    (empty, Leave("ana"), "not_seated", "§3.2.2"),
    (empty, OpenRound(1), "too_few_players", "§3.1.2"),
    (empty, Act("ana", "check"), "wrong_phase", "§3"),
    (empty, Proceed(), "wrong_phase", "§3"),
    (two, Sit("eli", 1), "seat_taken", "§3.2.1"),
    (two, Sit("ana", 3), "too_many_seats", "§2.2"),
    (two, OpenRound(1), "too_few_players", "§3.1.2"),
    (two, OpenRound(0), "no_such_seat", "§2.5"),
    (two, OpenRound(7), "no_such_seat", "§2.5"),
    (two, OpenRound(None), "no_such_seat", "§2.5"),
    (two, Act("ana", "check"), "wrong_phase", "§3"),
    (first, OpenRound(1), "round_running", "§3.1"),
    (first, Proceed(), "wrong_phase", "§3"),
    (first, Sit("gus", 1), "seat_taken", "§3.2.1"),
    (first, Sit("gus", 5), "seat_taken", "§3.2.1"),
    (first, Sit("ana", 4), "too_many_seats", "§2.2"),
    (first, Leave("gus"), "not_seated", "§3.2.2"),
    (first, Act("gus", "check"), "not_your_seat", "§3.4"),
    (first, Act("eli", "check"), "not_your_seat", "§3.4"),
    (first, Act("ana", "check"), "not_your_turn", "§3.4"),
    (first, Act("bo", "fold"), "not_your_turn", "§3.4"),
    (first, Act("cy", "fold"), "illegal_action", "§3.4.2"),
    (first, Act("cy", "call"), "illegal_action", "§3.4.2"),
    (first, Act("cy", "raise"), "illegal_action", "§3.4.4"),
    (first, Act("cy", "hit"), "illegal_action", "§3.4"),
    (first, Act("cy", ""), "illegal_action", "§3.4"),
    (first, Act("cy", "bet"), "insufficient_funds", "§3.4.3"),
    (facing, Act("cy", "raise"), "illegal_action", "§3.4.4"),
    (facing, Act("cy", "check"), "illegal_action", "§3.4.2"),
    (facing, Act("cy", "bet"), "illegal_action", "§3.4.2"),
    (short, Act("cy", "raise"), "insufficient_funds", "§3.4.3"),
    (folded, Act("cy", "call"), "not_your_turn", "§3.4"),
    (over, Act("bo", "bet"), "wrong_phase", "§3"),
    (over, Act("gus", "bet"), "wrong_phase", "§3"),
    (over, Leave("gus"), "not_seated", "§3.2.2"),
    (over, OpenRound(1), "round_running", "§3.1"),
]


@pytest.mark.parametrize(("made", "intent", "code", "clause"), REFUSED)
def test_refused(made: Callable[[], Playthrough], intent: Any, code: str, clause: str) -> None:
    found = made()
    before, money, awaited = found.state, dict(found.book.wallets), found.rules.expects(found.state)
    with pytest.raises(Rejected) as refusal:
        found.send(intent)
    assert (refusal.value.code, refusal.value.clause) == (code, clause)
    assert (found.state, found.book.wallets, found.rules.expects(found.state)) == (before, money, awaited)
    assert refusal.value.why


def test_nothing_can_be_bet_by_a_request() -> None:
    found = first()
    with pytest.raises(Rejected, match="bad_kind"):
        found.bet("cy", 3, "pot", 200)


@pytest.mark.parametrize("made", [first, facing, short, folded])
def test_a_countdown_that_is_not_the_open_one_has_no_effect(made: Callable[[], Playthrough]) -> None:
    found = made()
    before = found.state
    found.send(Silence("choice"))
    assert found.state is before


def test_silence_outside_a_game_has_no_effect() -> None:
    for made in (empty, two, over):
        found = made()
        assert found.rules.decide(found.state, Silence("turn"), found.book) == []


def test_unknown_intents_and_events_are_errors() -> None:
    found = first()
    stake = Stake("ana", 1, "pot", "bet", 200)
    with pytest.raises(TypeError, match="CloseBetting"):
        found.rules.decide(found.state, CloseBetting(), found.book)
    for call in (found.rules.evolve, found.rules.fits):
        with pytest.raises(TypeError, match="Stake"):
            call(found.state, stake)
    with pytest.raises(TypeError, match="Stake"):
        found.rules.narrate(stake)


@pytest.mark.parametrize("made", [first, short])
def test_a_game_that_was_not_played_to_its_end_is_not_settled(made: Callable[[], Playthrough]) -> None:
    found = made()
    bet = found.book.bets()[0]
    with pytest.raises(ValueError, match="played to its end"):
        found.rules.settle(bet, found.state)
    found.cancel()
    with pytest.raises(ValueError, match="played to its end"):
        found.rules.settle(bet, found.state)
