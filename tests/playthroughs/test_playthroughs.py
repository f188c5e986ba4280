"""Play written down once is told and paid the same way today."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playthroughs.writer import FOLDER, SETTINGS, files, written

WRITTEN = [(game, file, seed) for game in SETTINGS for file, seed in files(game).items()]


@pytest.mark.parametrize(("game", "file", "seed"), WRITTEN, ids=[file.stem for _, file, _ in WRITTEN])
def test_it_is_played_as_it_was_written_down(game: str, file: Path, seed: int) -> None:
    assert written(game, seed) == file.read_text("utf-8")


def test_every_file_is_compared() -> None:
    assert set(FOLDER.glob("*.txt")) == {file for _, file, _ in WRITTEN}
