"""Simulation and theory agree, and both are printed as asked for."""

from __future__ import annotations

import json
import random
from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.kernel.cards import PACK
from wagering.demo.simulation import Plan, Shoe, Sums, simulate

GAME = "deluxe_blackjack@1"


def test_simulation_agrees_with_theory() -> None:
    output = StringIO()
    words = ["--rounds", "8000", "--seed", "20", "--fresh-shoe", "--processes", "2", "--json"]
    call_command("simulate", GAME, *words, stdout=output)
    report = json.loads(output.getvalue())
    assert report["rounds"] == 8_000
    assert report["hands"] > 8_000
    bets = {bet["bet"]: bet for bet in report["bets"]}
    assert bets.keys() == {"seat", "pair", "insurance"}
    for bet in bets.values():
        assert abs(bet["standard_errors_from_theory"]) < 3, bet
        assert bet["low"] < bet["rtp"] < bet["high"]
    # An ace is every thirteenth first card; the spread of a round is known from theory.
    assert abs(bets["insurance"]["rounds"] / 8_000 - 1 / 13) < 0.01
    assert abs(bets["seat"]["standard_error"] * 8_000**0.5 - 1.145) < 0.03


def test_the_seed_alone_decides() -> None:
    plan = Plan(GAME, "basic", 1_300, seed=5)
    one, two = simulate(plan, 1), simulate(plan, 2)
    assert (one.rounds, one.hands, one.sums) == (two.rounds, two.hands, two.sums)
    assert simulate(Plan(GAME, "basic", 1_300, seed=6), 1).sums != one.sums


def test_a_simulated_shoe_deals_every_card_once() -> None:
    shoe = Shoe(PACK * 2, random.Random(1))
    first = [next(shoe) for _ in range(104)]
    assert Counter(first) == Counter(PACK * 2)
    shoe.renew(None)
    second = [next(shoe) for _ in range(104)]
    assert Counter(second) == Counter(PACK * 2)
    assert first != second


def test_sums_of_parts_are_the_sums_of_all() -> None:
    whole, parts = Sums(), [Sums(), Sums()]
    for at, (stake, net) in enumerate([(100, 50), (200, -200), (100, 150), (100, -100)]):
        whole.add(stake, net)
        parts[at % 2].add(stake, net)
    parts[0].merge(parts[1])
    assert parts[0] == whole
    assert whole.rtp == 1 - 100 / 500
    assert whole.error > 0


def test_rtp_prints_four_decimals(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rtp", GAME)
    shown = capsys.readouterr().out
    assert "99.5150%" in shown
    assert "95.9036%" in shown
    assert "92.5301%" in shown
    assert "Hard totals" in shown
    assert "surrender" in shown


def test_rtp_of_another_pay_table() -> None:
    output = StringIO()
    call_command("rtp", GAME, "--pay-blackjack", "6:5", "--json", stdout=output)
    report = json.loads(output.getvalue())
    assert report["returns"]["seat"]["per_cent"] == "98.1570%"
    assert report["strategy"]["Pairs"]["rows"]["A A"] == "P" * 10


def test_nonsense_is_refused() -> None:
    for words in (["--pay-blackjack", "6:0"], ["--pay-blackjack", "much"], ["--packs", "0"]):
        with pytest.raises(CommandError):
            call_command("rtp", GAME, *words)
    with pytest.raises(CommandError):
        call_command("simulate", GAME, "--rounds", "1")
    with pytest.raises(CommandError):
        call_command("simulate", "chess@1")
