"""The embedded server under rough handling: killed, unreaped, started by many at once, its folder taken away."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from wagering.project import embedded_binaries, embedded_postgres
from wagering.project.database import provision
from wagering.project.embedded_postgres import Server, ServerError

pytestmark = [pytest.mark.xdist_group("embedded_postgres"), pytest.mark.timeout(240)]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path / "pg", {"shared_buffers": "16MB"})
    yield made
    made.stop()
    shutil.rmtree(made.socket_folder, ignore_errors=True)


def query(server: Server, statement: str) -> object:
    with psycopg.connect(server.url("postgres", "postgres"), autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None


def postmaster(server: Server) -> int:
    return int((server.base / "data" / "postmaster.pid").read_text().split("\n")[0])


def wait_until_gone(pid: int) -> None:
    until = time.monotonic() + 30
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE and time.monotonic() < until:
        time.sleep(0.05)


def test_a_restart_keeps_the_data(server: Server) -> None:
    server.ensure()
    query(server, "CREATE TABLE kept AS SELECT 7 AS n")
    server.stop()
    assert not server.running()
    server.ensure()
    assert query(server, "SELECT n FROM kept") == 7


def test_provisioning_runs_once_and_makes_both_roles(server: Server) -> None:
    calls: list[int] = []

    def once() -> None:
        calls.append(1)
        provision(server, "wagering", "wagering_broker")

    for _ in range(3):
        server.ensure(once)
    assert len(calls) == 1
    with psycopg.connect(server.url("wagering_app", "wagering_broker")) as connection:
        assert connection.execute("SELECT pgmq.create('tried')").fetchone() is not None


def test_a_killed_server_comes_back_with_every_acknowledged_commit(server: Server) -> None:
    server.ensure()
    query(server, "CREATE TABLE log (n int)")
    acknowledged = 0
    killed = postmaster(server)
    with psycopg.connect(server.url("postgres", "postgres"), autocommit=True) as connection:
        for n in range(200):
            connection.execute("INSERT INTO log VALUES (%s)", [n])
            acknowledged += 1
        os.kill(killed, signal.SIGKILL)
    # At once, while its children may still be ending and nobody has reaped it.
    server.ensure()
    assert postmaster(server) != killed
    assert query(server, "SELECT count(*) FROM log") == acknowledged


def test_a_killed_server_that_nobody_reaps_does_not_block_the_start(server: Server, root: Path) -> None:
    """The server's parent here never waits for it, so its process number stays taken after the kill."""
    code = textwrap.dedent(
        """
        import ctypes, sys, time
        from pathlib import Path
        ctypes.CDLL(None).prctl(36, 1)  # the server becomes this process's child when pg_ctl ends
        from wagering.project.embedded_postgres import Server
        Server(Path(sys.argv[1]), {"shared_buffers": "16MB"}).ensure()
        print("ready", flush=True)
        time.sleep(600)
        """
    )
    if sys.platform != "linux":
        code = code.replace("ctypes.CDLL(None).prctl(36, 1)", "None")
    command = [sys.executable, "-c", code, str(server.base)]
    parent = subprocess.Popen(command, cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, stdout=subprocess.PIPE)
    try:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        killed = postmaster(server)
        os.kill(killed, signal.SIGKILL)
        wait_until_gone(killed)
        if sys.platform == "linux":
            assert psutil.Process(killed).status() == psutil.STATUS_ZOMBIE
        server.ensure()
        assert query(server, "SELECT 1") == 1
        assert postmaster(server) != killed
    finally:
        parent.kill()
        parent.wait()


def test_many_processes_at_once_make_one_server(server: Server, root: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from wagering.project.embedded_postgres import Server;"
        "Server(Path(sys.argv[1]), {'shared_buffers': '16MB'}).ensure()"
    )
    command = [sys.executable, "-c", code, str(server.base)]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    children = [subprocess.Popen(command, cwd=root, env=environment, stderr=subprocess.PIPE) for _ in range(6)]
    outcomes = [child.communicate(timeout=120)[1] for child in children]
    assert [child.returncode for child in children] == [0] * 6, outcomes
    assert query(server, "SELECT 1") == 1


def test_an_interrupted_making_is_made_anew(server: Server) -> None:
    (server.base / "data.tmp").mkdir(parents=True)
    (server.base / "data.tmp" / "PG_VERSION").write_text("18\n")
    (server.base / "data").mkdir()
    server.ensure()
    assert query(server, "SELECT 1") == 1


def test_a_server_whose_folder_was_deleted_is_replaced(server: Server) -> None:
    server.ensure()
    query(server, "CREATE TABLE old (n int)")
    orphan = postmaster(server)
    shutil.rmtree(server.base / "data")
    server.ensure()
    assert postmaster(server) != orphan
    assert query(server, "SELECT to_regclass('old')") is None
    wait_until_gone(orphan)
    assert not psutil.pid_exists(orphan) or psutil.Process(orphan).status() == psutil.STATUS_ZOMBIE


def test_another_version_s_data_is_left_alone(server: Server) -> None:
    data = server.base / "data"
    data.mkdir(parents=True)
    (data / "PG_VERSION").write_text("9\n")
    with pytest.raises(ServerError, match="made by PostgreSQL 9"):
        server.ensure()
    assert (data / "PG_VERSION").read_text() == "9\n"
    shutil.rmtree(data)


def test_a_socket_folder_that_others_can_enter_is_refused(server: Server) -> None:
    server.socket_folder.mkdir(mode=0o755)
    server.socket_folder.chmod(0o755)
    with pytest.raises(ServerError, match="0700"):
        server.ensure()


def test_the_server_listens_on_its_socket_only(server: Server) -> None:
    server.ensure()
    assert query(server, "SHOW listen_addresses") == ""
    assert query(server, "SHOW synchronous_commit") == "on"
    sockets = psutil.Process(postmaster(server)).net_connections(kind="inet")
    assert not [socket for socket in sockets if socket.status == psutil.CONN_LISTEN]
    assert server.socket_folder.stat().st_mode & 0o077 == 0


def test_root_without_namespaces_uses_nobody(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that forbids user namespaces. Only root needs it; everyone else is its own account."""
    if os.geteuid() != 0:
        assert embedded_binaries.account().prefix == ()
        return
    nobody = embedded_binaries.Account(embedded_binaries.AS_NOBODY, embedded_binaries.NOBODY)
    monkeypatch.setattr(embedded_postgres, "account", lambda: nobody)
    try:
        server.ensure()
        server.stop()
        server.ensure()
        with psycopg.connect(server.url("postgres", "postgres")) as connection:
            pid = connection.info.backend_pid
            assert psutil.Process(pid).uids().real == embedded_binaries.NOBODY
        server.stop()
    finally:
        for left in Path("/var/tmp").glob(f"{server.socket_folder.name}-*"):
            shutil.rmtree(left)


def test_missing_programs_are_said_in_words(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PG_BIN", str(tmp_path))
    with pytest.raises(ServerError, match="no initdb"):
        server.ensure()
    monkeypatch.delenv("PG_BIN")
