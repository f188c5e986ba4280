"""The benchmark runs and prints every figure. Ratios have a loose floor only, and nothing is timed absolutely."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support import databases

FIGURES = {
    ("playing, 1 process", "psycopg, one call a command"),
    ("playing, 1 process", "eventsourcing, events alone"),
    ("playing, 4 processes", "psycopg, one call a command"),
    ("playing, 4 processes", "eventsourcing, events alone"),
    ("settling 1,500 bets behind", "psycopg, unnest, same commits"),
    ("replay of round streams", "cursor and decoding alone"),
    ("replay of wallet streams", "cursor and decoding alone"),
    ("audit_verify", "cursor and hashlib alone"),
    ("API, 100 players", "in-process, 4 processes"),
}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("database")
def test_a_short_run_has_every_figure(child_env: Mapping[str, str], root: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    database = f"{databases.name_of_this_process()}_bench"
    command = [
        sys.executable,
        str(root / "manage.py"),
        "bench",
        "--quick",
        "--json",
        str(report),
        "--database",
        database,
    ]
    done = subprocess.run(command, env={**child_env, "LOG_LEVEL": "ERROR"}, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(report.read_text())
    figures, latencies = found["figures"], found["latencies"]
    assert {(figure["name"], figure["against"]) for figure in figures} == FIGURES
    assert [f"{figure['name']} {figure['ratio']}" for figure in figures if figure["ratio"] < 0.05] == []
    assert [(one["errors"], one["commands"] > 0) for one in latencies] == [({}, True)] * 2
    assert all(name in done.stdout for name, _ in FIGURES)
