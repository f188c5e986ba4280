"""Makes `.venv` from requirements.lock. Standard library only: it runs where nothing is installed yet."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"
LOCK = ROOT / "requirements.lock"
SUPPORTED = ((3, 11), (3, 14))


def say(text: str) -> None:
    """Progress goes to standard error, so that a command's own output can be piped."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def fingerprint() -> str:
    """What the environment was made from: the lock's content. Another content means another installation."""
    return hashlib.sha256(LOCK.read_bytes()).hexdigest()


def installed() -> bool:
    """True when `.venv` was completely installed from today's lock; the stamp is written last."""
    return PYTHON.exists() and STAMP.exists() and STAMP.read_text() == fingerprint()


def equipped() -> bool:
    """True when this very interpreter has every locked package, as in a container image that needs no `.venv`.

    Those that only some platforms need are taken on trust.
    """
    wanted = re.findall(r"^([\w.-]+)==(\S+) \\$", LOCK.read_text(), re.MULTILINE)
    try:
        return bool(wanted) and all(importlib.metadata.version(name) == version for name, version in wanted)
    except importlib.metadata.PackageNotFoundError:
        return False


def supported_python() -> str:
    """Path of an interpreter that the project supports, this one if possible; exits with advice if there is none."""
    if SUPPORTED[0] <= sys.version_info[:2] <= SUPPORTED[1]:
        return sys.executable
    for minor in range(SUPPORTED[1][1], SUPPORTED[0][1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        # A version manager puts names on the PATH that do not all work.
        if found and subprocess.run([found, "-c", ""], capture_output=True).returncode == 0:
            return found
    raise SystemExit("Python 3.11 to 3.14 is needed and none is on the PATH.")


def install() -> None:
    """Makes or repairs `.venv`; safe to interrupt at any point and to run from several processes at once."""
    # On a file that belongs to `.venv` as no folder of data does: starts with different ones exclude each other too.
    with LOCK.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if installed():  # another process did it while this one waited
            return
        # Broken-off installations have no stamp and are begun anew; an older complete one is brought up to date.
        complete = STAMP.exists() and PYTHON.exists()
        STAMP.unlink(missing_ok=True)
        if not complete:
            make_venv()
        install_packages()
        STAMP.write_text(fingerprint())


def make_venv() -> None:
    """Makes an empty `.venv` in the place of whatever is there."""
    say("Making .venv ...")
    for _ in range(20):  # a child of a killed installation may still be writing for a moment
        shutil.rmtree(VENV, ignore_errors=True)
        if not VENV.exists():
            break
        time.sleep(0.5)
    if subprocess.run([supported_python(), "-m", "venv", VENV]).returncode:
        raise SystemExit(".venv could not be made. On Debian and Ubuntu the package python3-venv is needed.")


def install_packages() -> None:
    """Installs the lock with uv if it can be had, else with pip. Both refuse a file whose hash is not in the lock."""
    count = len(re.findall(r"^\S+==", LOCK.read_text(), re.MULTILINE))
    say(f"Installing {count} packages from requirements.lock into .venv (once; about ten seconds to a minute) ...")
    if uv := shutil.which("uv") or locked_uv():
        command = [
            uv,
            "pip",
            "install",
            "--require-hashes",
            "--compile-bytecode",
            "--python",
            str(PYTHON),
            "-r",
            str(LOCK),
        ]
        if subprocess.run(command).returncode == 0:
            return
        say("uv did not succeed; trying pip ...")
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "--require-hashes", "-r", str(LOCK)]
    if subprocess.run(pip).returncode:
        raise SystemExit("Installing the packages failed; run the same command again when the cause is removed.")
    subprocess.run([str(PYTHON), "-m", "compileall", "-q", str(VENV / "lib")], stdout=subprocess.DEVNULL)


def locked_uv() -> str | None:
    """Puts the locked uv alone into `.venv` by pip; None where that fails, for example on an unusual platform."""
    block = re.search(r"^uv==.*(?:\n +--hash=.*)+", LOCK.read_text(), re.MULTILINE)
    if block is None:
        return None
    only_uv = VENV / "uv.txt"
    only_uv.write_text(block[0] + "\n")
    pip = [
        str(PYTHON),
        "-m",
        "pip",
        "-q",
        "--disable-pip-version-check",
        "install",
        "--require-hashes",
        "-r",
        str(only_uv),
    ]
    return str(VENV / "bin" / "uv") if subprocess.run(pip, capture_output=True).returncode == 0 else None


def ensure_environment(script: Path) -> None:
    """Returns in an interpreter that has the locked packages; else installs them and becomes `script` in `.venv`."""
    in_place = Path(sys.prefix) == VENV or (not VENV.exists() and equipped())
    if in_place and (installed() or not VENV.exists()):
        return
    if not installed():
        install()
    os.execv(PYTHON, [str(PYTHON), str(script), *sys.argv[1:]])
