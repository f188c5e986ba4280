"""What the kill test's forks do: play a session, work for it, look at the money; on an embedded server of their own.

A fork leads a process group, so that killing it takes along what it started.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def play(session: str, run: str, result: str, log: str) -> None:
    """For a fork: the session with a worker on its deadlines, begun or gone on with."""
    _own_group(log)
    from django.core.management import call_command

    call_command("play_session", session, "--run", run, "--resume", "--worker", "--json", result)


def work(schedule: str, log: str) -> None:
    """For a fork: a worker with a beat."""
    _own_group(log)
    from wagering.project.celery import app

    words = ["worker", "--pool", "threads", "-c", "4", "-l", "WARNING", "-B", "-s", schedule]
    app.worker_main([*words, "--without-gossip", "--without-mingle"])


def look(operator: str, output: str, log: str) -> None:
    """For a fork: what is wrong with the operator's money, as JSON."""
    _own_group(log)
    from tests.support.invariants import violations

    Path(f"{output}.tmp").write_text(json.dumps(violations(operator)))
    os.replace(f"{output}.tmp", output)


def _own_group(log: str) -> None:
    os.setsid()
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for number in (1, 2):
        os.dup2(file, number)
    sys.stdin = open(os.devnull)  # noqa: SIM115  (for as long as the process lives)


def migrate(log: str) -> None:
    """For a fork: the tables of a new database."""
    _own_group(log)
    from django.core.management import call_command

    call_command("migrate", database="owner", verbosity=0)
