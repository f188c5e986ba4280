"""Tasks for workers that tests start: `celery -A wagering.project worker --include tests.support.tasks`."""

from __future__ import annotations

import os
import time
from pathlib import Path

from celery import shared_task


@shared_task(name="tests.note")
def note(path: str, word: str, seconds: float = 0.0) -> None:
    """Appends `begin word pid` to a file, waits, then appends `end word pid`."""
    line = f"{word} {os.getpid()}\n"
    with Path(path).open("a") as file:
        file.write(f"begin {line}")
    time.sleep(seconds)
    with Path(path).open("a") as file:
        file.write(f"end {line}")
