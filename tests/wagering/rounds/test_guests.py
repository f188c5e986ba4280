"""Whose money may be at a table, and how fresh what the rules are told about it is."""

from __future__ import annotations

import pytest

from games.catalog import SAMPLES
from tests.support.house import House
from wagering.rounds import commands as r
from wagering.rounds.queries import current, seats
from wagering.tables.commands import MountShoe, OpenTable
from wagering.wallet import cache
from wagering.wallet.commands import Deposit, OpenWallet, Withdraw

pytestmark = pytest.mark.database
GAME = "royal_9k@1"


def opened(house: House) -> str:
    table, options = house.id("G"), SAMPLES[GAME].table_options("virtual", 100, {})
    command = OpenTable(table=table, operator=house.run, game=GAME, currency="USD", options=options, clock="session x")
    house.must(f"operator:{house.run}", command)
    return table


@pytest.mark.parametrize(
    ("operator", "currency", "code"), [("other", "USD", "unknown_account"), ("", "EUR", "wrong_currency")]
)
def test_a_wallet_of_another_ledger_takes_no_seat(operator: str, currency: str, code: str, run_id: str) -> None:
    """A pot lies in one ledger; who sits without being able to stake keeps everybody else from playing."""
    house = House(run_id)
    table, player, operator = opened(house), house.id("zoe"), operator or run_id
    wallet = OpenWallet(player=player, account_type="real", currency=currency, operator=operator, deposit=100_000)
    house.must(f"operator:{operator}", wallet)
    assert house.sit(table, player, 1).code == code
    assert seats(table) == {}


def test_money_that_came_through_another_process_counts(run_id: str) -> None:
    """The rules look at a balance without moving it: what this process remembers of it must still be so."""
    house = House(run_id)
    table, players = opened(house), [house.player(f"P{seat}", 1_000) for seat in (1, 2, 3)]
    for seat, player in enumerate(players, 1):
        assert house.sit(table, player, seat).accepted
    house.must(f"operator:{run_id}", Withdraw(player=players[0], amount=1_000))
    poor = cache.get(players[0])
    assert poor is not None
    house.must(f"operator:{run_id}", Deposit(player=players[0], amount=5_000))
    cache.put(poor)
    house.must(f"studio:{table}", MountShoe(table=table, shoe=f"{table}.S", source="virtual"))
    house.must(f"studio:{table}", r.OpenRound(table=table, round=f"{table}.R", dealer=1))
    assert seats(table) == dict(enumerate(players, 1))
    assert {playing.player for playing in current(table).history[0].seats} == set(players)
