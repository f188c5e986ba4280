"""One demonstration at a time in one folder; the kernel forgets the lock when its holder dies."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

ENDING: Final = "ending"
PATIENCE_S: Final = 30.0
"""How long one that is putting its things away is waited for."""


class TakenError(RuntimeError):
    """Another demonstration runs; the message says where."""


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Holds the lock inside; ``TakenError`` if another process does and goes on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + PATIENCE_S
    with path.open("a+") as lock:
        while not _taken(lock):
            who = path.read_text().strip()
            if not who.endswith(ENDING) or time.monotonic() > until:
                raise TakenError(f"A demonstration already runs in this folder: {who or 'starting'}. End it first.")
            time.sleep(0.1)
        note(path, "starting")
        yield
        path.write_text("")


def note(path: Path, where: str) -> None:
    """What a second start is told."""
    path.write_text(f"process {os.getpid()}, {where}\n")


def _taken(lock: TextIO) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
