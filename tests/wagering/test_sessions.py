"""Recorded sessions through the real command pipeline come out exactly as written in them.

``WAGERING_WHOLE_SESSIONS=1`` plays the long ones to their end instead of their beginning.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.support.compare import differences
from tests.support.invariants import violations
from tests.support.sessions import lines_of, played, shortened, unpacked
from wagering.demo.session_player import Player, Progress, start
from wagering.eventstore.session import execute as sql
from wagering.rounds import cache as rounds
from wagering.wallet import cache as wallets

pytestmark = pytest.mark.database

OTHERS = ("royal_9k", "royal_blackjack", "thirty_one", "kozel")
WHOLE = ("example", "deluxe_blackjack_tour", "deluxe_blackjack_odd_jpy", *(f"{game}_tour" for game in OTHERS))
LONG = (
    "deluxe_blackjack_odd",
    "deluxe_blackjack_odd_mmk",
    "deluxe_blackjack_busy",
    *(f"{game}_busy" for game in OTHERS),
)
SHORT = None if os.environ.get("WAGERING_WHOLE_SESSIONS") else 1_200


def without_unexpected(lines: list[dict[str, Any]], result: dict[str, Any]) -> dict[str, Any]:
    """A session broken off knows nothing of the rounds still running at its end, nor of the totals."""
    known = {line["round"] for line in lines if line["kind"] == "expect" and "status" in line}
    result["rounds"] = {name: status for name, status in result["rounds"].items() if name in known}
    result["bets"] = {name: bet for name, bet in result["bets"].items() if name.partition("/")[0] in known}
    return {**result, "totals": []}


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_session(name: str, run_id: str) -> None:
    lines = lines_of(name)
    assert differences(lines, played(lines, run_id)) == []
    assert violations(run_id) == []


@pytest.mark.parametrize("name", LONG)
@pytest.mark.timeout(600)
def test_a_long_session(name: str, run_id: str) -> None:
    lines = lines_of(name) if SHORT is None else shortened(lines_of(name), SHORT)
    result = played(lines, run_id)
    assert differences(lines, result if SHORT is None else without_unexpected(lines, result)) == []
    assert violations(run_id) == []


def test_every_line_sent_twice_and_nothing_remembered(run_id: str) -> None:
    """The same file a second time under the same name is all replays; forgetting caches changes nothing."""
    lines = lines_of("example")
    first = played(lines, run_id)
    rounds.clear()
    wallets.clear()
    again = played(lines, run_id)
    assert {**again, "balances": {}, "seats": {}, "views": {}} == {**first, "balances": {}, "seats": {}, "views": {}}
    assert violations(run_id) == []


def test_the_comparer_finds_what_differs(run_id: str) -> None:
    lines = lines_of("example")
    result = played(lines, run_id)
    bet = next(iter(result["bets"]))
    spoiled = json.loads(json.dumps(result))
    spoiled["bets"][bet]["returned"] += 1
    spoiled["refusals"] = {}
    spoiled["totals"][0]["escrow"] = False
    spoiled["rounds"]["r99"] = "settled"
    found = "\n".join(differences(lines, spoiled))
    assert len(found.splitlines()) == 4
    assert all(word in found for word in (bet, "refusal of line", "totals of", "round r99"))


BACKLOG = """INSERT INTO integrations_outbox
    (command, kind, correlation, first_position, last_position, created_at, attempts)
    SELECT 'backlog', 'test', '', n, n, clock_timestamp(), 0 FROM generate_series(1, 2000) n"""


@contextmanager
def worker(env: Mapping[str, str], root: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker with a beat, killed at the end."""
    words = ["-A", "wagering.project", "worker", "--pool", "threads", "-c", "4", "-l", "INFO"]
    words += ["-B", "-s", str(log.with_suffix(".beat")), "--without-gossip", "--without-mingle"]
    with log.open("w") as output:
        command = [sys.executable, "-m", "celery", *words]
        process = subprocess.Popen(command, env=env, cwd=root, stdout=output, stderr=output, start_new_session=True)
    try:
        until = time.monotonic() + 60
        while " ready." not in log.read_text() and time.monotonic() < until:
            time.sleep(0.1)
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.timeout(170)
def test_a_worker_on_the_deadlines(
    child_env: Mapping[str, str], broker_url: str, root: Path, tmp_path: Path, run_id: str
) -> None:
    """Betting, decisions, insurance, follows and incidents end by beat, queue, worker and sweep; and no backlog of
    other messages keeps the deadlines waiting."""
    sql(BACKLOG)
    name = "deluxe_blackjack_tour"
    env = {**child_env, "CELERY_BROKER_URL": broker_url}
    with worker(env, root, tmp_path / "worker.log"):
        command = [sys.executable, "manage.py", "play_session", str(unpacked(name, tmp_path)), "--worker"]
        command += ["--run", run_id, "--json", str(tmp_path / "result.json")]
        done = subprocess.run(command, env=env, cwd=root, capture_output=True, text=True, timeout=160)
    assert done.returncode == 0, done.stderr
    assert differences(lines_of(name), json.loads((tmp_path / "result.json").read_text())) == []
    assert violations(run_id) == []


def test_a_run_broken_off_goes_on_where_it_was(run_id: str, tmp_path: Path) -> None:
    """What was observed is kept, also when the last line of it was not finished; what was sent is sent again."""
    lines, file, target = lines_of("example"), unpacked("example", tmp_path), tmp_path / "result.json"
    progress = Progress(tmp_path / "result.json.progress")
    first = Player(start(lines[0], run_id), progress=progress)
    for line in lines[1:15]:
        first.play(line)
    with (tmp_path / "result.json.progress").open("a") as kept:
        kept.write('["17", {"balan')
    call_command("play_session", str(file), "--run", run_id, "--json", str(target), "--resume")
    assert differences(lines, json.loads(target.read_text())) == []
    assert list(tmp_path.glob("*.progress")) == []
    with pytest.raises(CommandError, match="--resume needs"):
        call_command("play_session", str(file), "--resume")
    assert violations(run_id) == []
