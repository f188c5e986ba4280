"""The test server and its databases: one server, a migrated template, a copy for every test process."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psutil
import psycopg
from psycopg import sql

from wagering.project import database as addresses
from wagering.project.embedded_postgres import Server

ROOT: Final = Path(__file__).resolve().parent.parent.parent
VAR: Final = (ROOT / os.environ.get("WAGERING_VAR", "var")).resolve()
# Losing this server's data loses nothing, so it need not wait for the disk.
SERVER: Final = Server(VAR / "test-pg", {"fsync": "off", "full_page_writes": "off", "max_connections": "400"})


def name_of_this_process() -> str:
    """`test_wagering_<process number of the whole run>_<worker>`: two runs at the same time do not meet."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    return f"test_wagering_{os.getppid() if worker else os.getpid()}_{worker or 'main'}"


@contextmanager
def server_in_use() -> Iterator[None]:
    """The server runs inside; the last user on this machine stops it, so that nothing is left behind."""
    SERVER.base.mkdir(parents=True, exist_ok=True)
    with (SERVER.base / "users").open("w") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        SERVER.ensure(lambda: addresses.provision(SERVER, "wagering", None))
        try:
            yield
        finally:
            fcntl.flock(users, fcntl.LOCK_UN)
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            SERVER.stop()


def create(name: str) -> None:
    """Makes the database `name` from the template; makes the template first when the migrations have changed."""
    with _alone(), _connect() as connection:
        _drop_left_behind(connection)
        template = f"template_{_fingerprint()}"
        if not _exists(connection, template):
            for old in _names(connection, "template\\_%"):
                _drop(connection, old)
            unfinished = "template_unfinished"
            _create(connection, unfinished)
            _migrate(unfinished)
            rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            connection.execute(rename.format(sql.Identifier(unfinished), sql.Identifier(template)))
        _create(connection, name, template)


def create_broker(name: str) -> str:
    """Makes the database `name` with queues, owned by the application's role; its address."""
    with _alone(), _connect() as connection:
        _create(connection, name, owner=addresses.APP_ROLE)
    address = SERVER.url(addresses.APP_ROLE, name)
    addresses.install_queues(address)
    return address


def drop(name: str) -> None:
    """Drops the database `name`, whoever is still connected."""
    with _alone(), _connect() as connection:
        _drop(connection, name)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time: a template cannot be copied while another session uses it."""
    with (SERVER.base / "databases.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _connect() -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(SERVER.url("postgres", "postgres"), autocommit=True)


def _fingerprint() -> str:
    """Changes with anything that a migrated database depends on."""
    digest = hashlib.sha256((ROOT / "requirements.lock").read_bytes())
    folders = [folder for top in ("wagering", "audit") for folder in (ROOT / top).glob("**/")]
    sources = [path for folder in folders if folder.name in {"migrations", "sql"} for path in folder.iterdir()]
    sources += [ROOT / "wagering" / "project" / "privileges.py"]
    for path in sorted(sources):
        if path.suffix in {".py", ".sql"}:
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _migrate(name: str) -> None:
    owner, app = SERVER.url(addresses.OWNER_ROLE, name), SERVER.url(addresses.APP_ROLE, name)
    environment = {**os.environ, "DATABASE_URL": app, "DATABASE_OWNER_URL": owner}
    command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--database", "owner", "--verbosity", "0"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(f"Migrating the test template failed:\n{done.stdout}{done.stderr}")


def _create(
    connection: psycopg.Connection[tuple[object, ...]],
    name: str,
    template: str = "template0",
    owner: str = addresses.OWNER_ROLE,
) -> None:
    _drop(connection, name)
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {} OWNER {}")
    connection.execute(statement.format(sql.Identifier(name), sql.Identifier(template), sql.Identifier(owner)))


def _drop(connection: psycopg.Connection[tuple[object, ...]], name: str) -> None:
    connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _names(connection: psycopg.Connection[tuple[object, ...]], like: str) -> list[str]:
    query = "SELECT datname::text FROM pg_database WHERE NOT datistemplate AND datname LIKE %s"
    return [str(row[0]) for row in connection.execute(query, [like])]


def _exists(connection: psycopg.Connection[tuple[object, ...]], name: str) -> bool:
    return connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is not None


def _drop_left_behind(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """Databases of runs that were killed."""
    for name in _names(connection, "test\\_wagering\\_%"):
        run = re.match(r"test_wagering_(\d+)_", name)
        if run and not psutil.pid_exists(int(run[1])):
            _drop(connection, name)
