"""One demonstration at a time in one folder; the kernel forgets the lock when its holder dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class TakenError(RuntimeError):
    """Another demonstration runs; the message says where."""


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Holds the lock inside; ``TakenError`` if another process does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = path.read_text().strip() or "it is still starting"
            raise TakenError(f"A demonstration already runs in this folder: {who}. End it first.") from None
        note(path, "still starting")
        yield
        path.write_text("")


def note(path: Path, where: str) -> None:
    """What a second start is told."""
    path.write_text(f"process {os.getpid()}, {where}\n")
