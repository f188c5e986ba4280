"""Projections rebuilt from the events: equal after an evening, unequal after damage, equal again after a swap."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from psycopg import sql

from tests.support import databases
from tests.support.following import catch_up
from tests.support.house import House
from wagering.dispatch.command import Envelope
from wagering.dispatch.pipeline import execute
from wagering.players.following import PLAYER_ROUNDS
from wagering.projector import catch_up as catch_up_module
from wagering.projector.catch_up import advance
from wagering.projector.rebuild import BrokenEventError, rebuild
from wagering.projector.shadow import BusyError
from wagering.rounds.commands import Leave, UndoBet
from wagering.wallet.commands import Deposit

Using = Callable[[str], AbstractContextManager[None]]

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("audit")]


@pytest.fixture(autouse=True)
def own_copy(evening: str, audited: str, using: Using) -> Iterator[str]:
    """A copy of the evening for each test here: swaps are committed."""
    for alias in ("default", "owner"):
        connections[alias].close()
    name = f"{evening}_copy"
    with psycopg.connect(databases.SERVER.url("postgres", "postgres"), autocommit=True) as server:
        server.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {} OWNER wagering_owner").format(*map(sql.Identifier, (name, evening)))
        )
    with using(name):
        yield name
    databases.drop(name)


def owner() -> psycopg.Connection[tuple[Any, ...]]:
    return psycopg.connect(databases.SERVER.url("wagering_owner", str(connection.settings_dict["NAME"])))


def damage(statement: str) -> None:
    with owner() as own:
        assert own.execute(statement).rowcount > 0  # type: ignore[call-overload]


def unguard(table: str) -> None:
    with owner() as own:
        own.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(sql.Identifier(table)))


DAMAGES = {
    "wallet_wallet": "UPDATE wallet_wallet SET currency = 'EUR' WHERE player = 'tour.ana'",
    "wallet_safeguard": "UPDATE wallet_safeguard SET limits = '{}', paused_until = NULL",
    "wallet_account": "UPDATE wallet_account SET balance = balance + 5 WHERE owner = 'tour.ana' AND code = 'player'",
    "wallet_bet": "DELETE FROM wallet_bet WHERE id = (SELECT min(id) FROM wallet_bet)",
    "tables_table": "UPDATE tables_table SET seats = '{}', awaits = 'nothing' WHERE id = 'tour.T1'",
    "tables_shoe": "UPDATE tables_shoe SET cut_out = NOT cut_out WHERE id = (SELECT min(id) FROM tables_shoe)",
    "tables_draw": "UPDATE tables_draw SET card = '2C' WHERE card <> '2C'",
    "rounds_round": "UPDATE rounds_round SET corrections = corrections + 1",
    "clock_deadline": "INSERT INTO clock_deadline VALUES ('table/x', 'betting', 1, now(), 'wall', NULL)",
    "incidents_incident": "UPDATE incidents_incident SET resolution = ''",
    "feed_webhook": "UPDATE feed_webhook SET version = version + 1, enabled = NOT enabled",
    "access_credential": "UPDATE access_credential SET revoked = NOT revoked, unlocked_at = now()",
    "players_playerround": "UPDATE players_playerround SET staked = staked + 1, feats = '{}' WHERE bets > 0",
}


def test_an_evening_rebuilds_to_what_is_there() -> None:
    done = rebuild()
    assert done.differences == []
    assert sum(done.counts.values()) == 0
    assert {*DAMAGES, "wallet_journal", "wallet_entry"} == set(done.rows)
    assert all(rows for table, rows in done.rows.items() if table != "clock_deadline")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), max(position) FROM eventstore_event")
        assert cursor.fetchone() == (done.events, done.position)
        cursor.execute("SELECT to_regnamespace('shadow')")
        assert cursor.fetchone() == (None,)


@pytest.mark.parametrize("table", DAMAGES)
def test_a_swap_repairs(table: str) -> None:
    damage(DAMAGES[table])
    done = rebuild()
    assert {name for name, count in done.counts.items() if count} == {table}
    assert done.differences[0].table == table
    assert len(done.differences) == min(20, done.counts[table])
    swapped = rebuild(swap=True)
    assert swapped.counts == done.counts
    assert swapped.swapped
    assert sum(rebuild().counts.values()) == 0


def test_a_bet_that_was_given_back_and_placed_anew_is_one_row() -> None:
    house = House("again")
    table, (ana, bob, cid) = house.table("T"), [house.player(name) for name in ("ana", "bob", "cid")]
    house.shoe(table)
    house.open(table)
    assert house.sit(table, ana, 3).accepted
    assert house.bet(table, bob, 3, 1_000, "behind").accepted
    assert house.bet(table, bob, 3, 1_000, "pair").accepted
    for amount in (500, 300):
        undo = UndoBet(table=table, player=bob, seat=3, bet_kind="pair")
        assert house.send(f"player:{bob}", undo).accepted
        assert house.bet(table, cid, 3, amount, "pair").accepted
        undo = UndoBet(table=table, player=cid, seat=3, bet_kind="pair")
        assert house.send(f"player:{cid}", undo).accepted
        assert house.bet(table, bob, 3, amount, "pair").accepted
    assert house.send(f"player:{ana}", Leave(table=table, player=ana)).accepted  # everything on the seat goes back
    assert house.sit(table, cid, 3).accepted
    assert house.bet(table, bob, 3, 700, "behind").accepted
    assert rebuild().differences == []
    assert house.close_bets(table).accepted
    assert rebuild().differences == []


def test_the_differing_columns_are_named() -> None:
    damage(DAMAGES["wallet_account"])
    (found,) = rebuild().differences
    assert found.columns == ("balance",)
    assert found.live is not None
    assert found.rebuilt is not None
    assert found.live["balance"] == found.rebuilt["balance"] + 5


def test_entries_are_compared_and_never_replaced() -> None:
    unguard("wallet_entry")
    damage("UPDATE wallet_entry SET amount = amount * 2 WHERE journal = (SELECT min(journal) FROM wallet_entry)")
    damage("INSERT INTO wallet_entry (journal, ledger, account, amount) VALUES ('x', 'l', 'a', 1), ('x', 'l', 'b', -1)")
    done = rebuild(swap=True)
    assert done.counts["wallet_entry"] >= 4
    assert rebuild().counts == done.counts


def test_a_claim_on_a_deadline_is_left_alone() -> None:
    damage("INSERT INTO clock_deadline VALUES ('table/x', 'betting', 1, now(), 'wall', now())")
    assert rebuild().counts["clock_deadline"] == 1


def test_a_projection_behind_the_log_is_compared_as_far_as_it_has_read() -> None:
    """Begun anew and stopped at several places; what it goes on with after a swap is what it would have been."""
    damage("DELETE FROM players_playerround")
    damage(f"DELETE FROM projector_checkpoint WHERE projection = '{PLAYER_ROUNDS.key}'")
    for stop in (1, 250, 500, 1_000, 1_500):
        read_to(stop)
        assert rebuild().counts["players_playerround"] == 0, stop
    damage("UPDATE players_playerround SET returned = returned + 1")
    assert rebuild(swap=True).counts["players_playerround"] > 0
    assert rebuild().differences == []
    catch_up(PLAYER_ROUNDS)
    assert rebuild().differences == []


def read_to(stop: int) -> None:
    """Have the projection read up to the position ``stop``, as if it were the safe one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catch_up_module, "safe_position", lambda: stop)
        advance(PLAYER_ROUNDS)


def test_an_event_that_cannot_be_read_stops_everything() -> None:
    unguard("eventstore_event")
    damage("UPDATE eventstore_event SET name = 'wallet.gift@1' WHERE position = 9")
    with pytest.raises(BrokenEventError, match=r"position 9, .*wallet\.gift@1"):
        rebuild(swap=True)
    with pytest.raises(CommandError, match="position"):
        call_command("audit_rebuild")


def test_one_rebuild_at_a_time() -> None:
    with owner() as other:
        other.execute("SELECT pg_advisory_lock(hashtextextended('projector.rebuild', 0))")
        with pytest.raises(BusyError):
            rebuild()


def test_no_wrong_figure_while_everybody_works() -> None:
    """Deposits go on through several swaps of a damaged balance; a reader sees the wrong figure or the right one, each
    of them with every deposit acknowledged until then, and never less."""
    stop, errors = threading.Event(), list[str]()
    acknowledged = [0]

    def deposit() -> None:
        try:
            while not stop.is_set():
                key = f"swap/{acknowledged[0]}"
                command = Deposit(player="tour.bo", amount=1)
                answer = execute(Envelope(key, "operator:tour", datetime.now(UTC), command))
                if not answer.accepted:
                    errors.append(answer.code)
                acknowledged[0] += 1
        finally:
            connection.close()

    def read() -> None:
        query = "SELECT balance FROM wallet_account WHERE owner = 'tour.bo' AND code = 'player'"
        try:
            while not stop.is_set():
                least = start + acknowledged[0]
                with connection.cursor() as cursor:
                    cursor.execute(query)
                    (balance,) = cursor.fetchone()
                if balance < least:
                    errors.append(f"{balance} where at least {least} was due")
        finally:
            connection.close()

    with connection.cursor() as cursor:
        cursor.execute("SELECT balance FROM wallet_account WHERE owner = 'tour.bo' AND code = 'player'")
        (start,) = cursor.fetchone()
    threads = [threading.Thread(target=deposit), threading.Thread(target=read)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            damage(DAMAGES["wallet_account"])
            assert rebuild(swap=True).counts["wallet_account"] == 1
            assert sum(rebuild().counts.values()) == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert errors == []
    assert acknowledged[0] > 0
    assert sum(rebuild().counts.values()) == 0


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("audit_rebuild")
    assert "Rebuilt from" in capsys.readouterr().out
    damage(DAMAGES["wallet_account"])
    damage(DAMAGES["wallet_bet"])
    damage(DAMAGES["clock_deadline"])
    with pytest.raises(SystemExit) as end:
        call_command("audit_rebuild")
    assert end.value.code == 1
    text = " ".join(capsys.readouterr().out.split())
    for words in ("balance is", "is missing, the events give", "follows from no event"):
        assert words in text
    with pytest.raises(SystemExit):
        call_command("audit_rebuild", "--swap", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["swapped"]
    assert not told["ok"]
    call_command("audit_rebuild", "--json")
    assert json.loads(capsys.readouterr().out)["ok"]
