"""Processes that tests may kill, without a second's start for each: a nursery that has loaded Django, and its forks.

As a program it reads lines `module:function argument ...` and answers with the process number of a fork that calls
the function. Forks open connections of their own; the nursery has none.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path


class Nursery:
    """Starts forks in a process group of their own, which ends with the test."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def fork(self, function: str, *arguments: object) -> int:
        """Process number of a fork that calls `module:function` with the arguments as texts without spaces."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(function, *arguments, file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())


@contextmanager
def nursery(env: Mapping[str, str], root: Path, *modules: str) -> Iterator[Nursery]:
    """A nursery that has imported `modules`; it and all its forks are killed at the end."""
    command = [sys.executable, "-m", "tests.support.forks", *modules]
    process = subprocess.Popen(
        command, cwd=root, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield Nursery(process)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def kill(pid: int) -> None:
    """kill -9, if it has not ended by itself."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def main() -> None:
    """The nursery: one fork for each line of its input."""
    import django

    django.setup()
    for name in sys.argv[1:]:
        import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the forks
    for line in sys.stdin:
        target, *arguments = line.split()
        pid = os.fork()
        if pid == 0:
            module, _, function = target.partition(":")
            getattr(import_module(module), function)(*arguments)
            os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
