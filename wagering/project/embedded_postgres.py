"""The embedded PostgreSQL server: made on first use, kept between runs, safe to kill at any moment.

It listens on a Unix socket only. Every process that needs it calls `Server.ensure()`; a file lock lets one of them
make and start it while the others wait. The data folder is made aside and renamed, so a half-made one never counts.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psutil

from wagering.project.embedded_binaries import (
    Account,
    ServerError,
    account,
    find_programs,
    major_version,
    private_folder,
    programs_for,
    reachable,
)

__all__ = ["Server", "ServerError"]

SUPERUSER: Final = "postgres"
PORT: Final = 5432
# Fixed, not the temporary folder of the environment: every process must compute the same address. A socket's path is
# limited to about 100 bytes, so it cannot live in the project folder.
SOCKETS: Final = Path("/tmp")  # noqa: S108  (the folder made in it is private and checked)
WAIT_SECONDS: Final = 60.0

SETTINGS: Final[Mapping[str, str]] = {
    "listen_addresses": "''",
    "max_connections": "200",
    "shared_buffers": "256MB",
    # Money must survive a kill: with it off, seconds of acknowledged commits are lost.
    "synchronous_commit": "on",
    "timezone": "'UTC'",
    "log_timezone": "'UTC'",
}


@dataclass(frozen=True, slots=True)
class Server:
    """One server, named by its folder `base`. `options` are further lines of its configuration, used when it is made.

    Attributes are addresses only; nothing runs before `ensure()`.
    """

    base: Path
    options: Mapping[str, str] = field(default_factory=dict)

    def url(self, role: str, database: str) -> str:
        """Address of a database of this server for a role, whether or not the server runs."""
        return f"postgresql://{role}@/{database}?host={quote(str(self.socket_folder), safe='')}"

    @property
    def socket_folder(self) -> Path:
        """Folder of the Unix socket."""
        name = hashlib.sha256(str(self.base.resolve()).encode()).hexdigest()[:12]
        return SOCKETS / f"wagering-pg-{os.geteuid()}-{name}"

    def ensure(self, provision: Callable[[], None] | None = None) -> None:
        """Makes the server if it is not there and starts it if it does not run; returns when it answers.

        `provision` runs once after the server was made, with the lock held; it must bear being repeated.
        Raises ServerError with advice.
        """
        with self._locked():
            run = _Run.of(self)
            private_folder(self.socket_folder, run.account.uid)
            run.make()
            if not run.alive():
                run.start()
            provisioned = run.data / "provisioned"
            if provision is not None and not provisioned.exists():
                provision()
                provisioned.touch()

    def running(self) -> bool:
        """True when the server answers."""
        with self._locked():
            return _Run.of(self).alive()

    def stop(self) -> None:
        """Stops the server if it runs, breaking off open transactions; the data stays."""
        with self._locked():
            run = _Run.of(self)
            if run.postmaster() is not None:
                run.call("pg_ctl", "-D", str(run.data), "-w", "-t", str(int(WAIT_SECONDS)), "-m", "fast", "stop")
            with suppress(OSError):  # not there, or not empty
                self.socket_folder.rmdir()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One process at a time; the kernel drops the lock when its holder dies."""
        self.base.mkdir(parents=True, exist_ok=True)
        with (self.base / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


@dataclass(frozen=True, slots=True)
class _Run:
    """A server together with the programs and the account that run it; used with the lock held."""

    server: Server
    account: Account
    home: Path
    programs: Path

    @classmethod
    def of(cls, server: Server) -> _Run:
        """Finds programs, account and a home for the data that the account can reach."""
        who, home = account(), server.base
        if who.uid != os.geteuid() and not reachable(home / "data", who.uid):
            home = private_folder(Path("/var/tmp") / f"{server.socket_folder.name}-data", who.uid)  # noqa: S108
        copy = Path("/var/tmp") / f"{server.socket_folder.name}-programs"  # noqa: S108
        return cls(server, who, home, programs_for(who.uid, find_programs(), copy))

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def socket_lock(self) -> Path:
        return self.server.socket_folder / f".s.PGSQL.{PORT}.lock"

    def call(self, program: str, *arguments: str) -> None:
        """Runs one of PostgreSQL's programs; ServerError with its output when it fails."""
        command = [*self.account.prefix, str(self.programs / program), *arguments]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=self.home)
        if done.returncode:
            log = self.home / "log"
            tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:]) if log.exists() else ""
            raise ServerError(f"{program} failed:\n{done.stdout}{done.stderr}\n{tail}".strip())

    def make(self) -> None:
        """Makes the data folder, or checks that an existing one fits the programs."""
        version = self.data / "PG_VERSION"
        major = major_version(self.programs)
        if version.exists():
            if (found := version.read_text().strip()) != major:
                raise ServerError(
                    f"{self.data} was made by PostgreSQL {found}, the programs are {major}. Set PG_BIN to the folder "
                    f"of version {found}'s programs, or move the data folder away to begin anew."
                )
            return
        unfinished = self.home / "data.tmp"
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.rmtree(self.data, ignore_errors=True)
        if self.account.uid != os.geteuid():
            unfinished.mkdir(mode=0o700)
            os.chown(unfinished, self.account.uid, -1)
        # The built-in provider sorts alike on every system; before version 17 the C locale comes closest.
        locale = (
            ["--locale=C.UTF-8"]
            if int(major) < 17
            else ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        )
        self.call(
            "initdb", "-D", str(unfinished), "-U", SUPERUSER, "-E", "UTF8", "--auth=trust", "--no-instructions", *locale
        )
        with (unfinished / "postgresql.conf").open("a") as configuration:
            for name, value in {**SETTINGS, **self.server.options}.items():
                configuration.write(f"{name} = {value}\n")
        unfinished.rename(self.data)

    def start(self) -> None:
        """Starts the server on its data folder and waits until it answers, recovery included."""
        self.clear_stale()
        if not self.socket_lock.exists():
            for left in self.server.socket_folder.glob(".s.PGSQL.*"):
                left.unlink(missing_ok=True)
        arguments = ["-D", str(self.data), "-w", "-t", str(int(WAIT_SECONDS)), "-l", str(self.home / "log")]
        self.call("pg_ctl", *arguments, "-o", f"-k {self.server.socket_folder} -p {PORT}", "start")

    def alive(self) -> bool:
        """True when a server answers on the socket and it is the one of our data folder.

        A server whose data folder was deleted goes on answering; it is ended here. One that is starting is waited for.
        """
        owner, ours = _first_number(self.socket_lock), self.postmaster()
        if owner is not None and (ours is None or owner != ours.pid) and _is_postgres(owner):
            os.kill(owner, signal.SIGQUIT)
            _wait(lambda: not _is_postgres(owner), "a server without its data folder does not end")
        until = time.monotonic() + WAIT_SECONDS
        while ours is not None and _runs(ours) and time.monotonic() < until:
            if self.answers():
                return True
            time.sleep(0.05)
        return False

    def answers(self) -> bool:
        """True when a server on the socket accepts connections."""
        where = ("-t", "5", "-h", str(self.server.socket_folder), "-p", str(PORT), "-d", SUPERUSER)
        command = [str(self.programs / "pg_isready"), "-q", *where]
        return subprocess.run(command, stdin=subprocess.DEVNULL).returncode == 0

    def postmaster(self) -> psutil.Process | None:
        """The running server of our data folder; None when it is gone, a zombie, or another process has its number."""
        pid = _first_number(self.data / "postmaster.pid")
        if pid is None or not _is_postgres(pid):
            return None
        try:
            process = psutil.Process(pid)
            return process if Path(process.cwd()) == self.data.resolve() else None
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            return None

    def clear_stale(self) -> None:
        """Removes the locks of a killed server, after the last of its processes has left the data folder.

        A killed server that no parent reaps stays as a zombie and its number still answers, so PostgreSQL itself would
        refuse to start. Its children must be gone first: two generations on one data folder would destroy it.
        """
        if self.postmaster() is not None:
            return
        try:
            _wait(lambda: not self.occupants(), "", seconds=10)
        except ServerError:
            for process in self.occupants():
                process.send_signal(signal.SIGQUIT)
            _wait(lambda: not self.occupants(), f"processes of a killed server still use {self.data}")
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        for left in self.server.socket_folder.glob(".s.PGSQL.*"):
            left.unlink(missing_ok=True)

    def occupants(self) -> list[psutil.Process]:
        """PostgreSQL's processes that work in the data folder."""
        found = []
        for process in psutil.process_iter(["name", "cwd", "status"]):
            known = process.info
            ours = known["cwd"] is not None and Path(known["cwd"]) == self.data.resolve()
            if ours and str(known["name"]).startswith("postgres") and known["status"] != psutil.STATUS_ZOMBIE:
                found.append(process)
        return found


def _first_number(path: Path) -> int | None:
    """The process number in the first line of a lock file; None when there is none."""
    try:
        return int(path.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def _is_postgres(pid: int) -> bool:
    try:
        process = psutil.Process(pid)
        return process.name().startswith("postgres") and _runs(process)
    except psutil.NoSuchProcess:
        return False


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _wait(condition: Callable[[], bool], failure: str, seconds: float = WAIT_SECONDS) -> None:
    """Waits until the condition holds; ServerError with `failure` when it does not within the time."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise ServerError(failure)
        time.sleep(0.05)
