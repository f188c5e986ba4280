"""Production refuses unsafe settings, one by one and all together; development starts with none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wagering.project import env

SAFE = {
    "WAGERING_ENV": "production",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ALLOWED_HOSTS": "office.example",
    "DATABASE_URL": "postgresql://app@localhost/wagering",
    "DATABASE_OWNER_URL": "postgresql://owner@localhost/wagering",
    "CELERY_BROKER_URL": "amqp://localhost",
    "SHOE_SEAL_KEY": "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
    "API_SECRET": "0123456789abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
}
UNSAFE = [
    ("DEBUG", "true", "wagering.E001"),
    ("SECRET_KEY", "", "wagering.E002"),
    ("SECRET_KEY", "short", "wagering.E002"),
    ("ALLOWED_HOSTS", "", "wagering.E003"),
    ("ALLOWED_HOSTS", "*", "wagering.E003"),
    ("SECURE_COOKIES", "false", "wagering.E004"),
    ("SECURE_HSTS_SECONDS", "0", "wagering.E005"),
    ("DATABASE_URL", "", "wagering.E006"),
    ("CELERY_BROKER_URL", "", "wagering.E007"),
    ("CELERY_BROKER_URL", "memory://", "wagering.E008"),
    ("SHOE_SEAL_KEY", "", "wagering.E009"),
    ("SHOE_SEAL_KEY", "short", "wagering.E009"),
    ("API_SECRET", "", "wagering.E010"),
    ("API_SECRET", "short", "wagering.E010"),
    ("DATABASE_OWNER_URL", "", "wagering.W001"),
    ("SECURE_SSL_REDIRECT", "false", "wagering.W002"),
]


def python(root: Path, code: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs this interpreter with none of the project's variables but the given ones."""
    ours = {variable.name for variable in env.VARIABLES}
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    environment |= {"PYTHONPATH": str(root)} | {name: value for name, value in variables.items() if value}
    command = [sys.executable, *code]
    return subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, timeout=60)


def check(root: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return python(root, ["manage.py", "check", "--tag", "security", "--fail-level", "WARNING"], **variables)


def test_safe_production_has_nothing_to_say(root: Path) -> None:
    done = check(root, **SAFE)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("name", "value", "code"), UNSAFE)
def test_each_unsafe_setting_is_named(root: Path, name: str, value: str, code: str) -> None:
    done = check(root, **SAFE | {name: value})
    assert done.returncode != 0
    assert code in done.stderr or (name == "SECRET_KEY" and "SECRET_KEY" in done.stderr)


@pytest.mark.parametrize("module", ["asgi", "wsgi"])
def test_an_unsafe_web_process_does_not_start(root: Path, module: str) -> None:
    done = python(root, ["-c", f"import wagering.project.{module}"], **SAFE | {"DEBUG": "true"})
    assert done.returncode != 0
    assert "wagering.E001" in done.stderr


def test_an_unsafe_worker_does_not_start(root: Path) -> None:
    worker = ["-m", "celery", "-A", "wagering.project", "worker", "-P", "solo"]
    done = python(root, worker, **SAFE | {"DEBUG": "true"})
    assert done.returncode != 0
    assert "wagering.E001" in done.stderr


def test_development_needs_no_variable_and_starts_no_server(root: Path, tmp_path: Path) -> None:
    done = python(root, ["manage.py", "check"], WAGERING_VAR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "pg").exists()


@pytest.mark.parametrize(
    ("name", "value"), [("DEBUG", "maybe"), ("DATABASE_POOL_SIZE", "-1"), ("WAGERING_ENV", "prod")]
)
def test_a_value_that_cannot_be_read_is_named(root: Path, name: str, value: str) -> None:
    done = python(root, ["manage.py", "check"], **{name: value})
    assert done.returncode != 0
    assert f"{name} is {value!r}" in done.stderr


def test_each_variable_is_in_the_table_once() -> None:
    names = [variable.name for variable in env.VARIABLES]
    assert len(names) == len(set(names))


def test_without_an_owner_address_migrations_use_the_application_s(root: Path) -> None:
    code = "from wagering.project import database as d; assert d.owner_url() == d.app_url() == 'postgresql://x@/y'"
    assert python(root, ["-c", code], DATABASE_URL="postgresql://x@/y").returncode == 0


def test_a_pooled_process_keeps_no_connection_and_the_owner_no_pool(root: Path) -> None:
    code = (
        "from wagering.project.settings import DATABASES as d;"
        "assert d['default']['OPTIONS']['pool']['max_size'] == 4 and d['default']['CONN_MAX_AGE'] == 0;"
        "assert 'pool' not in d['owner']['OPTIONS']"
    )
    done = python(root, ["-c", code], DATABASE_POOL_SIZE="4", DATABASE_URL="postgresql://x@/y")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "rates",
    ["player=1:2", "player", "player=1", "player=a:b", "DEFAULT,guest=1:2", "DEFAULT,player=0:9",
     "DEFAULT,player=nan:9", "DEFAULT,player=1:0.5", "DEFAULT,player=1:2:3"],
)  # fmt: skip
def test_limits_of_rate_are_for_each_audience_and_let_somebody_in(rates: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("API_RATES", raising=False)
    default = ",".join(f"{audience}={rate}:{burst}" for audience, (rate, burst) in env.rates("API_RATES").items())
    monkeypatch.setenv("API_RATES", rates.replace("DEFAULT", default))
    with pytest.raises(env.InvalidVariableError, match="API_RATES"):
        env.rates("API_RATES")
