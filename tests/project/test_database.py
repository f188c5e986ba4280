"""The test database itself: the two roles, and what the application's role may not do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.db import ProgrammingError, connections, transaction

pytestmark = pytest.mark.database


def role(alias: str) -> str:
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT current_user::text")
        return str(cursor.fetchone()[0])


def test_each_alias_has_its_role() -> None:
    assert role("default") == "wagering_app"
    assert role("owner") == "wagering_owner"


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE intruder (id int)", "TRUNCATE auth_group CASCADE", "ALTER TABLE auth_group ADD COLUMN x int"],
)
def test_the_application_does_not_own_its_tables(statement: str) -> None:
    with pytest.raises(ProgrammingError), transaction.atomic(), connections["default"].cursor() as cursor:
        cursor.execute(statement)


def test_the_application_writes_ordinary_tables(run_id: str) -> None:
    from django.contrib.auth.models import User

    user = User.objects.create_user(f"user-{run_id}")
    assert User.objects.filter(pk=user.pk).exists()


def test_a_child_process_sees_the_same_database(run_id: str, child_env: Mapping[str, str], root: Path) -> None:
    from django.contrib.auth.models import Group

    Group.objects.create(name=f"group-{run_id}")
    code = f"from django.contrib.auth.models import Group; assert Group.objects.filter(name='group-{run_id}').exists()"
    command = [sys.executable, str(root / "manage.py"), "shell", "--no-imports", "-c", code]
    done = subprocess.run(command, env=child_env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_no_model_has_changed_without_its_migration(child_env: Mapping[str, str], root: Path) -> None:
    command = [sys.executable, str(root / "manage.py"), "makemigrations", "--check", "--dry-run"]
    done = subprocess.run(command, env=child_env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
