"""The machine-readable cases of the rules, all 130 of them, by kind."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from games.deluxe_blackjack.v1 import betting, dealer, hand_value
from games.deluxe_blackjack.v1.settlement import pair_odds, settle
from games.deluxe_blackjack.v1.state import PLAYED, SAT_OUT, Hand, State, actions, receive
from games.kernel.bets import Bet
from games.kernel.expectations import Ask
from games.kernel.ruleset import CloseBetting, Rejected, Seated, Sit
from tests.games.deluxe_blackjack.tables import SMALL, options, play

CASES = json.loads((Path(__file__).parent.parent / "cases" / "deluxe_blackjack_hands.json").read_text("utf-8"))
HALVES = 2  # the cases count in bets of 1 and halves of it; here a unit is two minor units
FREE = options(**{**SMALL, "max_seat": 10**6})


def given(kind: str) -> pytest.MarkDecorator:
    found = [pytest.param(c["input"], c["expected"], id=c["id"]) for c in CASES if c["input"]["kind"] == kind]
    return pytest.mark.parametrize(("case", "expected"), found)


def test_every_kind_is_run() -> None:
    tested = {name.removeprefix("test_case_") for name in globals() if name.startswith("test_case_")}
    assert tested == {case["input"]["kind"] for case in CASES}
    assert sum(Counter(case["input"]["kind"] for case in CASES).values()) == 130


def hand_with(cards: list[str], **marks: Any) -> Hand:
    """A hand that got these cards one by one."""
    hand = Hand(3, 1, "ana", **marks)
    for card in cards:
        hand = receive(hand, card)
    return hand


@given("score")
def test_case_score(case: Any, expected: Any) -> None:
    total, soft = hand_value.score(case["cards"])
    natural = hand_value.is_natural(case["cards"], case["split"])
    assert {"score": total, "soft": soft, "blackjack": natural, "bust": total > 21} == expected


@given("legal")
def test_case_legal(case: Any, expected: Any) -> None:
    marks = {"split": case["split"], "acted": case["actions_taken"] > 0, "doubled": case["doubled"]}
    hand = hand_with(case["cards"], **marks)
    assert (case["split_aces"] and hand.closed) or not case["split_aces"]
    state = State(FREE, (), hands=(hand,), dealer=(case["dealer_up"],))
    allowed = () if hand.closed else hand_value.affordable(actions(state, hand), case["bet"], case["balance"])
    assert sorted(allowed) == sorted(expected)


@given("insurance_offer")
def test_case_insurance_offer(case: Any, expected: Any) -> None:
    seat = case["who"] == "seat"
    wallets = {"ana": case["bet"] + (case["balance"] if seat else 0), "fay": case["bet"] + case["balance"]}
    first, second = case["cards"]
    table = play(f"{first} {case['dealer_up']} {second} 5D", wallets, **SMALL)
    table.open()
    table.send(Sit("ana", 3))
    table.bet("ana", 3, "seat", case["bet"])
    if not seat:
        table.bet("fay", 3, "behind", case["bet"])
    awaited = table.send(CloseBetting())
    mine = table.book.bets_of("ana" if seat else "fay")[0]
    offered = isinstance(awaited, Ask) and table.rules.asks(table.state, mine)
    price = table.rules.extra_stake(table.state, "insurance", mine) if offered else 0
    assert {"offered": offered, "price": price} == expected


@given("fallback")
def test_case_fallback(case: Any, expected: Any) -> None:
    total = hand_value.total(case["cards"])
    covered = case["balance"] >= case["bet"]
    executed = case["action"] if covered else hand_value.fallback(case["action"], total)
    assert {"executed": executed} == expected


@given("autoplay")
def test_case_autoplay(case: Any, expected: Any) -> None:
    hand, draws = hand_with(case["cards"]), iter(case["draws"])
    while not hand.closed and hand_value.automatic(hand.total) == "hit":
        hand = receive(hand, next(draws))
    drawn = len(hand.cards) - len(case["cards"])
    assert {"cards": list(hand.cards), "score": hand.total, "drawn": drawn} == expected


@given("dealer")
def test_case_dealer(case: Any, expected: Any) -> None:
    cards, draws = list(case["cards"]), iter(case["draws"])
    while dealer.draws(cards):
        cards.append(next(draws))
    total = hand_value.total(cards)
    natural = hand_value.is_natural(cards)
    assert {"cards": cards, "score": total, "bust": total > 21, "blackjack": natural} == expected


@given("round_flow")
def test_case_round_flow(case: Any, expected: Any) -> None:
    reason = dealer.ends_at_once(case["dealer"], case["seats"])
    assert {"ends_immediately": reason is not None, "reason": reason} == expected


@given("pair")
def test_case_pair(case: Any, expected: Any) -> None:
    first, second = case["cards"]
    outcome, odds = pair_odds(first, second, FREE)
    tier = "none" if outcome == "lose" else outcome.removeprefix("pair_")
    assert {"tier": tier, "units": -1 if odds is None else odds.n} == expected


def decided(case: Any) -> State:
    """The state at the end of the round the case describes."""
    hands = tuple(
        Hand(
            3, number, "ana", tuple(h["cards"]), hand_value.total(h["cards"]), closed=True, split=case["split"],
            doubled=h["doubled"], surrendered=h["surrendered"],
        )
        for number, h in enumerate(case["hands"], 1)
    )  # fmt: skip
    return State(FREE, (), phase="over", hands=hands, dealer=tuple(case["dealer"]))


def net(state: State, bet: Bet) -> tuple[float, float]:
    """Net of the bet itself and of its insurance, in the case's units."""
    settlement = settle(bet, state)
    assert settlement.returned == sum(line.returned for line in settlement.lines)
    insurance = sum(line.returned - line.stake for line in settlement.lines if line.part == "insurance")
    return (settlement.returned - bet.stake - insurance) / HALVES, insurance / HALVES


def parts(stake: int, follows: list[bool], insurance: float) -> dict[str, int]:
    found = {str(number): stake * HALVES * (1 + doubled) for number, doubled in enumerate(follows, 1)}
    return {**found, "insurance": int(insurance * HALVES)} if insurance else found


@given("settle")
def test_case_settle(case: Any, expected: Any) -> None:
    state = decided(case)
    doubled = [hand["doubled"] for hand in case["hands"]]
    seat = net(state, Bet("ana", 3, "seat", parts(case["bet"], doubled, case["insurance"])))
    pair = net(state, Bet("ana", 3, "pair", {"1": case["pair"] * HALVES}))[0] if case["pair"] else 0
    back = []
    for number, each in enumerate(case["back"]):
        rides = each["follow_double"] if each["follow_split"] else each["follow_double"][:1]
        behind = net(state, Bet(f"b{number}", 3, "behind", parts(each["bet"], rides, each["insurance"])))
        back.append({"net": behind[0], "insurance_net": behind[1]})
    assert {"seat_net": seat[0], "insurance_net": seat[1], "pair_net": pair, "back": back} == expected


@given("mirror_bet")
def test_case_mirror_bet(case: Any, expected: Any) -> None:
    numbers = [int(seat) for seat in case["seat_bets"]]
    stake = next(iter(case["seat_bets"].values()))
    table = play(
        "", {"ana": stake * len(numbers) + case["balance"]}, seated=[Seated(n, "ana") for n in numbers], **SMALL
    )
    table.open()
    table.bet("ana", numbers[0], "seat", stake)
    accepted = betting.mirrored(case["amount"], len(numbers), case["balance"]) is not None
    refusal = nullcontext() if accepted else pytest.raises(Rejected, match="insufficient_funds")
    with refusal:
        table.bet("ana", int(case["add_on"]), "seat", case["amount"])
    bets = {str(bet.seat): bet.stake for bet in table.book.bets()}
    assert {"seat_bets": bets, "balance": table.book.funds("ana"), "accepted": accepted} == expected


@given("seat_status")
def test_case_seat_status(case: Any, expected: Any) -> None:
    mark = SAT_OUT if case["sat_out_last_round"] else PLAYED if case["had_bet_last_round"] else ""
    if case[
        "bet_failed"
    ]:  # stakes are taken when accepted, so none can fail at the close; the rule is there all the same
        assert expected["seated"] == betting.may_sit_out(mark, bet_failed=True)
        return
    newcomer = not mark
    wallets = {"ana": case["balance_at_round_start"], "fay": 100}
    table = play(
        "", wallets, types={"ana": case["account"]}, then=["TC"] * 4,
        seated=() if newcomer else [Seated(3, "ana", (mark,))], **{**SMALL, "min_seat": case["min_seat_bet"]},
    )  # fmt: skip
    table.open()
    if newcomer and case["account"] == "real":
        table.send(Sit("ana", 3))
    seated = 3 in table.rules.seats(table.state)
    if seated:
        table.bet("fay", 3, "behind", 50)
        if case["bet_at_countdown_end"]:
            table.bet("ana", 3, "seat", case["bet_at_countdown_end"])
        table.send(CloseBetting())
    plays = any(hand.seat == 3 for hand in table.state.hands)
    refunded = {bet.player for bet, result in table.book.closed if result.outcome == "refunded"}
    assert not seated or plays != ("fay" in refunded)
    found = {"seated": 3 in table.rules.seats(table.state), "plays": plays, "refund_side_money": not plays}
    assert found == expected


@given("burn")
def test_case_burn(case: Any, expected: Any) -> None:
    burned = dealer.burn(case["first_card"])
    assert {"burned": burned, "removed_in_total": burned + 1} == expected
