"""Each invariant holds over a played evening, and is broken by a fault planted for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.core.management import call_command

from audit.management.commands import audit_reconcile
from audit.management.commands.audit_reconcile import CHECKS
from audit.reconcile.check import Verdict, run

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("audit")]

Owner = psycopg.Connection[tuple[Any, ...]]

EVENT = "position = (SELECT position FROM eventstore_event WHERE name = '{}' ORDER BY position LIMIT 1)"
ENTRY = "id = (SELECT min(id) FROM wallet_entry WHERE account LIKE '%:player/%')"
JOURNAL = "(SELECT min(id) FROM wallet_journal)"
PLAYER = "account = (SELECT min(account) FROM wallet_account WHERE code = 'player' AND balance > 0)"
ESCROW = "id = (SELECT min(id) FROM wallet_entry WHERE account LIKE '%:escrow/%')"
BET = "id = (SELECT min(id) FROM wallet_bet WHERE status = 'settled')"
ADJUSTED = EVENT.format("wallet.round_adjusted@1")

# What is wrong with the evening -> the invariants that must say so, by the beginning of their text.
FAULTS = {
    f"UPDATE wallet_entry SET amount = amount + 1 WHERE {ENTRY}": (
        "Each journal sums to zero", "Each ledger sums to zero", "Stored balance = sum", "Each entry is what",
    ),
    f"UPDATE wallet_entry SET ledger = regexp_replace(ledger, 'USD', 'EUR') WHERE {ENTRY}": (
        "One currency", "Each entry has a journal",
    ),
    f"DELETE FROM wallet_journal WHERE id = {JOURNAL}": ("Each entry has a journal",),
    f"DELETE FROM wallet_entry WHERE journal = {JOURNAL}": ("Each entry has a journal", "Each entry is what"),
    f"UPDATE wallet_account SET balance = balance + 1 WHERE {PLAYER}": (
        "Stored balance = sum", "Stored balance = replay",
    ),
    f"DELETE FROM wallet_account WHERE {PLAYER}": ("Stored balance = sum", "Stored balance = replay"),
    f"UPDATE wallet_entry SET amount = amount * 2 WHERE journal = {JOURNAL}": ("Each entry is what",),
    f"INSERT INTO wallet_entry SELECT id + 1000000, journal, ledger, account, x * amount FROM wallet_entry,"
    f" unnest(ARRAY[1, -1]) WITH ORDINALITY u (x, n) WHERE {ENTRY} AND n = 1": ("Each journal sums to zero",),
    f"UPDATE wallet_account SET balance = -1 WHERE {PLAYER}": ("No stored balance is below zero",),
    "UPDATE eventstore_event SET body = '{\"amount\":1}' WHERE " + EVENT.format("wallet.deposited@1"): (
        "No wallet was below zero", "Stored balance = replay",
    ),
    f"UPDATE wallet_entry SET amount = -amount WHERE {ESCROW}": (
        "No escrow was below zero", "Escrow and pots of a closed", "The escrow of each round", "The open liability",
    ),
    "UPDATE eventstore_event SET body = '{\"amount\":1.5}' WHERE " + EVENT.format("wallet.deposited@1"): (
        "Amounts of events",
    ),
    "UPDATE eventstore_event SET body = '{\"amount\":0}' WHERE " + EVENT.format("wallet.deposited@1"): (
        "Amounts of events",
    ),
    "UPDATE eventstore_event SET body = '{\"amount\":2000000000000000}' WHERE " + EVENT.format("wallet.deposited@1"): (
        "Amounts of events",
    ),
    "UPDATE eventstore_event SET name = 'wallet.gift@1' WHERE " + EVENT.format("wallet.deposited@1"): (
        "Amounts of events",
    ),
    f"UPDATE wallet_entry SET amount = 0 WHERE journal = {JOURNAL}": ("No entry of zero",),
    "DELETE FROM dispatch_receipt WHERE key = (SELECT min(command) FROM eventstore_event)": ("The events of a key",),
    "UPDATE eventstore_event SET actor = 'player:eve' WHERE position = 5": ("The events of a key",),
    "UPDATE eventstore_event SET occurred_at = now() WHERE position = (SELECT max(position) FROM eventstore_event"
    " WHERE command = (SELECT command FROM eventstore_event GROUP BY command HAVING count(*) > 1 LIMIT 1))": (
        "The events of a key",
    ),
    f"UPDATE wallet_journal SET position = position + 1 WHERE id = {JOURNAL}": ("Each journal belongs",),
    f"UPDATE wallet_journal SET kind = 'wallet.gift' WHERE id = {JOURNAL}": ("Each journal belongs",),
    f"UPDATE dispatch_receipt SET accepted = false WHERE key = {JOURNAL}": (
        "A refusal has written nothing", "The events of a key", "Each journal belongs",
    ),
    "INSERT INTO eventstore_event SELECT position + 1000000, stream, version + 100000, name, actor, command,"
    " correlation, occurred_at, recorded_at, body, hash FROM eventstore_event WHERE "
    + EVENT.format("wallet.bet_settled@1"): ("Each bet was opened, and settled",),
    "DELETE FROM eventstore_event WHERE name = 'wallet.bet_placed@1' AND body::jsonb ->> 'bet' ="
    f" (SELECT id FROM wallet_bet WHERE {BET})": ("Each bet was opened, and settled",),
    "UPDATE eventstore_event SET body = regexp_replace(body, '\"returned_before\":(\\d+)',"
    f" '\"returned_before\":\\17') WHERE {ADJUSTED}": ("Late remedies begin", "A late remedy moves"),
    "DELETE FROM eventstore_event WHERE " + EVENT.format("wallet.bet_settled@1"): (
        "Each bet of a closed round", "The board of each bet",
    ),
    f"UPDATE wallet_bet SET status = 'refunded' WHERE {BET}": ("Each bet of a closed round", "The board of each bet"),
    f"UPDATE wallet_bet SET stake = stake + 1 WHERE {BET}": ("The stake of each bet",),
    f"DELETE FROM wallet_bet WHERE {BET}": ("The stake of each bet",),
    f"UPDATE wallet_bet SET returned = returned + 1 WHERE {BET}": ("The board of each bet",),
    f"UPDATE wallet_bet SET status = 'open' WHERE {BET}": ("The escrow of each round", "The open liability"),
    "UPDATE rounds_round SET status = 'running' WHERE id = (SELECT min(id) FROM rounds_round)": (
        "The board of each round",
    ),
    f"UPDATE eventstore_event SET body = regexp_replace(body, '\"net\":', '\"net\":7') WHERE {ADJUSTED}": (
        "A late remedy moves",
    ),
    f"UPDATE eventstore_event SET body = 'no json' WHERE {ADJUSTED}": ("A late remedy moves",),
}  # fmt: skip


def verdicts(owner: Owner) -> list[Verdict]:
    return run(owner, CHECKS, lambda _: None)


def broken(owner: Owner) -> set[str]:
    return {verdict.what for verdict in verdicts(owner) if verdict.wrong}


def test_a_played_evening_holds_every_invariant(owner: Owner) -> None:
    found = verdicts(owner)
    assert [verdict for verdict in found if verdict.wrong] == []
    assert all(verdict.checked for verdict in found)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(owner: Owner, fault: str) -> None:
    assert owner.execute(fault).rowcount > 0  # type: ignore[arg-type]
    told = broken(owner)
    for beginning in FAULTS[fault]:
        assert any(what.startswith(beginning) for what in told), beginning


def test_every_invariant_has_a_fault() -> None:
    beginnings = {beginning for told in FAULTS.values() for beginning in told}
    assert [check.what for check in CHECKS if not any(check.what.startswith(each) for each in beginnings)] == []


def test_the_offender_is_named(owner: Owner) -> None:
    owner.execute(f"UPDATE wallet_bet SET returned = returned + 1 WHERE {BET}")  # type: ignore[arg-type]
    (bet,) = owner.execute(f"SELECT id FROM wallet_bet WHERE {BET}").fetchone() or ("",)  # type: ignore[arg-type]
    (found,) = [verdict for verdict in verdicts(owner) if verdict.wrong]
    assert found.wrong == 1
    assert found.offenders[0].startswith(f"{bet}: board settled ")


def test_the_command(owner: Owner, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def damaged() -> Iterator[Owner]:
        yield owner

    monkeypatch.setattr(audit_reconcile, "snapshot", damaged)
    call_command("audit_reconcile")
    assert "Every invariant holds" in capsys.readouterr().out
    owner.execute(f"UPDATE wallet_account SET balance = balance + 1 WHERE {PLAYER}")  # type: ignore[arg-type]
    with pytest.raises(SystemExit) as end:
        call_command("audit_reconcile", "--json")
    assert end.value.code == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["ok"]
    assert sum(each["wrong"] for each in told["invariants"]) == 2
    with pytest.raises(SystemExit):
        call_command("audit_reconcile")
    assert "1 wrong" in capsys.readouterr().out
