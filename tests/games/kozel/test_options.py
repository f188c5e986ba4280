"""Options are read strictly, dumped completely, and do what they say (their effects are in the other tests)."""

from __future__ import annotations

from typing import Any

import pytest

from games.kozel.sample import SAMPLE
from games.kozel.v1 import RULESET
from tests.games.kozel.tables import JSON, options

USUAL: dict[str, Any] = {
    "match_stake": 0, "loss_limit": 12, "next_dealer": "clockwise", "first_lead": "after_dealer",
    "pull_until": "played", "shoe": "virtual",
}  # fmt: skip


def test_what_is_not_given_is_as_in_the_rules() -> None:
    assert RULESET.dump_options(RULESET.read_options({"turn_s": 20, "incident_s": 900})) == {
        "turn_s": 20, "incident_s": 900, **USUAL,
    }  # fmt: skip


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"match_stake": 0},
        {"loss_limit": 1},
        {"next_dealer": "same"},
        {"first_lead": "dealer"},
        {"pull_until": "led"},
    ],
)
def test_a_dump_is_complete_and_reads_back(changes: dict[str, Any]) -> None:
    read = options(**changes)
    dumped = RULESET.dump_options(read)
    assert dumped.keys() == {"turn_s", "incident_s", *USUAL}
    assert RULESET.read_options(dumped) == read


@pytest.mark.parametrize("name", ["turn_s", "incident_s"])
def test_a_missing_field_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: is missing"):
        RULESET.read_options({k: v for k, v in JSON.items() if k != name})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "green"),
        ("match_stake", -1),
        ("match_stake", True),
        ("match_stake", 5.0),
        ("match_stake", None),
        ("loss_limit", 0),
        ("loss_limit", "12"),
        ("turn_s", 0),
        ("turn_s", "20"),
        ("incident_s", False),
        ("next_dealer", "loser"),
        ("next_dealer", ["same"]),
        ("first_lead", None),
        ("pull_until", ""),
        ("shoe", "live"),
        ("shoe", 1),
    ],
)
def test_a_wrong_value_is_named(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name}: "):
        options(**{name: value})


def test_the_sample_s_table_can_be_opened() -> None:
    read = RULESET.read_options(SAMPLE.table_options("virtual", 100, {"turn_s": 3}))
    assert (read.match_stake, read.turn_s, read.loss_limit) == (1000, 3, 12)
