"""Options are read strictly, dumped completely, and do what they say."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.cards import PACK
from games.kernel.expectations import Over
from games.kernel.ruleset import Silence
from games.royal_blackjack.sample import SAMPLE
from games.royal_blackjack.v1 import RULESET
from tests.games.royal_blackjack.tables import JSON, dealt, options, results, say_nothing, told

PAY = JSON["pay"]


def test_a_dump_is_complete_and_reads_back() -> None:
    for changes in ({}, {"packs": 2, "second_card": "up", "silence_draws_to": 11, "odd_stakes": True},
                    {"pay": {**PAY, "push": [-1, 2]}}):  # fmt: skip
        read = options(**changes)
        dumped = RULESET.dump_options(read)
        assert RULESET.read_options(dumped) == read
        assert dumped.keys() == {*JSON, "packs", "odd_stakes", "second_card", "silence_draws_to"}
    assert dumped["pay"].keys() == {"blackjack", "win", "push"}


def test_the_defaults_are_those_of_the_rules() -> None:
    found = RULESET.dump_options(options())
    assert {name: found[name] for name in found.keys() - JSON.keys()} == {
        "packs": 1, "odd_stakes": False, "second_card": "down", "silence_draws_to": 0,
    }  # fmt: skip
    assert found["pay"] == {"blackjack": [3, 2], "win": [1, 1], "push": [0, 1]}
    assert RULESET.pack(options()) == PACK


@pytest.mark.parametrize("name", JSON)
def test_a_missing_field_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: "):
        RULESET.read_options({k: v for k, v in JSON.items() if k != name})


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"colour": "green"}, "colour"),
        ({"packs": True}, "packs"),
        ({"packs": 0}, "packs"),
        ({"packs": 1.0}, "packs"),
        ({"bet_s": "20"}, "bet_s"),
        ({"decision_s": 0}, "decision_s"),
        ({"incident_s": None}, "incident_s"),
        ({"shoe": "paper"}, "shoe"),
        ({"shoe": []}, "shoe"),
        ({"max_seat": 400}, "max_seat"),
        ({"odd_stakes": 1}, "odd_stakes"),
        ({"second_card": "sideways"}, "second_card"),
        ({"silence_draws_to": -1}, "silence_draws_to"),
        ({"silence_draws_to": 21}, "silence_draws_to"),
        ({"chip_step": 1}, "chip_step"),
        ({"chip_step": 4, "pay": {**PAY, "blackjack": [6, 5]}}, "chip_step"),
        ({"chip_step": 4, "pay": {**PAY, "push": [-1, 3]}}, "chip_step"),
        ({"pay": [3, 2]}, "pay"),
        ({"pay": {**PAY, "tie": [8, 1]}}, "pay.tie"),
        ({"pay": {**PAY, "win": [1]}}, "pay.win"),
        ({"pay": {**PAY, "win": [1, 0]}}, "pay.win"),
        ({"pay": {**PAY, "win": [-1, 1]}}, "pay.win"),
        ({"pay": {**PAY, "win": [True, 1]}}, "pay.win"),
        ({"pay": {**PAY, "push": [-3, 2]}}, "pay.push"),
        ({"pay": {"win": [1, 1]}}, "pay.blackjack"),
    ],
)
def test_a_wrong_value_is_named(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: "):
        options(**changes)


@pytest.mark.parametrize(("stake", "returned"), [(3, 7), (1, 2), (1000, 2500)])
def test_an_odd_stake_is_paid_rounded_down(stake: int, returned: int) -> None:
    table = dealt("AC 9H KH 8S", stake, chip_step=1, min_seat=1, odd_stakes=True)
    assert results(table) == {"3/ana": ("blackjack", stake, returned)}


@pytest.mark.parametrize(
    ("push", "cards", "returned"),
    [([0, 1], "TC TH 8D 8S", 7), ([-1, 2], "TC TH 8D 8S", 3), ([-1, 1], "AC AH KD KS", 0), ([1, 2], "TC TH 8D 8S", 10)],
)
def test_what_a_push_pays(push: list[int], cards: str, returned: int) -> None:
    table = dealt(cards, 7, chip_step=1, min_seat=1, odd_stakes=True, pay={**PAY, "push": push})
    table.play(say_nothing)
    assert [(s.outcome, s.returned) for _, s in table.book.closed] == [("push", returned)]


def test_a_second_card_face_up_is_seen_by_all() -> None:
    table = dealt("TC 9H 8D 8S", second_card="up")
    assert table.rules.view(table.state, "public", table.book).cards["dealer"] == ("9H", "8S")
    assert told(table)[-1] == "The dealer takes 8S."


def test_the_system_may_draw_for_who_is_silent() -> None:
    """2 3 4 5: it draws on 5 and 9 and stands on 14."""
    table = dealt("2C 9H 3D 8S 4C 5C", silence_draws_to=11)
    assert table.send(Silence("decision")) == Over()
    assert told(table)[-5:] == [
        "Seat 3: Draw, played by the system.",
        "Seat 3 gets 4C.",
        "Seat 3: Draw, played by the system.",
        "Seat 3 gets 5C.",
        "Seat 3: Stand, played by the system.",
    ]


def test_two_packs_hold_every_card_twice() -> None:
    assert sorted(RULESET.pack(options(packs=2))) == sorted(PACK * 2)


def test_the_options_of_the_sample_are_read() -> None:
    for shoe in ("live", "virtual"):
        found = RULESET.read_options(SAMPLE.table_options(shoe, 100, {"bet_s": 3}))
        assert (found.shoe, found.bet_s) == (shoe, 3)
