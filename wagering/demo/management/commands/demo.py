"""``manage.py demo``: everything in one command, from an empty folder to tables at play."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError, connections
from rich.console import Console

from wagering.demo import alone, screen, server, staff, summary
from wagering.demo.board import Board
from wagering.demo.calls import Calls
from wagering.demo.children import ChildError, Children, free_port, running
from wagering.demo.client import Server
from wagering.demo.house import OPERATOR, open_house
from wagering.demo.sender import Sender
from wagering.demo.tables_at_play import TablesAtPlay

ROUND_S = 20.0
"""Longer than any hurried round takes; a run of so many rounds that takes longer than all of them has got stuck."""

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Command(BaseCommand):
    """Starts the whole system with a simulated studio and players."""

    help = "Run everything: database, web server, worker, beat, and simulated tables with players. Ctrl-C ends it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Options of the command."""
        parser.add_argument(
            "--port", type=int, default=8000, help="of the web server; the next free one if it is taken"
        )
        parser.add_argument(
            "--rounds", type=int, metavar="N", help="play so many rounds in a hurry, then sum up and audit"
        )
        parser.add_argument(
            "--exit", action="store_true", help="with --rounds: end afterwards; 0 if every audit passes"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs until it is interrupted, or until the rounds are played."""
        if settings.PRODUCTION:
            raise CommandError("The demonstration is not for production: it makes accounts and plays with them.")
        if options["exit"] and not options["rounds"]:
            raise CommandError("--exit needs --rounds")
        for number in ENDING:
            signal.signal(number, _interrupt)
        console = screen.console()
        var = Path(settings.MEDIA_ROOT).parent
        log_to(var / "log" / "demo.log")
        good = True
        try:
            with alone.only_one(var / "demo.lock"):
                good = self._demonstrate(console, var, options)
        except alone.TakenError as taken:
            raise CommandError(str(taken)) from None
        except ChildError as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            console.print("Ended.")
            good = not options["exit"]
        if not good:
            raise SystemExit(1)

    def _demonstrate(self, console: Console, var: Path, options: dict[str, Any]) -> bool:
        begun = time.monotonic()
        console.print("Preparing the database ...")
        server.reach(Path(settings.BASE_DIR))
        ours = server.started_by_us()
        try:
            Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
            call_command("migrate", database="owner", verbosity=0, interactive=False)
            connections["owner"].close()
            for name, password in staff.make_staff().items():
                console.print(f"New account [bold]{name}[/], password [bold]{password}[/] (shown only now)")
            children = Children(Path(settings.BASE_DIR), var / "log", free_port(options["port"]))
            console.print("Starting web server, notifier, worker and beat ...")
            with running(children), _says_when_it_ends(var):
                alone.note(var / "demo.lock", f"http://127.0.0.1:{children.port}/admin/")
                console.print(f"Back office: http://127.0.0.1:{children.port}/admin/", highlight=False)
                console.print(f"Interface: http://127.0.0.1:{children.port}/api/v1/docs", highlight=False)
                console.print(f"Logs: {os.path.relpath(var / 'log')}; ready after {time.monotonic() - begun:.0f} s")
                return self._play(console, children, options["rounds"], options["exit"])
        finally:
            _ignore_signals()
            alone.note(var / "demo.lock", alone.ENDING)
            connections.close_all()
            if ours and server.stop_if_unused():
                console.print("The database is stopped; its data stays.")

    def _play(self, console: Console, children: Children, rounds: int | None, leave: bool) -> bool:
        office = Server(f"http://127.0.0.1:{children.port}", trust_env=False)
        sender, since = Sender(Calls(office, OPERATOR)), datetime.now(UTC)
        tables = TablesAtPlay(open_house(sender), sender, rounds)
        board = Board(console, sender, children, since)
        until = time.monotonic() + 60 + ROUND_S * rounds if rounds else float("inf")
        tables.start()
        try:
            _watch(board, lambda: tables.finished() or time.monotonic() > until)
        except KeyboardInterrupt:
            summary.print_figures(console, sender, since, board.overall_rate())
            raise
        finally:
            rate = board.overall_rate()
            tables.stop()
        stuck = not tables.finished()
        if stuck:
            console.print("[bold red]The rounds did not come to their end in time.[/]")
        summary.print_figures(console, sender, since, rate)
        good = summary.audits_pass(console) and not stuck
        if not leave:
            console.print("The back office stays open; Ctrl-C ends it.")
            threading.Event().wait()
        return good


def _watch(board: Board, over: Callable[[], bool]) -> None:
    """Show progress to the end; a database that goes away meanwhile is brought back, and all goes on."""
    while True:
        try:
            return board.show(over)
        except (OperationalError, InterfaceError):
            board.sender.tell("the database is away; starting it again")
            server.reach(Path(settings.BASE_DIR))


@contextmanager
def _says_when_it_ends(var: Path) -> Iterator[None]:
    try:
        yield
    finally:
        alone.note(var / "demo.lock", alone.ENDING)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """The first signal ends the demonstration; further ones do not disturb it in putting things away."""
    _ignore_signals()
    raise KeyboardInterrupt


def _ignore_signals() -> None:
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)


def log_to(path: Path) -> None:
    """Log messages go to a file: on the screen they would tear the board apart."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handler = logging.FileHandler(path)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(name)s %(message)s"))
    logging.getLogger().handlers = [handler]
