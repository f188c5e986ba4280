"""Pulls (§3.5): when one is open and to whom, what goes back, and whose stands in the end."""

from __future__ import annotations

import pytest

from games.kernel.expectations import Decide
from tests.games.kozel.tables import PLAYERS, PULLS, asked, dealt, hands, may, opened, say


def test_a_pull_takes_back_what_was_laid() -> None:
    found = opened(PULLS)
    assert [may(found, player) for player in PLAYERS] == [("pull",), ("lead",), ("pull",), ()]
    say(found, "bo lead 7H KH")
    assert [may(found, player) for player in PLAYERS] == [("pull",), (), ("beat", "discard", "pull"), ()]
    say(found, "cy discard 8D TD")
    assert [may(found, player) for player in PLAYERS] == [("pull",), (), (), ("beat", "discard")]
    say(found, "ana pull")
    assert hands(found) == {0: "", 1: "7H 9D AS KH", 2: "8D AD QD TD", 3: "7S 8S AC TH"}
    assert [(play.seat, play.action) for play in found.state.game.plays] == [(0, "pull")]
    assert asked(found) == 1
    # Bo owns the lead: Cy is one step from him, Ana three.
    assert [may(found, player) for player in PLAYERS] == [(), ("beat", "discard"), ("pull",), ()]


def test_a_nearer_pull_replaces_one_that_nobody_has_answered() -> None:
    found = opened(PULLS)
    say(found, "ana pull", "cy pull")
    assert hands(found)[0] == "8C 9C KC TC"
    assert [may(found, player) for player in PLAYERS] == [(), (), (), ("beat", "discard")]
    say(found, "dee discard 7S 8S TH AC", "ana discard 8C 9C KC TC", "bo discard 7H KH 9D AS")
    assert (found.state.game.tricks, asked(found)) == ((1, 0), 2)
    assert found.state.game.pulls == (1, 0, 1, 0)


def test_an_answered_pull_stands() -> None:
    found = opened(PULLS)
    say(found, "ana pull", "bo discard 7H KH 9D AS")
    assert may(found, "cy") == ("beat", "discard")
    assert found.refused("act", player="cy", action="pull") == "illegal_action"


def test_the_original_leader_is_nearest_even_after_his_own_lead_went_back() -> None:
    order = dealt({0: "6C 7C 8C 9C", 1: "6D 7D 8D 9D", 2: "6H 7H 8H JS", 3: "QS KS AH 9H"}, "6S")
    found = opened(order)
    say(found, "bo lead 6D", "ana pull")
    assert may(found, "bo") == ("beat", "discard", "pull")
    say(found, "bo pull")
    assert (hands(found)[0], asked(found)) == ("6C 7C 8C 9C", 2)
    assert may(found, "ana") == ()


@pytest.mark.parametrize("action", ["lead 6D 7D 8D 9D", "pull"])
def test_four_cards_of_the_original_leader_are_a_pull_by_the_nearest(action: str) -> None:
    order = dealt({0: "6C 7C 8C 9C", 1: "6D 7D 8D 9D", 2: "6H 7H 8H 9H", 3: "QS KS AH JH"}, "6S")
    found = opened(order)
    assert may(found, "bo") == ("lead", "pull")
    say(found, f"bo {action}")
    assert [may(found, player) for player in PLAYERS] == [(), (), ("beat", "discard"), ()]
    assert found.state.game.pulls == (0, 1, 0, 0)


def test_a_table_may_close_pulls_with_the_first_card() -> None:
    found = opened(PULLS, pull_until="led")
    assert may(found, "ana") == ("pull",)
    say(found, "bo lead 7H KH")
    assert [may(found, player) for player in PLAYERS] == [(), (), ("beat", "discard"), ()]
    found = opened(PULLS, pull_until="led")
    say(found, "ana pull")
    assert may(found, "cy") == ("pull",)


def test_every_pull_is_a_new_question() -> None:
    found = opened(PULLS)
    numbers = [found.run(), *(say(found, text) for text in ("bo lead 7H KH", "ana pull", "cy pull"))]
    asked_for = [awaited.number for awaited in numbers if isinstance(awaited, Decide)]
    assert asked_for == [1, 2, 3, 4]
