"""kill -9 at any moment of a running session: of who plays it, of the worker, of the database. In the end it is as if
nothing had happened.

``WAGERING_KILLS=100`` kills that often, over as many sessions as it takes; the suite kills a few times.
"""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import psutil
import pytest

from tests.support.compare import differences
from tests.support.forks import Nursery, nursery
from tests.support.sessions import lines_of, shortened
from wagering.project import database as addresses
from wagering.project.embedded_postgres import Server

pytestmark = [pytest.mark.xdist_group("worker"), pytest.mark.timeout(1_500)]

KILLS: Final = int(os.environ.get("WAGERING_KILLS", "6"))
LINES: Final = 800 if KILLS > 20 else 250
ME: Final = "tests.support.killing"
FORGOTTEN: Final = ("DATABASE_URL", "DATABASE_OWNER_URL", "CELERY_BROKER_URL")


class Scene:
    """The server, the fork that plays, the fork that works; each can be killed and is started again."""

    def __init__(self, server: Server, forks: Nursery, folder: Path) -> None:
        self.server, self.forks, self.folder = server, forks, folder
        self.pids: dict[str, int] = {}
        self.session = self.run = ""

    def ensure(self) -> None:
        """Everything that should run does; a process that has ended is started again."""
        self.server.ensure()
        if not alive(self.pids.get("worker")):
            log = self.folder / "worker.log"
            self.pids["worker"] = self.forks.fork(f"{ME}:work", self.folder / "beat", log)
        if not alive(self.pids.get("player")) and not self.result.exists():
            arguments = (self.session, self.run, self.result, self.folder / "player.log")
            self.pids["player"] = self.forks.fork(f"{ME}:play", *arguments)

    @property
    def result(self) -> Path:
        return self.folder / f"{self.run}.json"

    def kill(self, victim: str, chance: random.Random) -> None:
        if victim != "database":
            end(self.pids[victim])
            return
        master = psutil.Process(int((self.server.base / "data" / "postmaster.pid").read_text().split("\n")[0]))
        backends = [process for process in master.children() if chance.random() < 0.3]
        for process in backends or [master]:  # one backend killed takes all others down with it
            with suppress(psutil.NoSuchProcess):
                process.kill()

    def violations(self) -> list[str]:
        output = self.folder / f"{self.run}.look"
        self.forks.fork(f"{ME}:look", self.run, output, self.folder / "look.log")
        until = time.monotonic() + 60
        while not output.exists():
            assert time.monotonic() < until, (self.folder / "look.log").read_text()[-2_000:]
            time.sleep(0.05)
        found: list[str] = json.loads(output.read_text())
        return found


def alive(pid: int | None) -> bool:
    try:
        return pid is not None and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def end(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)  # before it has made its own group


@pytest.fixture
def scene(tmp_path: Path, root: Path) -> Iterator[Scene]:
    env = {name: value for name, value in os.environ.items() if name not in FORGOTTEN}
    env |= {"WAGERING_VAR": str(tmp_path / "var"), "PYTHONPATH": str(root), "CELERY_VISIBILITY_TIMEOUT": "5"}
    server = Server(tmp_path / "var" / "pg")
    server.ensure(lambda: addresses.provision(server, addresses.DATABASE, addresses.BROKER_DATABASE))
    modules = (ME, "wagering.project.celery", "wagering.project.wiring", "wagering.demo.session_player")
    try:
        with nursery(env, root, *modules) as forks:
            migrating = forks.fork(f"{ME}:migrate", tmp_path / "migrate.log")
            while alive(migrating):
                time.sleep(0.05)
            found = Scene(server, forks, tmp_path)
            yield found
            for pid in found.pids.values():
                end(pid)
    finally:
        server.stop()


def test_killed_at_any_moment(scene: Scene) -> None:
    seed = int(os.environ.get("WAGERING_SEED", "1"))
    chance, kills, turn = random.Random(seed), Counter[str](), 0
    lines = shortened(lines_of("deluxe_blackjack_tour"), LINES)
    file = scene.folder / "session.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    while kills.total() < KILLS:
        turn += 1
        scene.session, scene.run = str(file), f"kill{turn}"
        play_through(scene, chance, kills)
        result = json.loads(scene.result.read_text())
        assert differences(lines, whole(lines, result)) == [], (seed, turn, kills)
        assert scene.violations() == [], (seed, turn, kills)
    assert len(kills) == 3, kills


def play_through(scene: Scene, chance: random.Random, kills: Counter[str]) -> None:
    """One session to its end, with somebody killed every second or two."""
    until = time.monotonic() + 600
    victims = ["player", "worker", "database"]
    while not scene.result.exists():
        assert time.monotonic() < until, "the session does not come to its end"
        scene.ensure()
        time.sleep(chance.uniform(0.05, 2.0))
        if kills.total() < KILLS and not scene.result.exists():
            victim = victims[kills.total() % 3] if kills.total() < 3 else chance.choice(victims)
            scene.kill(victim, chance)
            kills[victim] += 1


def whole(lines: list[dict[str, Any]], result: dict[str, Any]) -> dict[str, Any]:
    """A session broken off in the file knows nothing of rounds that are still running at its end."""
    known = {line["round"] for line in lines if line["kind"] == "expect" and "status" in line}
    rounds = {name: status for name, status in result["rounds"].items() if name in known}
    bets = {name: bet for name, bet in result["bets"].items() if name.partition("/")[0] in known}
    totals = result["totals"] if lines[-1]["kind"] == "expect_totals" else []
    return {**result, "rounds": rounds, "bets": bets, "totals": totals}
