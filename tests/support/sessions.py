"""The recorded sessions of tests/sessions, played in this process or written out for a child process."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from wagering.demo.session_player import Player, start
from wagering.demo.session_result import result

FOLDER: Final = Path(__file__).resolve().parent.parent / "sessions"


def path_of(name: str) -> Path:
    """The file of a session, packed or not."""
    plain = FOLDER / f"{name}.jsonl"
    return plain if plain.exists() else FOLDER / f"{name}.jsonl.gz"


def lines_of(name: str) -> list[dict[str, Any]]:
    """All lines of a session."""
    path = path_of(name)
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def unpacked(name: str, folder: Path) -> Path:
    """The session as a plain file for ``play_session``."""
    target = folder / f"{name}.jsonl"
    path = path_of(name)
    if path.suffix == ".gz":
        target.write_bytes(gzip.decompress(path.read_bytes()))
    else:
        shutil.copyfile(path, target)
    return target


def shortened(lines: Sequence[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """The first ``count`` lines, and on to the next ``expect``, so that every round reported is also expected."""
    end = next((at for at in range(count, len(lines)) if lines[at]["kind"] == "expect"), len(lines) - 1)
    return list(lines[: end + 1])


def played(lines: Sequence[dict[str, Any]], run_name: str) -> dict[str, Any]:
    """The result of playing ``lines`` in this process."""
    run = start(lines[0], run_name)
    player = Player(run)
    for line in lines[1:]:
        player.play(line)
    return result(run, str(lines[0]["name"]), player.refusals, player.seen)
