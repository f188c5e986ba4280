"""Whose database server it is: the demonstration stops the embedded one only if it has started it."""

import io
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, LiteralString

import psutil
from django.core.management import call_command
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from wagering.eventstore.session import execute

_STARTED: Final[LiteralString] = "SELECT extract(epoch FROM pg_postmaster_start_time())::float8"
_OTHERS: Final[LiteralString] = """
SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""

# A killed client's session ends a moment later.
GOODBYE_S: Final = 3.0


def reach(root: Path) -> None:
    """Make sure that the server answers: one that was killed, or stopped by another demonstration, is started again.

    Only manage.py's own start knows how, so one of its commands does it.
    """
    try:
        execute("SELECT 1")
    except (OperationalError, InterfaceError):
        connection.close()
        subprocess.run([sys.executable, str(root / "manage.py"), "migrate", "--verbosity", "0"], cwd=root, check=True)


def started_by_us() -> bool:
    """True if the server was started after this process: then it is the embedded one, started on our behalf."""
    row = execute(_STARTED).fetchone()
    return bool(row and row[0] >= psutil.Process(os.getpid()).create_time())


def stop_if_unused() -> bool:
    """Stop the embedded server unless somebody else has come to use it meanwhile; True if it was stopped."""
    until = time.monotonic() + GOODBYE_S
    try:
        while (row := execute(_OTHERS).fetchone()) and row[0]:
            if time.monotonic() > until:
                return False
            time.sleep(0.1)
    except DatabaseError:
        return False  # it was taken away meanwhile
    finally:
        connection.close()
    call_command("stop_database", stdout=io.StringIO())
    return True
