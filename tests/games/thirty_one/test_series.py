"""Series as they are told, clause by clause: tokens, the deal, void games, silence, crowns and money."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from games.kernel.bets import Line
from games.kernel.expectations import Over
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import Leave, Seated, Silence, Sit
from games.thirty_one.v1.events import ChoiceMade, GameScored, SeriesEnded, TurnTaken
from tests.games.thirty_one.tables import (
    FUNDS,
    OutOfPacksError,
    asked,
    dealt,
    go,
    on_table,
    opened,
    results,
    say,
    score,
    seen,
    told,
)

TWO = {1: "7C 8D 9H", 2: "8C 9D 7H"}
THREE = {**TWO, 3: "QH KH 8S"}
ACES = "AC AD AH"
LOW = {1: "7C 8D 9H", 2: "TC JD QH", 3: "8C 9D 7H"}


def last(found: Playthrough, kind: type) -> Any:
    return next(event for event in reversed(found.events) if isinstance(event, kind))


def aces(winners: Iterable[int], seats: int = 2, **rest: Any) -> Playthrough:
    """A series of games in which these seats, one after the other, are dealt three aces; seat 1 deals first.

    The deal moves on among the players still in, so this is for series in which nobody is out before the end.
    """
    packs = []
    for game, winner in enumerate(winners):
        hands = {seat: LOW[seat] for seat in range(1, seats + 1)} | {winner: ACES}
        packs.append(dealt(hands, dealer=game % seats + 1))
    return opened(*packs, players=seats, **rest)


# --- tokens (§4.4) ---------------------------------------------------------------------------------------------------


def test_three_aces_cost_two_tokens_where_two_are_in() -> None:
    assert score(aces([1])) == [3, 1]
    assert score(aces([1, 1])) == [3, "swim"]
    assert score(aces([1, 1, 1])) == [3, "out"]
    assert score(aces([1, 2, 1])) == [1, "swim"]
    assert score(aces([1], tokens=2)) == [2, "swim"]


def test_three_aces_cost_one_token_each_where_more_are_in() -> None:
    assert score(aces([3], seats=3)) == [2, 2, 3]
    assert score(aces([3, 3, 3], seats=3)) == ["swim", "swim", 3]


def test_thirty_one_loses_against_three_aces() -> None:
    found = opened(dealt({1: ACES, 2: "AS KS QS", 3: "TC JD QH"}), players=3)
    assert (last(found, GameScored).losers, score(found)) == ((2, 3), [3, 2, 2])


def test_a_loss_that_would_leave_nobody_is_void_and_the_deal_moves_on() -> None:
    both = {1: "AC KC QC", 2: "AD KD QD"}
    found = opened(*(dealt(both, dealer=dealer) for dealer in (1, 2)), tokens=1)
    scored = [event for event in found.events if isinstance(event, GameScored)]
    assert [(event.losers, event.void) for event in scored] == [((1, 2), False), ((1, 2), True)]
    assert (score(found), found.state.dealer) == (["swim", "swim"], 1)
    assert "Everybody would be out, so nobody pays." in told(scored)[1]
    found.shuffle = lambda _: (dealt({1: ACES, 2: "7C 8D 9H"}), 0)
    found.run()
    assert (score(found), last(found, SeriesEnded)) == (["swim", "out"], SeriesEnded(seat=1, crown=False))
    assert found.rules.outcome(found.state)["feats"] == {"ana": {"free_ride": 1}, "bo": {"free_ride": 1}}


def test_the_knocker_alone_loses_a_tie() -> None:
    tie = {1: "KH 8C 9D", 2: "KC 8D 9H", 3: "QC QD 9S"}
    found = opened(dealt(tie, "7S 7D JS"), players=3)
    say(found, "ana keep", "bo pass", "cy knock", "ana pass", "bo pass")
    assert (last(found, GameScored).losers, score(found)) == ((3,), [3, 3, 2])


# --- the deal (§2.6, §3.9.4) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("next_dealer", "deals"), [("clockwise", [2, 5, 9, 2]), ("same", [2, 2, 2, 2])])
def test_who_deals(next_dealer: str, deals: list[int]) -> None:
    seated = [Seated(seat, name) for seat, name in ((2, "ana"), (5, "bo"), (9, "cy"))]
    packs = [dealt({2: ACES, 5: "7C 8D 9H", 9: "8C 9D 7H"}, dealer=dealer) for dealer in deals]
    found = opened(dealer=2, seated=seated, next_dealer=next_dealer)
    for order, dealer in zip(packs, deals, strict=True):
        assert found.state.dealer == dealer
        found.shuffle = given(order)
        go(found, found.run)
    assert score(found) == [3, "out", "out"]


def given(order: tuple[str, ...]) -> Any:
    """This pack, and then none."""
    coming = [order]

    def shuffle(_: Any) -> tuple[tuple[str, ...], int]:
        if not coming:
            raise OutOfPacksError
        return coming.pop(), 0

    return shuffle


@pytest.mark.parametrize(("next_dealer", "dealers"), [("clockwise", (1, 2)), ("same", (2, 2))])
def test_who_is_out_does_not_deal(next_dealer: str, dealers: tuple[int, int]) -> None:
    """Bo deals the second game and goes out in it."""
    packs = [dealt({**THREE, 1: "TC JD 9S"}, dealer=dealer) for dealer in dealers]
    found = opened(*packs, players=3, dealer=dealers[0], tokens=1, next_dealer=next_dealer)
    for dealer in dealers:
        assert found.state.dealer == dealer
        say(found, f"{asked(found)} keep")
        say(found, f"{asked(found)} knock")
        say(found, f"{asked(found)} pass")
        say(found, f"{asked(found)} pass")
    assert (score(found), found.state.dealer) == ([1, "out", 1], 3)


@pytest.mark.parametrize("plays", [(), ("bo keep",), ("bo keep", "ana pass", "bo knock"), ("bo put_down",)])
def test_a_void_game_is_dealt_again_by_the_same_dealer(plays: tuple[str, ...]) -> None:
    again = dealt(TWO, "AS TD JS", dealer=2)
    found = opened(dealt({1: ACES, 2: "7C 8D 9H"}), again, again)
    say(found, *plays)
    asked_before = found.state.number
    found.cancel_deal()
    assert (score(found), asked(found), on_table(found)) == ([3, 1], "bo", "")
    assert found.state.number == asked_before + 1
    assert found.state.game.knocker == found.state.game.passes == 0


def test_a_game_is_void_while_its_stock_is_to_be_shuffled() -> None:
    hands = {seat: f"{rank}C {rank}D {rank}H" for seat, rank in enumerate("789TJQK", 1)}
    order = dealt({**hands, 8: "7S 8S AC", 9: "9S TS AD"})
    found = opened(order, order, players=9)
    say(found, "ana keep")
    for _ in range(9):
        say(found, f"{asked(found)} pass")
    found.shuffle = given(order)
    found.cancel_deal()
    assert (found.state.phase, asked(found), score(found)) == ("choice", "ana", [3] * 9)


# --- between two series (§3.1) ---------------------------------------------------------------------------------------


def test_seats_change_between_two_series_and_the_last_score_stays() -> None:
    found = aces([1, 1, 1])
    assert isinstance(found.rules.expects(found.state), Over)
    found.send(Leave("bo"))
    found.send(Sit("cy", 2))
    found.send(Sit("dee", 9))
    assert found.rules.outcome(found.state)["score"] == {"ana": 3, "bo": "out"}
    assert results(found)["bo"] == ("lose", 500, 0)
    go(found, lambda: found.open(9))
    assert found.rules.outcome(found.state)["score"] == {"ana": 3, "cy": 3, "dee": 3}
    assert [bet.player for bet in found.book.bets()] == ["ana", "cy", "dee"]


def test_a_cancelled_series_gives_everything_back() -> None:
    found = opened(dealt(THREE, "AS TD JS"), players=3, crown_stake=70)
    say(found, "ana keep", "bo knock")
    found.cancel()
    assert isinstance(found.rules.expects(found.state), Over)
    assert set(found.book.wallets.values()) == {FUNDS}
    outcome = found.rules.outcome(found.state)
    assert (outcome["cancelled"], outcome["winner"], outcome["feats"]) == (True, None, {})
    found.send(Leave("bo"))
    go(found, lambda: found.open(3))
    assert [bet.player for bet in found.book.bets()] == ["ana", "cy"]


def test_who_comes_to_the_seat_later_sees_no_hand() -> None:
    """The cards of a cancelled series stay hidden, whoever sits where they were dealt."""
    found = opened(dealt(TWO, "AS TD JS"))
    found.cancel()
    found.send(Leave("ana"))
    found.send(Sit("cy", 1))
    assert seen(found, "cy") == {"seat1": "?? ?? ??", "seat2": "?? ?? ??"}
    assert seen(found, "ana")["seat1"] == "7C 8D 9H"
    assert score(found) == [3, 3]
    assert found.rules.outcome(found.state)["score"].keys() == {"ana", "bo"}


# --- money (§4.5, §4.6, §5) ------------------------------------------------------------------------------------------


def test_the_winner_gets_the_pot() -> None:
    found = aces([3, 3, 3, 3], seats=3)
    assert results(found) == {"ana": ("lose", 500, 0), "bo": ("lose", 500, 0), "cy": ("win", 500, 1500)}
    lines = {bet.player: result.lines for bet, result in found.book.closed}
    assert lines["cy"] == (Line("pot:1", "win", 500, 1500, "§5.2", 2),)
    assert lines["bo"] == (Line("pot:1", "lose", 500, 0, "§5.3"),)
    outcome = found.rules.outcome(found.state)
    assert (outcome["winner"], outcome["crown"]) == ("cy", True)
    assert outcome["feats"] == {"ana": {"free_ride": 1}, "bo": {"free_ride": 1}, "cy": {"crown": 1}}


def test_a_crown_takes_the_stakes_laid_for_it() -> None:
    found = aces([3, 3, 3, 3], seats=3, crown_stake=70)
    assert results(found) == {"ana": ("lose", 570, 0), "bo": ("lose", 570, 0), "cy": ("win", 570, 1710)}
    lines = {bet.player: result.lines for bet, result in found.book.closed}
    assert lines["cy"][1] == Line("pot:2", "win", 70, 210, "§5.4.1", 2)
    assert lines["ana"][1] == Line("pot:2", "lose", 70, 0, "§5.4.1")


def test_without_a_crown_its_stakes_go_back() -> None:
    found = aces([2, 1, 1], crown_stake=70)
    assert score(found) == [1, "swim"]
    found.shuffle = given(dealt({1: ACES, 2: "7C 8D 9H"}, dealer=2))
    found.run()
    assert results(found) == {"ana": ("win", 570, 1070), "bo": ("lose", 570, 70)}
    lines = {bet.player: result.lines for bet, result in found.book.closed}
    assert lines["bo"][1] == lines["ana"][1] == Line("uncalled", "uncalled", 70, 70, "§5.4.2")
    assert found.rules.outcome(found.state)["feats"] == {"ana": {}, "bo": {"free_ride": 1}}


def test_a_series_may_be_played_for_the_crown_alone() -> None:
    found = aces([1, 1, 1], series_stake=0, crown_stake=70)
    assert results(found) == {"ana": ("win", 70, 140), "bo": ("lose", 70, 0)}
    assert [line.part for _, result in found.book.closed for line in result.lines] == ["pot:1", "pot:1"]


def test_what_is_told_hides_what_is_hidden() -> None:
    found = opened(dealt(TWO, "AS TD JS"))
    say(found, "ana keep", "bo swap 8C TD", "ana knock", "bo swap_all")
    assert told(found.events)[:3] == [
        "A series begins; seat 1 deals first.",
        "A new game; the pack is shuffled.",
        "Seat 2 gets a card.",
    ]
    assert told(found.events)[8:] == [
        "Seat 1 keeps the hand; the table comes from the stock.",
        "AS is laid on the table.",
        "TD is laid on the table.",
        "JS is laid on the table.",
        "Seat 2 gives 8C and takes TD.",
        "Seat 1 knocks.",
        "Seat 2 swaps all three cards.",
        (
            "The hands are shown: seat 1 7C 8D 9H (9), seat 2 AS 8C JS (21). "
            "Losing: seat 1. Tokens: seat 1 has 2, seat 2 has 3."
        ),
    ]


# --- silence (§3.8) --------------------------------------------------------------------------------------------------


def test_silence() -> None:
    found = opened(dealt(TWO, "AS TD JS 7S TH JH"))
    found.send(Silence("choice"))
    assert last(found, ChoiceMade) == ChoiceMade(seat=1, action="keep", by="silence")
    found.send(Silence("turn"))
    found.send(Silence("turn"))
    assert last(found, TurnTaken) == TurnTaken(seat=1, action="pass", give="", take="", by="silence")
    assert on_table(found) == "7S JH TH"


def test_silence_by_other_options() -> None:
    found = opened(dealt(TWO, "AS TD JS"), silent_choice="put_down", silent_turn="knock")
    found.send(Silence("choice"))
    assert on_table(found) == "7C 8D 9H"
    found.send(Silence("turn"))
    assert found.state.game.knocker == 2
    go(found, lambda: found.send(Silence("turn")))
    assert last(found, TurnTaken).action == "pass"
    assert score(found) == [3, 2]
