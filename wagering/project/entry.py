"""What `manage.py` does once Django can be imported."""

from __future__ import annotations

import os
import sys
from typing import Final, NoReturn

from wagering.project import database
from wagering.project.embedded_postgres import ServerError

# Commands that need no database, so that none is started for them. Everything else starts the embedded one.
WITHOUT_DATABASE: Final = frozenset(
    {
        "", "help", "version", "--help", "-h", "--version", "check", "makemigrations", "makemessages",
        "compilemessages", "collectstatic", "findstatic", "diffsettings", "spectacular", "simulate", "rtp",
        "stop_database",
    }
)  # fmt: skip


def run(argv: list[str]) -> None:
    """Runs one management command, or the test suite for `test`."""
    command = argv[1] if len(argv) > 1 else ""
    if command == "test":
        run_tests(argv[2:])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wagering.project.settings")
    if command not in WITHOUT_DATABASE:
        try:
            database.ensure_database()
        except ServerError as error:
            raise SystemExit(f"The embedded database is not available. {error}") from None
    if command == "migrate" and not any(word.startswith("--database") for word in argv):
        # The application's role may not create tables, so its alias is never what a person means here.
        argv = [*argv, "--database", "owner"]

    from django.core.management import execute_from_command_line

    execute_from_command_line(argv)


def run_tests(arguments: list[str]) -> NoReturn:
    """Becomes pytest, on two processes unless the arguments say how many."""
    own = ("-n", "--numprocesses", "--pdb", "--dist")
    if not any(word.startswith(own) for word in arguments):
        arguments = ["-n", "2", "--dist", "loadgroup", *arguments]
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *arguments])
