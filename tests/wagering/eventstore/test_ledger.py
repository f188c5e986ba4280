"""The last line of money: journals sum to zero in each ledger, and no player's balance falls below zero."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, IntegrityError, connections, transaction

from wagering.wallet.models import Account, Entry

pytestmark = pytest.mark.database

BOTH = pytest.mark.parametrize("alias", ["default", "owner"])


def insert(alias: str, journal: str, *legs: tuple[str, str, int]) -> None:
    """All legs in one statement, as the command function does."""
    rows = ", ".join(["(%s, %s, %s, %s)"] * len(legs))
    values = [value for leg in legs for value in (journal, *leg)]
    with transaction.atomic(alias), connections[alias].cursor() as cursor:
        cursor.execute(f"INSERT INTO wallet_entry (journal, ledger, account, amount) VALUES {rows}", values)


@BOTH
def test_one_leg_is_refused(run_id: str, alias: str) -> None:
    with pytest.raises(DatabaseError) as caught:
        insert(alias, run_id, ("op:USD:cash", "op:USD:cash:player:ana", 100))
    assert caught.value.__cause__.sqlstate == "WG422"  # type: ignore[union-attr]
    assert not Entry.objects.filter(journal=run_id).exists()


@BOTH
@pytest.mark.parametrize("amounts", [(100, -99), (100, 100), (-1, 2, -2)])
def test_legs_that_do_not_cancel_are_refused(run_id: str, alias: str, amounts: tuple[int, ...]) -> None:
    with pytest.raises(DatabaseError):
        insert(alias, run_id, *[("op:USD:cash", f"account:{number}", amount) for number, amount in enumerate(amounts)])


@BOTH
def test_two_ledgers_do_not_balance_each_other(run_id: str, alias: str) -> None:
    with pytest.raises(DatabaseError):
        insert(alias, run_id, ("op:USD:cash", "a", 100), ("op:EUR:cash", "b", -100))


def test_a_shell_cannot_add_a_leg(run_id: str) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.create(journal=run_id, ledger="op:USD:cash", account="a", amount=1)


def test_one_bad_journal_among_good_ones_is_refused(run_id: str) -> None:
    legs = [Entry(journal=f"{run_id}-{n}", ledger="l", account="a", amount=n) for n in range(1, 50)]
    legs += [Entry(journal=f"{run_id}-{n}", ledger="l", account="b", amount=-n) for n in range(1, 49)]
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.bulk_create([*legs, Entry(journal=f"{run_id}-49", ledger="l", account="b", amount=-48)])


def test_balanced_legs_are_kept(run_id: str) -> None:
    insert("default", run_id, ("l", "a", 70), ("l", "b", 30), ("l", "c", -100), ("m", "a", 2**62), ("m", "b", -(2**62)))
    assert Entry.objects.filter(journal=run_id).count() == 5


def test_a_balance_has_a_floor(run_id: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.create(account=f"{run_id}-1", ledger="l", code="player", owner="ana", balance=-1)
    Account.objects.create(account=run_id, ledger="l", code="player", owner="ana", balance=5)
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.filter(account=run_id).update(balance=-1)
    Account.objects.filter(account=run_id).update(balance=0)
    assert Account.objects.get(account=run_id).balance == 0
