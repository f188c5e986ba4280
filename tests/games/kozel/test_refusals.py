"""Every refusal of the game, with its code and the clause behind it; nothing changes and the question stays open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.bets import Stake
from games.kernel.expectations import Over, Proceed
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import CloseBetting, Leave, OpenRound, Rejected, Silence, Sit
from games.kozel.v1.intents import Act
from tests.games.kozel.tables import PLAYERS, SEATED, dealt, in_silence, opened, say, table

# Trump is what lies first among the rest: the six of spades. Seat 1 leads.
HANDS = {0: "8C 9C KC TC", 1: "7H KH 9D AS", 2: "8D AD TD QD", 3: "7S 8S TH AC"}
ORDER = dealt(HANDS, "6S")


def empty() -> Playthrough:
    types = {"tim": "trial", "fun": "fun"}
    return table(seated=(), wallets={**dict.fromkeys(PLAYERS, 500), "poor": 499, "tim": 9000, "fun": 9000}, types=types)


def three() -> Playthrough:
    return table(seated=SEATED[:3], wallets={**dict.fromkeys(PLAYERS, 500), "eli": 500})


def full() -> Playthrough:
    return table(wallets={**dict.fromkeys(PLAYERS, 500), "dee": 499})


def leading() -> Playthrough:
    """Bo on seat 1 is to lead; Ana holds a pull in clubs, Cy one in diamonds."""
    return opened(ORDER, wallets={**dict.fromkeys(PLAYERS, 500), "eli": 9000})


def replying() -> Playthrough:
    """Bo has led two hearts; it is Cy's turn."""
    found = leading()
    say(found, "bo lead 7H KH")
    return found


def pulled() -> Playthrough:
    """Ana has pulled, nobody has answered; it is Bo's turn, Cy is nearer than Ana."""
    found = replying()
    say(found, "ana pull")
    return found


def answered() -> Playthrough:
    """Ana has pulled and Bo has answered; it is Cy's turn."""
    found = pulled()
    say(found, "bo discard 7H KH 9D AS")
    return found


def over() -> Playthrough:
    found = opened(ORDER, loss_limit=1)
    in_silence(found)
    return found


def act(player: str, action: str, cards: str = "") -> Act:
    return Act(player, action, cards)


REFUSED: list[tuple[Callable[[], Playthrough], Any, str, str]] = [
    (empty, Sit("tim", 0), "account_type", "§2.2"),
    (empty, Sit("fun", 0), "account_type", "§2.2"),
    (empty, Sit("ana", 4), "no_such_seat", "§2.1"),
    (empty, Sit("ana", -1), "no_such_seat", "§2.1"),
    (empty, Sit("ana", True), "no_such_seat", "§2.1"),
    (empty, Sit("poor", 0), "insufficient_funds", "§3.1.1"),
    (empty, Leave("ana"), "not_seated", "§3.1.2"),
    (empty, OpenRound(0), "too_few_players", "§3.1.3"),
    (empty, act("ana", "lead", "6C"), "wrong_phase", "§3"),
    (three, Sit("eli", 2), "seat_taken", "§3.1.1"),
    (three, Sit("cy", 3), "too_many_seats", "§2.1"),
    (three, OpenRound(0), "too_few_players", "§3.1.3"),
    (full, OpenRound(0), "insufficient_funds", "§3.1.4"),
    (full, OpenRound(4), "no_such_seat", "§2.6"),
    (full, OpenRound(None), "no_such_seat", "§2.6"),
    (full, Proceed(), "wrong_phase", "§3"),
    (leading, OpenRound(0), "round_running", "§3.1.3"),
    (leading, Sit("eli", 0), "wrong_phase", "§3.1.1"),
    (leading, Leave("bo"), "wrong_phase", "§3.1.2"),
    (leading, Leave("eli"), "not_seated", "§3.1.2"),
    (leading, Proceed(), "wrong_phase", "§3"),
    (leading, act("eli", "lead", "7H"), "not_your_seat", "§2.1"),
    (leading, act("eli", "pull"), "not_your_seat", "§2.1"),
    (leading, act("cy", "lead", "8D"), "not_your_turn", "§3.3"),
    (leading, act("bo", "beat", "7H"), "illegal_action", "§3.2"),
    (leading, act("bo", "discard", "7H"), "illegal_action", "§3.2"),
    (leading, act("bo", "knock"), "illegal_action", "§3.2"),
    (leading, act("bo", "lead"), "illegal_action", "§3.2.1"),
    (leading, act("bo", "lead", "7H AS"), "illegal_action", "§3.2.1"),
    (leading, act("bo", "lead", "7H 7H"), "illegal_action", "§3.2.1"),
    (leading, act("bo", "lead", "8D"), "illegal_action", "§3.2.1"),
    (leading, act("bo", "lead", "2H"), "illegal_action", "§3.2.1"),
    (leading, act("bo", "lead", "7H  KH"), "illegal_action", "§2.3"),
    (leading, act("bo", "lead", "7h"), "illegal_action", "§2.3"),
    (leading, act("bo", "lead", "\x00"), "illegal_action", "§2.3"),
    (leading, act("bo", "pull"), "illegal_action", "§3.5"),
    (leading, act("dee", "pull"), "illegal_action", "§3.5"),
    (replying, act("bo", "pull"), "illegal_action", "§3.5"),
    (replying, act("dee", "beat", "7S 8S"), "not_your_turn", "§3.3"),
    (replying, act("cy", "lead", "8D AD"), "illegal_action", "§3.3"),
    (replying, act("cy", "beat", "8D AD"), "illegal_action", "§3.3.2"),
    (replying, act("cy", "beat", "AD"), "illegal_action", "§3.3.2"),
    (replying, act("cy", "discard", "8D"), "illegal_action", "§3.3.3"),
    (replying, act("cy", "discard", "8D AD TD"), "illegal_action", "§3.3.3"),
    (replying, act("cy", "discard", "8D 8D"), "illegal_action", "§3.3.3"),
    (replying, act("cy", "discard", "8D AC"), "illegal_action", "§3.3.3"),
    (pulled, act("ana", "pull"), "illegal_action", "§3.5"),
    (pulled, act("bo", "pull"), "illegal_action", "§3.5"),
    (pulled, act("cy", "discard", "8D AD TD QD"), "not_your_turn", "§3.3"),
    (answered, act("cy", "pull"), "illegal_action", "§3.5"),
    (answered, act("cy", "beat", "8D AD TD QD"), "illegal_action", "§3.3.2"),
    (over, act("ana", "lead", "6C"), "wrong_phase", "§3"),
    (over, act("ana", "pull"), "wrong_phase", "§3"),
    (over, Leave("eli"), "not_seated", "§3.1.2"),
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


def test_nothing_can_be_bet() -> None:
    found = leading()
    with pytest.raises(Rejected, match="bad_kind"):
        found.bet("ana", 0, "match", 500)
    assert found.rules.extra_stake(found.state, "lead", found.book.bets()[0]) == 0
    assert not found.rules.asks(found.state, found.book.bets()[0])


@pytest.mark.parametrize("action", ["lead", "beat", "discard", "pull"])
def test_no_cards_are_played_between_two_games(action: str) -> None:
    found = leading()
    state = in_pack(found)
    for player in (*PLAYERS, "eli"):
        with pytest.raises(Rejected, match="wrong_phase"):
            found.rules.decide(state, Act(player, action, "6C"), found.book)
    for intent in (Sit("eli", 0), Leave("ana")):
        with pytest.raises(Rejected, match=r"wrong_phase"):
            found.rules.decide(state, intent, found.book)
    assert found.rules.decide(state, Silence("turn"), found.book) == []


def in_pack(found: Playthrough) -> Any:
    """The state in which the pack of the first game is awaited."""
    state = found.rules.initial(found.options, SEATED)
    return found.rules.evolve(state, found.events[0])


@pytest.mark.parametrize("made", [leading, replying, pulled, answered])
def test_a_countdown_that_is_not_the_open_one_has_no_effect(made: Callable[[], Playthrough]) -> None:
    found = made()
    before = found.state
    found.send(Silence("choice"))
    assert found.state is before


def test_unknown_intents_and_events_are_errors() -> None:
    found = leading()
    bet = Stake("ana", 0, "match", "1", 500)
    with pytest.raises(TypeError, match="CloseBetting"):
        found.rules.decide(found.state, CloseBetting(), found.book)
    for call in (found.rules.evolve, found.rules.fits):
        with pytest.raises(TypeError, match="Stake"):
            call(found.state, bet)
    with pytest.raises(TypeError, match="Stake"):
        found.rules.narrate(bet)


def test_a_match_that_is_not_over_is_not_settled() -> None:
    found = leading()
    bet = found.book.bets()[0]
    with pytest.raises(ValueError, match="played to its end"):
        found.rules.settle(bet, found.state)
    found.cancel()
    assert isinstance(found.rules.expects(found.state), Over)
    with pytest.raises(ValueError, match="played to its end"):
        found.rules.settle(bet, found.state)
