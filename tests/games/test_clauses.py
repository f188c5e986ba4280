"""Every clause that a game's code cites is written in its RULES.md, and every outcome and action has a name."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from games.catalog import CATALOG

CLAUSE = re.compile(r"§\d+(?:\.\d+)*")


@pytest.mark.parametrize("game", CATALOG)
def test_every_cited_clause_is_written(game: str) -> None:
    name, version = game.split("@")
    folder = Path(str(import_module(f"games.{name}.v{version}").__file__)).parent
    written = set(CLAUSE.findall((folder.parent / "RULES.md").read_text("utf-8")))
    cited = {clause: path.name for path in folder.glob("*.py") for clause in CLAUSE.findall(path.read_text("utf-8"))}
    assert cited
    assert not {clause: name for clause, name in cited.items() if clause not in written}


@pytest.mark.parametrize("game", CATALOG)
def test_every_bet_kind_has_a_name(game: str) -> None:
    assert set(CATALOG[game].bet_kinds) <= CATALOG[game].words.keys()
