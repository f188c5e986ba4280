"""Options are read strictly, dumped completely, and do what they say (their effects are in the other tests)."""

from __future__ import annotations

from typing import Any

import pytest

from games.thirty_one.sample import SAMPLE
from games.thirty_one.v1 import RULESET
from tests.games.thirty_one.tables import JSON, options

TIMES = {"choice_s": 15, "turn_s": 20, "incident_s": 900}
USUAL: dict[str, Any] = {
    "series_stake": 0, "crown_stake": 0, "pack": 32, "tokens": 3, "first_card": "after_dealer",
    "first_turn": "after_dealer", "next_dealer": "clockwise", "silent_choice": "keep", "silent_turn": "pass",
    "new_cards": False, "shoe": "virtual",
}  # fmt: skip


def test_what_is_not_given_is_as_in_the_rules() -> None:
    assert RULESET.dump_options(RULESET.read_options(TIMES)) == {**TIMES, **USUAL}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"series_stake": 0, "crown_stake": 50},
        {"pack": 52},
        {"tokens": 1},
        {"first_card": "dealer"},
        {"first_turn": "dealer"},
        {"next_dealer": "same"},
        {"silent_choice": "put_down"},
        {"silent_turn": "knock"},
        {"new_cards": True},
    ],
)
def test_a_dump_is_complete_and_reads_back(changes: dict[str, Any]) -> None:
    read = options(**changes)
    dumped = RULESET.dump_options(read)
    assert dumped == {**USUAL, **JSON, **changes}
    assert RULESET.read_options(dumped) == read
    assert len(RULESET.pack(read)) == read.pack


@pytest.mark.parametrize("name", TIMES)
def test_a_missing_field_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: is missing"):
        RULESET.read_options({k: v for k, v in JSON.items() if k != name})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "green"),
        ("series_stake", -1),
        ("series_stake", True),
        ("series_stake", 5.0),
        ("series_stake", None),
        ("crown_stake", "5"),
        ("tokens", 0),
        ("pack", 36),
        ("pack", "32"),
        ("pack", 32.0),
        ("pack", [32]),
        ("choice_s", 0),
        ("turn_s", "20"),
        ("incident_s", False),
        ("first_card", "youngest"),
        ("first_turn", None),
        ("next_dealer", ["same"]),
        ("silent_choice", "swap"),
        ("silent_turn", ""),
        ("new_cards", 1),
        ("new_cards", "yes"),
        ("shoe", "live"),
        ("shoe", 1),
    ],
)
def test_a_wrong_value_is_named(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name}: "):
        options(**{name: value})


def test_the_sample_s_table_can_be_opened() -> None:
    read = RULESET.read_options(SAMPLE.table_options("virtual", 100, {"turn_s": 3}))
    assert (read.series_stake, read.turn_s, read.pack) == (1000, 3, 32)
