"""Fixtures of the whole suite. No pytest-django: events are immutable, so nothing is flushed and tests use unique ids.

One PostgreSQL server in `var/test-pg` serves every process; each has a fresh database, copied from a migrated
template. Tests see it through Django's alias `default` as the application's role; `owner` owns the tables.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path

import django
import pytest

from tests.support import databases

NAME = databases.name_of_this_process()

# Before Django reads its settings. Children inherit them, so a subprocess works on the same database.
os.environ["DJANGO_SETTINGS_MODULE"] = "wagering.project.settings"
os.environ["WAGERING_ENV"] = "development"
os.environ["DATABASE_URL"] = databases.SERVER.url("wagering_app", NAME)
os.environ["DATABASE_OWNER_URL"] = databases.SERVER.url("wagering_owner", NAME)
os.environ["CELERY_BROKER_URL"] = "memory://"
# Playwright's synchronous interface keeps an event loop in the thread that also uses the ORM.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
for name in ("DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_POOL_SIZE", "DATABASE_CONN_MAX_AGE"):
    os.environ.pop(name, None)

django.setup()


def pytest_configure(config: pytest.Config) -> None:
    """Users are made by the dozen; the real hasher takes a third of a second for each."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The mark `database` means the fixture of that name."""
    for item in items:
        if item.get_closest_marker("database"):
            item.fixturenames.insert(0, "database")  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """A fresh, migrated database for this process; the value is its name. Dropped at the end."""
    from django.db import connections

    with databases.server_in_use():
        databases.create(NAME)
        yield NAME
        connections.close_all()
        databases.drop(NAME)


@pytest.fixture(scope="session")
def broker_url(database: str) -> Iterator[str]:
    """A database with queues for tests that start real workers: a value for CELERY_BROKER_URL."""
    name = f"{database}_broker"
    yield databases.create_broker(name)
    databases.drop(name)


@pytest.fixture(scope="session")
def child_env(database: str) -> Mapping[str, str]:
    """Environment for child processes that work on this process's test database; add `broker_url` if they need one."""
    return {**os.environ, "PYTHONPATH": str(databases.ROOT), "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return databases.ROOT


@pytest.fixture
def run_id() -> str:
    """Twelve characters that no other test has: put them into every id that a test makes up."""
    return uuid.uuid4().hex[:12]
