"""``manage.py play_session FILE [--json RESULT]``: a recorded session through the real command pipeline."""

import json
import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import track

from wagering.demo.session_lines import UnknownLineError
from wagering.demo.session_player import Player, Progress, read_lines, start
from wagering.demo.session_result import result
from wagering.wallet.models import Wallet


class Command(BaseCommand):
    help = "Play a recorded session (JSON lines) through the command pipeline and write what came out of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--json", type=Path, metavar="RESULT", help="file for the result (default: standard output)"
        )
        parser.add_argument("--run", help="name of this run, the prefix of every id (default: the session's name)")
        parser.add_argument("--resume", action="store_true", help="go on with the run --run that was broken off")
        parser.add_argument("--worker", action="store_true", help="leave deadlines to a running Celery worker")

    def handle(self, *args: Any, **options: Any) -> None:
        target: Path | None = options["json"]
        if options["resume"] and not (options["run"] and target):
            raise CommandError("--resume needs --run and --json of the run that was broken off")
        progress = Progress(target.with_name(f"{target.name}.progress")) if target else None
        if progress and not options["resume"]:
            progress.forget()
        try:
            found = self.played(options["file"], options["run"], options["worker"], progress)
        except (UnknownLineError, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from error
        text = json.dumps(found, ensure_ascii=False, indent=1)
        if target and progress:
            target.write_text(text + "\n", encoding="utf-8")
            progress.forget()
        else:
            self.stdout.write(text)

    def played(
        self, file: Path, run_name: str | None, by_worker: bool, progress: Progress | None = None
    ) -> dict[str, Any]:
        """The result of playing ``file``; what ``progress`` holds is not observed again."""
        lines = list(read_lines(file))
        if not lines:
            raise CommandError(f"{file} is empty")
        name = str(lines[0].get("name", file.stem))
        run = start(lines[0], run_name or self._free_name(re.sub(r"[^A-Za-z0-9_-]", "-", name)))
        player = Player(run, by_worker, seen=progress.load() if progress else {}, progress=progress)
        for line in track(lines[1:], f"playing {run.name}", console=Console(stderr=True), transient=True):
            player.play(line)
        return result(run, name, player.refusals, player.seen)

    def _free_name(self, name: str) -> str:
        """``name``, or the first of ``name-2``, ``name-3``, ... that no earlier run has."""
        number, free = 1, name
        while Wallet.objects.filter(operator=free).exists():
            number += 1
            free = f"{name}-{number}"
        return free
