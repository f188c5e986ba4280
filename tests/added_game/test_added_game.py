"""A game only the tests know goes through rounds, wallet, clock and audit: one folder and one catalog line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.support import databases

pytestmark = pytest.mark.database
ROUNDS = 3


@pytest.fixture(scope="module")
def env(database: str) -> Iterator[Mapping[str, str]]:
    """A house of its own: nobody else could read the events of a game he does not know."""
    name = f"{database}_added"
    databases.create(name)
    broker = databases.create_broker(f"{name}_broker")
    yield {
        **os.environ, "PYTHONPATH": str(databases.ROOT), "DJANGO_SETTINGS_MODULE": "tests.added_game.settings",
        "DATABASE_URL": databases.SERVER.url("wagering_app", name), "CELERY_BROKER_URL": broker,
        "DATABASE_OWNER_URL": databases.SERVER.url("wagering_owner", name),
    }  # fmt: skip
    databases.drop(f"{name}_broker")
    databases.drop(name)


@pytest.fixture(scope="module")
def played(env: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[object]]:
    """What the players saw and what became of their bets, with a real worker and beat on the deadlines."""
    log = tmp_path_factory.mktemp("worker") / "worker.log"
    beat = ("-B", "-s", str(log.with_suffix(".db")))
    words = ("-A", "wagering.project", "worker", *beat, "-P", "solo", "-Q", "clock,wagering", "-l", "WARNING")
    command = [sys.executable, "-m", "celery", *words]
    with log.open("w") as out, subprocess.Popen(command, env=env, stdout=out, stderr=out) as worker:
        try:
            run = subprocess.run(
                [sys.executable, "-m", "tests.added_game.play", str(ROUNDS)],
                env=env, capture_output=True, text=True, timeout=150, check=False,
            )  # fmt: skip
        finally:
            worker.terminate()
    assert run.returncode == 0, run.stderr + log.read_text()
    found: dict[str, list[object]] = json.loads(run.stdout)
    return found


@pytest.mark.timeout(240)
def test_money_goes_through_the_pot(played: Mapping[str, list[list[object]]]) -> None:
    assert len(played["bets"]) == 3 * ROUNDS
    for number in range(ROUNDS):
        of_round = played["bets"][3 * number : 3 * number + 3]
        assert sorted(bet[0] for bet in of_round) == ["lose", "lose", "win"]  # type: ignore[type-var]
        assert sorted(bet[2] for bet in of_round) == [0, 0, 2_850]  # type: ignore[type-var]


def test_everybody_sees_his_own_card_only(played: Mapping[str, list[dict[str, dict[str, list[str]]]]]) -> None:
    for views in played["views"]:
        for seat, player in enumerate(("ana", "bo", "cy"), 1):
            assert {place for place, cards in views[player].items() if cards != ["??"]} == {f"seat{seat}"}
        assert all(cards == ["??"] for cards in views["public"].values())


@pytest.mark.parametrize(
    "command", [("audit_verify",), ("audit_replay", "r1"), ("audit_reconcile",), ("audit_rebuild",)]
)
def test_the_audit_finds_nothing(command: tuple[str, ...], played: object, env: Mapping[str, str], root: Path) -> None:
    run = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=root, env=env, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
