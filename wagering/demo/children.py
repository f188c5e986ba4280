"""The processes of the demonstration: web server, notifier, Celery worker and beat. The same ones as in production.

Each is the head of a process group of its own, so that Ctrl-C reaches only the demonstration, which then ends them in
order. Should it be killed instead, the kernel tells them on Linux, and everywhere a janitor ends what is left.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from wagering.demo import janitor

PR_SET_PDEATHSIG: Final = 1
START_S: Final = 60.0


class ChildError(RuntimeError):
    """A process did not start; the message names its log."""


def free_port(wanted: int) -> int:
    """``wanted``, or the next port that nobody listens on."""
    for port in range(wanted, min(wanted + 200, 65536)):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise ChildError(f"no free port between {wanted} and {wanted + 200}")


def _commands(port: int) -> dict[str, list[str]]:
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "-A", "wagering.project"]
    quiet = ["--without-gossip", "--without-mingle"]
    return {
        # Every open stream counts as a request that is being worked on.
        "web": [
            *python, "granian", "--interface", "asgi", "--host", "127.0.0.1", "--port", str(port), "--workers", "1",
            "--backlog", "4096", "--backpressure", "4096", "--workers-kill-timeout", "4", "--no-ws", "--http", "1",
            "--respawn-failed-workers",
            "wagering.project.asgi:application",
        ],
        "notifier": [sys.executable, "manage.py", "notifier"],
        "worker": [
            *celery, "worker", "-P", "threads", "-c", "4", *quiet, "-l", "WARNING",
        ],
        "beat": [*celery, "beat", "--pidfile=", "-l", "WARNING"],
    }  # fmt: skip


@dataclass(slots=True)
class Children:
    """``logs``: folder of one log a process. Start them from the main thread: on Linux they die with that thread."""

    root: Path
    logs: Path
    port: int
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    _janitor: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start all of them and wait until the web server answers."""
        self.logs.mkdir(parents=True, exist_ok=True)
        for name, command in _commands(self.port).items():
            self.running[name] = self._spawn(name, command)
        groups = [str(child.pid) for child in self.running.values()]
        self._janitor = subprocess.Popen(
            [sys.executable, "-m", janitor.__name__, *groups], cwd=self.root, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self._wait_for_web()

    def dead(self) -> list[str]:
        """Names of those that have ended by themselves."""
        return [name for name, child in self.running.items() if child.poll() is not None]

    def stop(self) -> None:
        """End all of them; returns when they are gone."""
        for child in self.running.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGTERM)
        until = time.monotonic() + janitor.PATIENCE_S
        for child in self.running.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(max(0.1, until - time.monotonic()))
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        if self._janitor is not None and self._janitor.stdin is not None:
            self._janitor.stdin.close()
            self._janitor.wait()

    def _spawn(self, name: str, command: list[str]) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "wagering.project.settings", "PYTHONUNBUFFERED": "1"}
        with (self.logs / f"{name}.log").open("ab") as log:
            # No thread runs yet when children are started, so the function before their programs is safe.
            return subprocess.Popen(
                command,
                cwd=self.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_die_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509
            )

    def _wait_for_web(self) -> None:
        until = time.monotonic() + START_S
        while not self._web_answers():
            for name in self.dead():
                raise ChildError(f"the {name} process did not start:\n{_tail(self.logs / f'{name}.log')}")
            if time.monotonic() > until:
                raise ChildError(f"the web server does not answer; see {self.logs / 'web.log'}")
            time.sleep(0.1)

    def _web_answers(self) -> bool:
        address = f"http://127.0.0.1:{self.port}/healthz"
        try:
            with urllib.request.urlopen(address, timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


@contextlib.contextmanager
def running(children: Children) -> Iterator[Children]:
    """The processes run inside and are gone afterwards."""
    try:
        children.start()
        yield children
    finally:
        children.stop()


def _die_with_parent() -> None:
    """Runs in the child before its program: the kernel sends it SIGTERM when the demonstration dies."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _tail(path: Path) -> str:
    return "\n".join(path.read_text(errors="replace").splitlines()[-15:])
