"""The one command, as a person starts it: in a folder of its own, with a database and a broker of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil
import pytest

from wagering.project.embedded_postgres import Server

pytestmark = [pytest.mark.xdist_group("demo"), pytest.mark.timeout(240), pytest.mark.slow]

OURS = ("DATABASE_URL", "DATABASE_OWNER_URL", "CELERY_BROKER_URL")
FREE_PORTS_FROM = "18400"


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A var folder of its own; its server is stopped and its data removed at the end."""
    folder = tmp_path_factory.mktemp("var")
    yield folder
    server = Server(folder / "pg")
    server.stop()
    shutil.rmtree(server.socket_folder, ignore_errors=True)
    for left in Path("/var/tmp").glob(f"{server.socket_folder.name}-*"):
        shutil.rmtree(left, ignore_errors=True)


@pytest.fixture(scope="module")
def environment(var: Path) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**kept, "WAGERING_VAR": str(var), "PYTHONUNBUFFERED": "1"}


def demo(root: Path, *words: str) -> list[str]:
    return [sys.executable, str(root / "manage.py"), "demo", "--port", FREE_PORTS_FROM, *words]


def children_in(var: Path) -> list[psutil.Process]:
    """Processes that were started with this var folder, the database's apart."""
    found = []
    for process in psutil.process_iter(["name"]):
        try:
            mine = process.environ().get("WAGERING_VAR") == str(var)
        except psutil.Error:
            continue
        if mine and not process.info["name"].startswith("postgres") and process.status() != psutil.STATUS_ZOMBIE:
            found.append(process)
    return found


@pytest.fixture(scope="module")
def first(root: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """The first start in an empty folder makes everything, plays ten rounds and ends."""
    return play(root, environment, 10)


def play(root: Path, environment: Mapping[str, str], rounds: int) -> subprocess.CompletedProcess[str]:
    words = demo(root, "--rounds", str(rounds), "--exit")
    return subprocess.run(words, cwd=root, env=environment, capture_output=True, text=True, timeout=180)


@pytest.fixture
def running(
    root: Path, environment: Mapping[str, str], tmp_path: Path
) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A demonstration without an end, ready and at play; its output is in the file."""
    output = tmp_path / "output"
    with output.open("w") as file:
        process = subprocess.Popen(
            demo(root), cwd=root, env=environment, stdout=file, stderr=file, start_new_session=True
        )
    try:
        wait_for(output, r"ready after", process)
        yield process, output
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def wait_for(output: Path, pattern: str, process: subprocess.Popen[bytes], seconds: float = 90) -> str:
    until = time.monotonic() + seconds
    while True:
        text = output.read_text()
        if re.search(pattern, text):
            return text
        assert process.poll() is None, text
        assert time.monotonic() < until, text
        time.sleep(0.1)


def wait_until_gone(var: Path, seconds: float) -> None:
    until = time.monotonic() + seconds
    while left := children_in(var):
        assert time.monotonic() < until, left
        time.sleep(0.1)


def test_rounds_are_played_and_audited(first: subprocess.CompletedProcess[str], var: Path) -> None:
    """The exit status is the audits' verdict."""
    assert first.returncode == 0, first.stdout[-4000:] + first.stderr[-2000:]
    for account in ("admin", "maya", "auditor", "fiona"):
        assert re.search(rf"New account {account}, password \S{{12,}}", first.stdout)
    assert re.search(r"^Rounds: 10 ", first.stdout, re.MULTILINE)
    for audit in ("audit_verify", "audit_reconcile", "audit_rebuild"):
        assert f"{audit}: passes" in first.stdout
    assert len(re.findall(r"^audit_replay \S+: passes$", first.stdout, re.MULTILINE)) == 3
    assert "says next to nothing" in first.stdout
    assert "The database is stopped" in first.stdout
    assert not children_in(var)


@pytest.mark.usefixtures("first")
def test_a_second_start_continues_and_ctrl_c_ends_it(
    running: tuple[subprocess.Popen[bytes], Path], root: Path, environment: Mapping[str, str], var: Path
) -> None:
    process, output = running
    text = wait_for(output, r"\d rounds, \d+ events/s", process)
    assert "New account" not in text
    address = re.search(r"http://\S+/admin/", text)
    assert address is not None
    with urllib.request.urlopen(address[0], timeout=10) as page:  # noqa: S310  (our own server)
        assert page.status == 200
    second = subprocess.run(demo(root), cwd=root, env=environment, capture_output=True, text=True, timeout=60)
    assert second.returncode == 1
    assert f"process {process.pid}" in second.stderr
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 0
    assert "Ended." in output.read_text()
    assert "stumbled" not in output.read_text()
    assert not children_in(var)


@pytest.mark.usefixtures("first")
def test_killed_it_leaves_no_orphans_and_open_rounds_are_continued(
    running: tuple[subprocess.Popen[bytes], Path], root: Path, environment: Mapping[str, str], var: Path
) -> None:
    process, output = running
    wait_for(output, r"\d rounds, \d+ events/s", process)
    assert len(children_in(var)) >= 4
    process.kill()
    process.wait()
    wait_until_gone(var, 10)
    done = play(root, environment, 3)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert re.search(r"^Rounds: 3 ", done.stdout, re.MULTILINE)
