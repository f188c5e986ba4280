"""What was paid is taken back, corrected and paid again: to the unit, once, and never from money that is not there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.support.house import House
from tests.support.invariants import violations
from wagering.eventstore.read import read_stream
from wagering.eventstore.session import execute as sql
from wagering.rounds.commands import CorrectCard, VoidRound
from wagering.wallet.commands import AskWithdrawal, PayWithdrawal, Withdraw

pytestmark = pytest.mark.database

BOTH: Mapping[str, str] = {"supervisor": "maya", "second": "omar"}


def purse(player: str) -> tuple[int, int, int]:
    """Cash, withdrawing, receivable."""
    rows = sql("SELECT code, balance FROM wallet_account WHERE owner = %b::text", (player,)).fetchall()
    found = dict(rows)
    return found["player"], found["withdrawing"], found["receivable"]


def won(house: House, name: str = "T") -> tuple[str, str, str]:
    """The player has staked 1,000 of his 100,000 and got 2,000 for 19 against 18."""
    table, player, round_id = house.seated_round(name, "TH", "TS", "9H", "8D")
    assert house.act(table, player, "stand").accepted
    assert purse(player) == (101_000, 0, 0)
    return table, player, round_id


def void(house: House, table: str, round_id: str) -> str:
    command = VoidRound(table=table, round=round_id, reason="MISSCAN", **BOTH)
    return house.send("supervisor:maya", command).code


def correct(house: House, table: str, round_id: str, draw: int, card: str) -> str:
    command = CorrectCard(
        table=table, round=round_id, shoe=f"{table}.S", draw=draw, card=card, reason="MISSCAN", **BOTH
    )
    return house.send("supervisor:maya", command).code


def test_a_late_void_takes_the_winnings_and_gives_the_stake_once(run_id: str) -> None:
    house = House(run_id)
    table, player, round_id = won(house)
    assert void(house, table, round_id) == ""
    assert purse(player) == (100_000, 0, 0)
    assert void(house, table, round_id) == "already_void"
    assert purse(player) == (100_000, 0, 0)
    assert violations(run_id) == []


@pytest.mark.parametrize(
    ("left", "waiting", "after"),
    [(1_000, 0, (0, 0, 0)), (999, 0, (0, 0, 1)), (0, 0, (0, 0, 1_000)), (400, 500, (0, 0, 100)),
     (400, 700, (100, 0, 0)), (1_000, 500, (0, 500, 0))],
)  # fmt: skip
def test_what_the_balance_does_not_cover(left: int, waiting: int, after: tuple[int, int, int], run_id: str) -> None:
    """Cash first, then a withdrawal that waits, whole; the rest is owed, and cash is never negative."""
    house = House(run_id)
    table, player, round_id = won(house)
    cashier = f"operator:{run_id}"
    if waiting:
        house.must(cashier, AskWithdrawal(player=player, withdrawal="w", amount=waiting))
    house.must(cashier, Withdraw(player=player, amount=101_000 - waiting - left))
    before = purse(player)
    assert void(house, table, round_id) == ""
    assert purse(player) == after
    assert before[0] + before[1] - before[2] - 1_000 == after[0] + after[1] - after[2]
    paid = house.send(cashier, PayWithdrawal(player=player, withdrawal="w")).code
    assert paid == ("" if after[1] else "unknown_withdrawal")
    assert violations(run_id) == []


def test_corrected_and_corrected_back_is_as_before(run_id: str) -> None:
    """19 against 18 becomes 18 against 18 and 19 again: player, handle and returns end where they were."""
    house = House(run_id)
    table, player, round_id = won(house)
    start, drawn = accounts(round_id), draw_of(round_id, "9H")
    assert correct(house, table, round_id, drawn, "8H") == ""
    assert purse(player) == (100_000, 0, 0)
    assert correct(house, table, round_id, drawn, "9H") == ""
    assert (purse(player), accounts(round_id)) == ((101_000, 0, 0), start)
    assert void(house, table, round_id) == ""
    assert correct(house, table, round_id, drawn, "8H") == "already_void"
    assert purse(player) == (100_000, 0, 0)
    assert violations(run_id) == []


def test_a_round_before_the_last_one(run_id: str) -> None:
    """Remedies reach back while the next round runs and its money is on the table."""
    house = House(run_id)
    table, player, round_id = won(house)
    house.open(table, "R2")
    assert house.bet(table, player, 3, 2_000).accepted
    assert correct(house, table, round_id, draw_of(round_id, "9H"), "7H") == ""
    assert purse(player) == (97_000, 0, 0)
    assert void(house, table, round_id) == ""
    assert purse(player) == (98_000, 0, 0)
    assert house.close_bets(table).accepted
    house.deal(table, "TH", "TS", "9H", "8D")
    assert house.act(table, player, "stand").accepted
    assert purse(player) == (102_000, 0, 0)
    assert violations(run_id) == []


def test_a_card_of_a_shoe_that_was_changed_since(run_id: str) -> None:
    """It is corrected in that shoe's own stream, behind its end."""
    house = House(run_id)
    table, player, round_id = won(house)
    house.shoe(table, "S2")
    draw = draw_of(round_id, "9H")
    assert correct(house, table, round_id, draw, "7H") == ""
    assert purse(player) == (99_000, 0, 0)
    names = [event.name for event in read_stream(f"shoe/{table}.S")]
    assert names[-2:] == ["shoe.retired@1", "shoe.draw_corrected@1"]
    assert violations(run_id) == []


def draw_of(round_id: str, card: str) -> int:
    row = sql("SELECT draw FROM tables_draw WHERE round = %b::text AND card = %b::text", (round_id, card)).fetchone()
    assert row is not None
    return int(row[0])


def accounts(round_id: str) -> dict[str, int]:
    """What the round has moved on each account."""
    rows = sql("""SELECT e.account, sum(e.amount)::bigint FROM wallet_entry e JOIN wallet_journal j ON j.id = e.journal
                  WHERE j.correlation = %b::text GROUP BY 1""", (round_id,)).fetchall()  # fmt: skip
    return dict(rows)
