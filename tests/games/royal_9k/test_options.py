"""Options are read strictly, dumped completely, and do what they say (their effects are in the other tests)."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.cards import PACK
from games.royal_9k.sample import SAMPLE
from games.royal_9k.v1 import RULESET
from games.royal_9k.v1.ranking import CATEGORIES
from tests.games.royal_9k.tables import JSON, options

USUAL: dict[str, Any] = {
    "betting_rounds": 2, "max_raises": 3, "rake_bp": 500, "category_order": list(CATEGORIES), "shoe": "virtual",
}  # fmt: skip
REQUIRED: dict[str, Any] = {"ante": 100, "unit": 200, "turn_s": 15, "incident_s": 900}


def test_what_is_not_given_is_as_in_the_rules() -> None:
    assert RULESET.dump_options(RULESET.read_options(REQUIRED)) == {**REQUIRED, **USUAL}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"betting_rounds": 0},
        {"betting_rounds": 1, "max_raises": 0},
        {"rake_bp": 0},
        {"rake_bp": 10_000},
        {"shoe": "live"},
        {"category_order": ["flush", "ordinary", "ung", "straight", "sam", "straight_flush"]},
    ],
)
def test_a_dump_is_complete_and_reads_back(changes: dict[str, Any]) -> None:
    read = options(**changes)
    dumped = RULESET.dump_options(read)
    assert dumped == {**REQUIRED, **USUAL, **changes}
    assert RULESET.read_options(dumped) == read
    assert RULESET.pack(read) == PACK


@pytest.mark.parametrize("name", REQUIRED)
def test_a_missing_field_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: is missing"):
        RULESET.read_options({k: v for k, v in JSON.items() if k != name})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "green"),
        ("ante", 0),
        ("ante", True),
        ("ante", 5.0),
        ("unit", 0),
        ("unit", None),
        ("betting_rounds", 3),
        ("betting_rounds", -1),
        ("betting_rounds", False),
        ("max_raises", -1),
        ("max_raises", "3"),
        ("rake_bp", -1),
        ("rake_bp", 10_001),
        ("turn_s", 0),
        ("incident_s", "900"),
        ("shoe", "both"),
        ("shoe", ["live"]),
        ("category_order", "ordinary"),
        ("category_order", list(CATEGORIES[1:])),
        ("category_order", [*CATEGORIES, "sam"]),
        ("category_order", [*CATEGORIES[:5], "nine"]),
        ("category_order", [*CATEGORIES[:5], ["sam"]]),
        ("category_order", 6),
    ],
)
def test_a_wrong_value_is_named(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name}: "):
        options(**{name: value})


@pytest.mark.parametrize("shoe", ["live", "virtual"])
def test_the_sample_s_table_can_be_opened(shoe: str) -> None:
    read = RULESET.read_options(SAMPLE.table_options(shoe, 100, {"turn_s": 3}))
    assert (read.ante, read.unit, read.turn_s, read.shoe) == (100, 200, 3, shoe)
