"""A game is one folder and one catalog line; nothing else in the product knows it by name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from games.catalog import CATALOG

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = sorted(path.parent.name for path in ROOT.glob("games/*/RULES.md"))
DEMONSTRATIONS = ROOT / "wagering/demo"
TRANSLATIONS = ROOT / "wagering/locale"


def test_every_game_is_in_the_catalog() -> None:
    assert sorted({game.partition("@")[0] for game in CATALOG}) == FOLDERS


def test_the_import_contracts_name_every_game() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    named = {contract["id"]: contract.get("forbidden_modules", contract.get("modules")) for contract in contracts}
    wanted = [f"games.{folder}" for folder in FOLDERS]
    assert sorted(named["games"]) == sorted(named["apart"]) == wanted


def test_no_game_is_named_outside_its_folder() -> None:
    """Neither by id nor by title, in code, SQL, templates, scripts or styles."""
    names = set(FOLDERS) | {ruleset.title for ruleset in CATALOG.values()}
    pattern = re.compile("|".join(re.sub(r"[ _-]", "[ _-]?", name) for name in names), re.IGNORECASE)
    found = {
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder in ("wagering", "audit")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".sql", ".html", ".js", ".css")
        and not {DEMONSTRATIONS, TRANSLATIONS} & {*path.parents}
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    }
    assert not found
