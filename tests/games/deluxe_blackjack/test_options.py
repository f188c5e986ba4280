"""Options are read strictly, dumped completely, and do what they say."""

from __future__ import annotations

from typing import Any

import pytest

from games.deluxe_blackjack.v1 import RULESET
from games.deluxe_blackjack.v1.options import quotient
from games.kernel.money import Odds
from games.kernel.ruleset import Rejected, Seated, Sit
from tests.games.deluxe_blackjack.tables import JSON, SMALL, one_seat, options, play, results, say_nothing

PAY = JSON["pay"]


def test_a_dump_is_complete_and_reads_back() -> None:
    for changes in ({}, {"pay": {**PAY, "pair_coloured": [12, 1]}}, {"odd_stakes": True, "rounding": "up"}):
        read = options(**changes)
        dumped = RULESET.dump_options(read)
        assert RULESET.read_options(dumped) == read
        assert {"trial_may_bet_behind", "share_second_seat", "keep_lower_seat", "rounding", "odd_stakes"} <= set(dumped)


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
        ({"packs": 8.0}, "packs"),
        ({"bet_s": "20"}, "bet_s"),
        ({"shoe": "paper"}, "shoe"),
        ({"shoe": []}, "shoe"),
        ({"max_pair": 50}, "max_pair"),
        ({"odd_stakes": 1}, "odd_stakes"),
        ({"trial_may_bet_behind": "yes"}, "trial_may_bet_behind"),
        ({"rounding": "bankers"}, "rounding"),
        ({"chip_step": 1}, "chip_step"),
        ({"chip_step": 5, "pay": {**PAY, "blackjack": [6, 5]}}, "chip_step"),
        ({"pay": [3, 2]}, "pay"),
        ({"pay": {**PAY, "tie": [8, 1]}}, "pay.tie"),
        ({"pay": {**PAY, "win": [1]}}, "pay.win"),
        ({"pay": {**PAY, "win": [1, 0]}}, "pay.win"),
        ({"pay": {**PAY, "win": [-1, 1]}}, "pay.win"),
        ({"pay": {**PAY, "win": [True, 1]}}, "pay.win"),
        ({"pay": {k: v for k, v in PAY.items() if k != "win"}}, "pay.win"),
    ],
)
def test_a_wrong_value_is_named(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: "):
        options(**changes)


def test_an_odd_step_needs_to_be_meant() -> None:
    assert options(chip_step=1, odd_stakes=True).chip_step == 1
    assert options(chip_step=10, pay={**PAY, "blackjack": [6, 5]}).pay.blackjack == Odds(6, 5)


def test_every_payout_is_rounded_once() -> None:
    down, up = options(**SMALL), options(**SMALL, rounding="up")
    for stake in range(1, 10_001):
        assert quotient(down, stake, Odds(3, 2)) == (stake * 3) // 2
        assert quotient(up, stake, Odds(3, 2)) == (stake * 3 + 1) // 2


def test_rounding_up_favours_the_player() -> None:
    table = one_seat("TC 9D 6C TH", 7, **SMALL, rounding="up")
    table.message("act", player="ana", seat=3, hand=1, action="surrender")
    assert results(table) == {"3/seat/ana": ("surrender", 7, 4)}


def test_trial_accounts_bet_behind_only_where_the_house_allows_it() -> None:
    for allowed in (True, False):
        table = play("", types={"fay": "trial"}, trial_may_bet_behind=allowed)
        table.open()
        table.send(Sit("ana", 3))
        if allowed:
            table.bet("fay", 3, "behind", 500)
            table.bet("fay", 3, "pair", 100)
        else:
            with pytest.raises(Rejected, match="account_type"):
                table.bet("fay", 3, "behind", 500)


def test_a_house_may_refuse_to_share_a_bet_between_two_seats() -> None:
    table = play("", {"ana": 2500}, share_second_seat=False)
    table.open()
    table.send(Sit("ana", 3))
    table.bet("ana", 3, "seat", 2000)
    with pytest.raises(Rejected, match="insufficient_funds"):
        table.send(Sit("ana", 4))


@pytest.mark.parametrize(("keep", "left"), [(True, [3]), (False, [])])
def test_money_for_one_seat_keeps_the_lower_one(keep: bool, left: list[int]) -> None:
    table = play("", {"ana": 1999}, seated=[Seated(3, "ana", ("played",)), Seated(5, "ana", ("played",))],
                 keep_lower_seat=keep)  # fmt: skip
    table.open()
    assert list(table.rules.seats(table.state)) == left


@pytest.mark.parametrize(
    ("cards", "outcome"), [("KS KC", "pair_coloured"), ("KS KH", "pair_mixed"), ("KS KS", "pair_perfect")]
)
def test_a_coloured_pair_pays_only_where_it_has_odds(cards: str, outcome: str) -> None:
    first, second = cards.split()
    for pay in (PAY, {**PAY, "pair_coloured": [12, 1], "pair_mixed": [6, 1]}):
        table = play(f"{first} 9D {second} TH", pay=pay)
        table.open()
        table.send(Sit("ana", 3))
        table.bet("ana", 3, "seat", 1000)
        table.bet("ana", 3, "pair", 100)
        table.play(say_nothing)
        paid = next(result for bet, result in table.book.closed if bet.kind == "pair")
        assert paid.outcome == (outcome if "pair_coloured" in pay or outcome != "pair_coloured" else "pair_mixed")
