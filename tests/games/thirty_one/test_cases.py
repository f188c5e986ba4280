"""The machine-readable cases of the rules, all 69 of them, by kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.kernel.expectations import Proceed
from games.thirty_one.v1 import RULESET, ranking
from games.thirty_one.v1.events import SeriesEnded
from games.thirty_one.v1.state import winner
from tests.games.thirty_one.tables import NAMES, asked, dealt, opened, say, with_tokens

CASES = json.loads((Path(__file__).parent.parent / "cases" / "thirty_one_scoring.json").read_text("utf-8"))
TOKENS = {"swim": ranking.SWIMS, "out": ranking.OUT}
PUBLISHED = {tokens: name for name, tokens in TOKENS.items()}
# Packs for so many players in which nobody gets near 31 by single swaps.
HANDS = ("7C 8D 9H", "8C 9D 7H", "9C 7D 8H", "TC JD QH")
QUIET = {players: dealt(dict(enumerate(HANDS[:players], 1)), "7S TD JH") for players in (2, 3, 4)}


def given(kind: str) -> pytest.MarkDecorator:
    found = [pytest.param(c["input"], c["expected"], id=c["id"]) for c in CASES if c["input"]["kind"] == kind]
    return pytest.mark.parametrize(("case", "expected"), found)


def seat(name: str) -> int:
    """Case players ``p1``, ``p2`` sit on seats 1, 2."""
    return int(name.removeprefix("p"))


def tokens(named: dict[str, Any]) -> dict[int, int]:
    return {seat(name): TOKENS.get(held, held) for name, held in named.items()}


def test_every_kind_is_run() -> None:
    tested = {name.removeprefix("test_case_") for name in globals() if name.startswith("test_case_")}
    assert tested == {case["input"]["kind"] for case in CASES}
    assert len(CASES) == 69


@given("score")
def test_case_score(case: Any, expected: Any) -> None:
    halves = ranking.halves(case["cards"])
    assert expected == {
        "score": halves / 2,
        "triple": halves == ranking.TRIPLE,
        "blitz": halves == ranking.BLITZ,
        "three_aces": ranking.are_three_aces(case["cards"]),
    }


@given("ends_at_once")
def test_case_ends_at_once(case: Any, expected: Any) -> None:
    assert ranking.ends_at_once(case["cards"]) == expected["ends"]


@given("losers")
def test_case_losers(case: Any, expected: Any) -> None:
    hands = {seat(name): hand for name, hand in case["hands"].items()}
    found = ranking.losers(hands, seat(case["knocker"]) if case["knocker"] else 0)
    assert [f"p{number}" for number in found] == expected["losers"]


@given("tokens")
def test_case_tokens(case: Any, expected: Any) -> None:
    after = ranking.tokens_after(tokens(case["before"]), [*map(seat, case["losers"])], case["three_aces"])
    assert {f"p{number}": PUBLISHED.get(held, held) for number, held in after.items()} == expected["after"]


@given("series")
def test_case_series(case: Any, expected: Any) -> None:
    """The last game has been scored, whatever it was; the series is closed by itself or goes on."""
    found = opened(QUIET[len(case["tokens"])], players=len(case["tokens"]))
    state = with_tokens(found.state, tokens(case["tokens"]))
    assert (winner(state) is not None) == expected["over"]
    if expected["over"]:
        (ended,) = RULESET.decide(state._replace(phase="ended"), Proceed(), found.book)
        assert ended == SeriesEnded(seat=seat(expected["winner"]), crown=expected["crown"])


@given("turn")
def test_case_turn(case: Any, expected: Any) -> None:
    """Cy's turn, after Bo has knocked if it is a final one."""
    hands = {1: "7H 8H TD", 2: "7S 9S QD", 3: " ".join(case["hand"])}
    found = opened(dealt(hands, " ".join(case["table"])), players=3)
    say(found, "ana keep", "bo knock" if case["final_turn"] else "bo pass")
    action = "swap" if case["action"] == "swap_one" else case["action"]
    content = {name: case[name] for name in ("give", "take") if case[name]}
    refused = found.refused("act", player="cy", action=action, **content)
    assert refused == (None if expected["legal"] else "illegal_action")
    if expected["legal"]:
        found.message("act", player="cy", action=action, **content)
    after = {"hand": found.state.game.hands[3], "table": found.state.game.table}
    assert {name: sorted(cards) for name, cards in after.items()} == {name: sorted(expected[name]) for name in after}


@given("pass_round")
def test_case_pass_round(case: Any, expected: Any) -> None:
    found = opened(QUIET[case["active_players"]], players=case["active_players"])
    say(found, "ana keep")
    laid_aside = 0
    for action in case["actions"]:
        laid_aside, game = len(found.state.game.aside), found.state.game
        swap = f" {game.hands[game.turn][0]} {game.table[0]}"
        say(found, f"{asked(found)} swap{swap}" if action == "swap_one" else f"{asked(found)} {action}")
    assert (len(found.state.game.aside) > laid_aside) == expected["new_table_cards"]


@given("turns_after_knock")
def test_case_turns_after_knock(case: Any, expected: Any) -> None:
    players = len(case["seating"])
    found = opened(QUIET[players], players=players)
    say(found, "ana keep")
    while asked(found) != NAMES[seat(case["knocker"]) - 1]:
        say(found, f"{asked(found)} pass")
    say(found, f"{asked(found)} knock")
    turns = []
    while found.state.phase == "turn":
        turns.append(f"p{found.state.game.turn}")
        say(found, f"{asked(found)} pass")
    assert turns == expected["turns"]
