"""Many processes at the same moment: nothing twice, nothing lost, nobody stuck.

``WAGERING_RACES`` says how many time-outs run against actions.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.contenders import Ring, ring
from tests.support.house import House, action_of
from tests.support.invariants import violations
from wagering.dispatch.command import Envelope
from wagering.eventstore.session import execute as sql
from wagering.rounds import commands as r
from wagering.rounds import settling
from wagering.rounds.load import load_play
from wagering.wallet import commands as w

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("processes"), pytest.mark.timeout(170)]


RACES = int(os.environ.get("WAGERING_RACES", "1000"))
TABLES = 2


@pytest.fixture(scope="module")
def contenders(child_env: Mapping[str, str], root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ring]:
    with ring(child_env, root, tmp_path_factory.mktemp("ring")) as found:
        yield found


@pytest.fixture(autouse=True)
def no_deadlock(database: str) -> Iterator[None]:
    """PostgreSQL counts deadlocks; the pipeline would hide one by trying again."""
    before = deadlocks()
    yield
    assert deadlocks() == before


def deadlocks() -> int:
    sql("SELECT pg_stat_clear_snapshot()")
    row = sql("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()").fetchone()
    assert row is not None
    return int(row[0])


def codes(answers: list[Any]) -> Counter[str]:
    return Counter(answer["code"] for each in answers for answer in each)


def bet_of(house: House, table: str, player: str, amount: int, kind: str = "behind", key: str = "") -> Envelope:
    command = r.PlaceBet(table=table, player=player, seat=3, bet_kind=kind, amount=amount)
    return house.envelope(f"player:{player}", command, key)


def betting_table(house: House, name: str = "T", **options: Any) -> str:
    """A table in betting where ana sits on seat 3 with a bet."""
    table, ana = house.table(name, **options), house.player(f"{name}-ana")
    house.shoe(table)
    house.open(table)
    assert house.sit(table, ana, 3).accepted
    assert house.bet(table, ana, 3, 1_000).accepted
    return table


def placed(round_id: str) -> list[tuple[int, str, int]]:
    """Position, player and amount of the round's bet events."""
    query = """SELECT position, substr(stream, 8), (body::jsonb ->> 'amount')::bigint FROM eventstore_event
               WHERE correlation = %b::text AND name = 'wallet.bet_placed@1' ORDER BY position"""
    return sql(query, (round_id,)).fetchall()


def test_fifty_bets_on_a_balance_for_one(contenders: Ring, run_id: str) -> None:
    house = House(run_id)
    table, bob = betting_table(house), house.player("bob", 1_000)
    found = codes(contenders.race([[bet_of(house, table, bob, 1_000)] for _ in range(50)]))
    assert found == {"": 1, "insufficient_funds": 49}
    assert violations(run_id) == []


def test_one_limit_over_two_tables_and_at_the_cashier(contenders: Ring, run_id: str) -> None:
    house = House(run_id)
    tables, bob = [betting_table(house, name) for name in ("T", "U")], house.player("bob")
    for kind, amount in (("stake", 1_000), ("loss", 5_000), ("deposit", 101_000)):
        limit = w.SetLimit(player=bob, limit=kind, period="day", amount=amount)
        assert house.send(f"player:{bob}", limit).accepted
    bets = [[bet_of(house, table, bob, 100) for _ in range(2)] for table in tables * 6]
    paid = [[house.envelope(f"operator:{run_id}", w.Deposit(player=bob, amount=300))] for _ in range(6)]
    answers = contenders.race([*bets, *paid])
    assert codes(answers[: len(bets)]) == {"": 10, "limit_reached": 14}
    assert codes(answers[len(bets) :]) == {"": 3, "limit_reached": 3}
    assert violations(run_id) == []


def test_thirty_identical_requests(contenders: Ring, run_id: str) -> None:
    """One bet, thirty times the same answer; the same key with another amount is a conflict whenever it comes."""
    house = House(run_id)
    table, bob = betting_table(house), house.player("bob")
    same = [[bet_of(house, table, bob, 1_000, key=f"{run_id}/same")] for _ in range(30)]
    answers = contenders.race(same)
    assert codes(answers) == {"": 30}
    assert len({str(answer["content"]) for each in answers for answer in each}) == 1
    assert [amount for _, player, amount in placed(f"{table}.R1") if player == bob] == [1_000]
    mixed = [[bet_of(house, table, bob, 100 * n, key=f"{run_id}/mixed")] for n in (1, 2, 3) * 5]
    found = codes(contenders.race(mixed))
    assert found == {"": 5, "idempotency_conflict": 10}
    assert len([1 for _, player, _ in placed(f"{table}.R1") if player == bob]) == 2
    assert violations(run_id) == []


def test_two_thousand_bets_while_the_window_closes(contenders: Ring, run_id: str) -> None:
    """400 people, five bets each where three are allowed, from eight processes that share every one of them."""
    house = House(run_id)
    table = betting_table(house, max_behind=300)
    players = [house.player(f"p{n}", 10_000) for n in range(400)]
    bets = [bet_of(house, table, player, 100) for player in players for _ in range(5)]
    random.Random(run_id).shuffle(bets)
    close = house.envelope(f"studio:{table}", r.CloseBets(table=table))
    at = 3 * len(bets) // 4
    batches = [bets[n::8] for n in range(8)]
    batches[0].insert(at // 8, close)
    answers = contenders.race(batches)
    found = codes(answers)
    assert set(found) <= {"", "above_max", "bets_closed"}, found
    assert found["bets_closed"] > 0
    events = placed(f"{table}.R1")
    assert len(events) - 1 == found[""] - 1  # ana's own bet; the close
    closing = sql("""SELECT position FROM eventstore_event WHERE stream = %b::text
                     AND name = 'deluxe_blackjack.betting_closed@1'""", (f"round/{table}.R1",)).fetchall()  # fmt: skip
    assert len(closing) == 1
    assert max(position for position, _, _ in events) < closing[0][0]
    for player, total in Counter(dict.fromkeys(players, 0) | Counter(p for _, p, _ in events if p in players)).items():
        assert total <= 3, player
    house.deal(table, "TH", "6S", "9H", "TD")
    assert house.act(table, f"{run_id}.T-ana", "stand").accepted
    house.deal(table, "2D")
    assert load_play(table).status == "settled"
    row = sql("SELECT count(*), sum(stake) FROM wallet_bet WHERE round = %b::text AND status = 'settled'",
              (f"{table}.R1",)).fetchone()  # fmt: skip
    assert row == (len({player for _, player, _ in events}), sum(amount for _, _, amount in events))
    assert violations(run_id) == []


def test_a_thousand_time_outs_against_actions(contenders: Ring, run_id: str, tmp_path: Path) -> None:
    """At each table one process answers every decision and another lets it time out at the same moment."""
    house = House(run_id)
    specs: list[dict[str, Any]] = []
    for n in range(TABLES):
        table, slot = house.table(f"T{n}", "virtual"), tmp_path / str(n)
        slot.write_bytes(bytes(32))
        players = [house.player(f"p{n}-{seat}", 100_000_000) for seat in range(1, 8)]
        spec = {"table": table, "players": players, "races": RACES // TABLES, "slot": str(slot)}
        spec["at"] = house.now.isoformat()
        specs += [{**spec, "function": "stand_at_once"}, {**spec, "function": "let_time_run_out"}]
    found = contenders.run("either", specs)
    near, won = 0, Counter[str]()
    for n in range(TABLES):
        answered, fired = found[2 * n], found[2 * n + 1]
        by = taken_by(specs[2 * n]["table"])
        assert len(answered) == len(fired) == RACES // TABLES, (answered[:1], fired[:1])
        for (round_id, number, hand, code, sent), (fired_number, fired_at) in zip(answered, fired, strict=True):
            near += abs(sent - fired_at) <= 0.02
            assert number == fired_number
            assert code in ("", "stale_decision"), code
            winner = "silence" if code else "player"
            assert by[round_id, hand] == [winner], (round_id, hand, code)
            won[winner] += 1
    assert near > RACES * 0.9, (near, won)
    assert min(won["player"], won["silence"]) > 0, won
    assert violations(run_id) == []


def taken_by(table: str) -> dict[tuple[str, str], list[str]]:
    """Who decided each hand, in the order of the events; a silent hand's further cards are not decisions."""
    rows = sql("""SELECT substr(stream, 7), body::jsonb ->> 'seat', body::jsonb ->> 'hand', body::jsonb ->> 'by'
                  FROM eventstore_event WHERE stream LIKE %b::text AND name = 'deluxe_blackjack.action_taken@1'
                  ORDER BY position""", (f"round/{table}.%",)).fetchall()  # fmt: skip
    found: dict[tuple[str, str], list[str]] = {}
    for round_id, seat, hand, by in rows:
        who = found.setdefault((round_id, f"{seat}.{hand}"), [])
        if by not in who or by == "player":
            who.append(by)
    return found


def settled_round(house: House, name: str, bettors: list[str]) -> tuple[str, Envelope]:
    """A table, and the ``stand`` that ends its round and pays everybody."""
    table = betting_table(house, name)
    for bettor in bettors:
        assert house.bet(table, bettor, 3, 500, "behind").accepted
    assert house.close_bets(table).accepted
    house.deal(table, "TH", "TS", "9H", "8D")
    return table, house.envelope(f"player:{table}-ana", action_of(table, f"{table}-ana", "stand"))


def test_two_hundred_settlements_over_five_accounts(contenders: Ring, run_id: str) -> None:
    house, chance = House(run_id), random.Random(run_id)
    bettors = [house.player(f"b{n}") for n in range(5)]
    ends = []
    for n in range(40):
        chance.shuffle(bettors)
        ends.append(settled_round(house, f"T{n}", bettors)[1])
    chance.shuffle(ends)
    assert codes(contenders.race([ends[n::8] for n in range(8)])) == {"": 40}
    row = sql("SELECT count(*), count(DISTINCT player) FROM wallet_bet WHERE status = 'settled' AND kind = 'behind'"
              " AND player LIKE %b::text", (f"{run_id}.b%",)).fetchone()  # fmt: skip
    assert row == (200, 5)
    assert violations(run_id) == []


def test_twenty_voids_of_a_settled_round(contenders: Ring, run_id: str) -> None:
    house = House(run_id)
    bettors = [house.player(f"b{n}") for n in range(4)]
    table, end = settled_round(house, "T", bettors)
    assert house.send(end.actor, end.command).accepted
    voids = []
    for n in range(20):
        pair = {"supervisor": f"s{n % 2}", "second": f"s{1 - n % 2}"}
        command = r.VoidRound(table=table, round=f"{table}.R1", reason="MISSCAN", **pair)
        voids.append([house.envelope(f"supervisor:s{n % 2}", command)])
    assert codes(contenders.race(voids)) == {"": 1, "already_void": 19}
    query = "SELECT count(*) FROM eventstore_event WHERE correlation = %b::text AND name = 'wallet.round_adjusted@1'"
    assert sql(query, (f"{table}.R1",)).fetchone() == (5,)
    assert violations(run_id) == []


def test_four_workers_pay_one_round(contenders: Ring, run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decided with most of its bets unpaid; workers pay it in small batches over each other's feet."""
    house = House(run_id)
    bettors = [house.player(f"b{n}", 500) for n in range(150)]
    table, end = settled_round(house, "T", bettors)
    monkeypatch.setattr(settling, "BATCH", 5)
    assert house.send(end.actor, end.command).content["status"] == "decided"
    assert violations(run_id, rounds=False) == []
    contenders.run("pay_everything", [{"batch": 7}] * 4)
    assert load_play(table).status == "settled"
    assert violations(run_id) == []


def test_everything_at_once_on_one_purse(contenders: Ring, run_id: str) -> None:
    """Bets, deposits, withdrawals and supervisors' work on the same three players from six processes."""
    house, chance = House(run_id), random.Random(run_id)
    table = betting_table(house, max_behind=2_000)
    players = [house.player(f"b{n}", 3_000) for n in range(3)]
    cashier = f"operator:{run_id}"
    batches = []
    for _ in range(6):
        batch = []
        for _ in range(40):
            player = chance.choice(players)
            amount = chance.choice((100, 300, 700))
            batch.append(chance.choice((
                bet_of(house, table, player, amount), bet_of(house, table, player, amount),
                house.envelope(cashier, w.Deposit(player=player, amount=amount)),
                house.envelope(cashier, w.Withdraw(player=player, amount=amount)),
                house.envelope(cashier, w.AskWithdrawal(player=player, withdrawal=chance.choice("abc"), amount=50)),
                house.envelope(cashier, w.PayWithdrawal(player=player, withdrawal=chance.choice("abc"))),
                house.envelope(cashier, w.RefuseWithdrawal(player=player, withdrawal=chance.choice("abc"), reason="x")),
            )))  # fmt: skip
        batches.append(batch)
    found = codes(contenders.race(batches))
    wanted = {"", "insufficient_funds", "above_max", "already_exists", "unknown_withdrawal", "busy"}
    assert set(found) <= wanted, found
    assert found["busy"] < 5
    assert violations(run_id) == []
