"""Every refusal of the game, with its code and the clause behind it; nothing changes and the question stays open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.bets import Stake
from games.kernel.expectations import Over, Proceed, Shuffle
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import CloseBetting, Leave, OpenRound, Rejected, Silence, Sit
from games.thirty_one.v1.intents import Act
from tests.games.thirty_one.tables import NAMES, SEATED, dealt, opened, say, table

HANDS = {1: "7C 8D 9H", 2: "8C 9D 7H", 3: "QH KH 8S"}
ORDER = dealt(HANDS, "9S 7D AS")
FUNDS = {"ana": 500, "bo": 500, "cy": 500, "dee": 500, "poor": 499, "tim": 9000, "fun": 9000}


def empty() -> Playthrough:
    return table(seated=(), wallets=dict(FUNDS), types={"tim": "trial", "fun": "fun"})


def alone() -> Playthrough:
    return table(seated=SEATED[:1], wallets=dict(FUNDS))


def short() -> Playthrough:
    """Two players, one of whom has spent his money since he sat down."""
    return table(seated=SEATED[:2], wallets={**FUNDS, "bo": 499})


def awaiting() -> Playthrough:
    """A series is open; nothing is dealt yet."""
    return opened(players=3, wallets=dict(FUNDS))


def choosing() -> Playthrough:
    """Ana deals."""
    return opened(ORDER, players=3, wallets=dict(FUNDS))


def playing() -> Playthrough:
    """Bo's turn; the table is 9S 7D AS."""
    found = choosing()
    say(found, "ana keep")
    return found


def knocked() -> Playthrough:
    """Bo has knocked; it is Cy's turn."""
    found = playing()
    say(found, "bo knock")
    return found


def between() -> Playthrough:
    """The first game is over, the next pack awaited."""
    found = knocked()
    say(found, "cy pass", "ana pass")
    return found


def reshuffling() -> Playthrough:
    """Nine players have passed; three cards are wanted and two are in the stock."""
    hands = {seat: f"{rank}C {rank}D {rank}H" for seat, rank in enumerate("789TJQK", 1)}
    found = opened(dealt({**hands, 8: "7S 8S AC", 9: "9S TS AD"}), players=9)
    say(found, "ana keep", *(f"{name} pass" for name in (*NAMES[1:], "ana")))
    return found


def outside() -> Playthrough:
    """Bo is out; Cy chooses."""
    second = dealt(HANDS, "9S 7D AS", dealer=2)
    third = dealt({1: "7C 8D 9H", 3: "QH KH 8S"}, dealer=3)
    found = opened(ORDER, second, third, players=3, tokens=1)
    say(found, "ana keep", "bo knock", "cy pass", "ana pass")
    say(found, "bo keep", "cy pass", "ana swap 9H AS", "bo knock", "cy pass", "ana pass")
    return found


def over() -> Playthrough:
    packs = (dealt({1: "AC AD AH", 2: "8C 9D 7H"}, dealer=dealer) for dealer in (1, 2, 1))
    return opened(*packs)


def act(player: str, action: str, give: str = "", take: str = "") -> Act:
    return Act(player, action, give, take)


REFUSED: list[tuple[Callable[[], Playthrough], Any, str, str]] = [
    (empty, Sit("tim", 1), "account_type", "§2.2"),
    (empty, Sit("fun", 1), "account_type", "§2.2"),
    (empty, Sit("ana", 0), "no_such_seat", "§2.1"),
    (empty, Sit("ana", 10), "no_such_seat", "§2.1"),
    (empty, Sit("ana", True), "no_such_seat", "§2.1"),
    (empty, Sit("poor", 1), "insufficient_funds", "§3.1.1"),
    (empty, Leave("ana"), "not_seated", "§3.1.2"),
    (empty, OpenRound(1), "too_few_players", "§3.1.3"),
    (empty, act("ana", "pass"), "wrong_phase", "§3.2"),
    (alone, Sit("bo", 1), "seat_taken", "§3.1.1"),
    (alone, Sit("ana", 2), "too_many_seats", "§2.1"),
    (alone, OpenRound(1), "too_few_players", "§3.1.3"),
    (alone, act("ana", "pass"), "wrong_phase", "§3.2"),
    (alone, Proceed(), "wrong_phase", "§3.2"),
    (short, OpenRound(1), "insufficient_funds", "§3.1.4"),
    (short, OpenRound(3), "no_such_seat", "§2.6"),
    (short, OpenRound(None), "no_such_seat", "§2.6"),
    (short, OpenRound(True), "no_such_seat", "§2.6"),
    (awaiting, OpenRound(1), "round_running", "§3.1.3"),
    (awaiting, Sit("dee", 4), "wrong_phase", "§3.1.1"),
    (awaiting, Leave("ana"), "wrong_phase", "§3.1.2"),
    (awaiting, Leave("dee"), "not_seated", "§3.1.2"),
    (awaiting, act("ana", "keep"), "wrong_phase", "§3.2"),
    (awaiting, Proceed(), "wrong_phase", "§3.2"),
    (choosing, OpenRound(1), "round_running", "§3.1.3"),
    (choosing, Sit("dee", 1), "wrong_phase", "§3.1.1"),
    (choosing, Leave("bo"), "wrong_phase", "§3.1.2"),
    (choosing, Proceed(), "wrong_phase", "§3.2"),
    (choosing, act("dee", "keep"), "not_your_seat", "§2.1"),
    (choosing, act("bo", "keep"), "not_your_turn", "§3.2"),
    (choosing, act("ana", "pass"), "illegal_action", "§3.3"),
    (choosing, act("ana", "knock"), "illegal_action", "§3.3"),
    (choosing, act("ana", ""), "illegal_action", "§3.3"),
    (playing, act("dee", "pass"), "not_your_seat", "§2.1"),
    (playing, act("cy", "pass"), "not_your_turn", "§3.2"),
    (playing, act("ana", "keep"), "not_your_turn", "§3.2"),
    (playing, act("bo", "keep"), "illegal_action", "§3.4"),
    (playing, act("bo", "put_down"), "illegal_action", "§3.4"),
    (playing, act("bo", "new_cards"), "illegal_action", "§3.4"),
    (playing, act("bo", "PASS"), "illegal_action", "§3.4"),
    (playing, act("bo", "swap"), "illegal_action", "§3.4.1"),
    (playing, act("bo", "swap", "8C"), "illegal_action", "§3.4.1"),
    (playing, act("bo", "swap", "8C", "QH"), "illegal_action", "§3.4.1"),
    (playing, act("bo", "swap", "8C", "8C"), "illegal_action", "§3.4.1"),
    (playing, act("bo", "swap", "QH", "AS"), "illegal_action", "§3.4.1"),
    (playing, act("bo", "swap", "AS", "8C"), "illegal_action", "§3.4.1"),
    (playing, act("bo", "swap", "8C 9D", "AS 7D"), "illegal_action", "§3.4.1"),
    (playing, act("bo", "swap", "\x00", "??"), "illegal_action", "§3.4.1"),
    (knocked, act("cy", "knock"), "illegal_action", "§3.6.2"),
    (knocked, act("cy", "keep"), "illegal_action", "§3.6.2"),
    (knocked, act("bo", "pass"), "not_your_turn", "§3.2"),
    (between, act("ana", "pass"), "wrong_phase", "§3.2"),
    (between, act("bo", "keep"), "wrong_phase", "§3.2"),
    (between, Leave("cy"), "wrong_phase", "§3.1.2"),
    (reshuffling, act("bo", "pass"), "wrong_phase", "§3.2"),
    (reshuffling, Leave("bo"), "wrong_phase", "§3.1.2"),
    (outside, act("bo", "keep"), "not_your_turn", "§3.2"),
    (outside, act("bo", "pass"), "not_your_turn", "§3.2"),
    (outside, Leave("bo"), "wrong_phase", "§3.1.2"),
    (over, act("ana", "pass"), "wrong_phase", "§3.2"),
    (over, Leave("cy"), "not_seated", "§3.1.2"),
    (over, Proceed(), "wrong_phase", "§3.2"),
    (over, OpenRound(1), "round_running", "§3.1.3"),
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


def test_the_tables_above_are_what_they_say() -> None:
    assert isinstance(awaiting().rules.expects(awaiting().state), Shuffle)
    assert [made().state.phase for made in (choosing, playing, knocked, between, reshuffling, outside, over)] == [
        "choice", "turn", "turn", "pack", "reshuffle", "choice", "over",
    ]  # fmt: skip
    assert [player.tokens for player in outside().state.players] == [1, -1, 1]


def test_nothing_can_be_bet() -> None:
    found = playing()
    with pytest.raises(Rejected, match="bad_kind"):
        found.bet("ana", 1, "series", 500)
    assert found.rules.extra_stake(found.state, "pass", found.book.bets()[0]) == 0
    assert not found.rules.asks(found.state, found.book.bets()[0])


@pytest.mark.parametrize(("made", "other"), [(choosing, "turn"), (playing, "choice"), (between, "turn")])
def test_a_countdown_that_is_not_the_open_one_has_no_effect(made: Callable[[], Playthrough], other: str) -> None:
    found = made()
    assert found.rules.decide(found.state, Silence(other), found.book) == []


def test_unknown_intents_and_events_are_errors() -> None:
    found = playing()
    bet = Stake("ana", 1, "series", "1", 500)
    with pytest.raises(TypeError, match="CloseBetting"):
        found.rules.decide(found.state, CloseBetting(), found.book)
    for call in (found.rules.evolve, found.rules.fits):
        with pytest.raises(TypeError, match="Stake"):
            call(found.state, bet)
    with pytest.raises(TypeError, match="Stake"):
        found.rules.narrate(bet)


def test_a_series_that_is_not_over_is_not_settled() -> None:
    found = playing()
    bet = found.book.bets()[0]
    with pytest.raises(ValueError, match="played to its end"):
        found.rules.settle(bet, found.state)
    found.cancel()
    assert isinstance(found.rules.expects(found.state), Over)
    with pytest.raises(ValueError, match="played to its end"):
        found.rules.settle(bet, found.state)
