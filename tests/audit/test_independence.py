"""The auditor shares no code with the writer: what both got wrong in the same way would never be found."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
EXAMINERS = (
    "chain", "console", "decode", "findings", "log", "reconcile", "replay", "shoes", "snapshot", "verify",
    "management/commands/audit_verify", "management/commands/audit_replay", "management/commands/audit_reconcile",
)  # fmt: skip
# How many digits a minor unit has is a table, not a calculation; it decides only how amounts are printed.
SHARED = {"wagering.wallet.currencies"}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def files() -> list[Path]:
    found: list[Path] = []
    for name in EXAMINERS:
        path = ROOT / "audit" / name
        found += path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]
    return found


def test_examiners_import_nothing_of_the_writer() -> None:
    borrowed = {
        str(path.relative_to(ROOT)): names
        for path in files()
        if (names := {name for name in imported(path) if name.startswith("wagering")} - SHARED)
    }
    assert borrowed == {}
    assert len(files()) > 15


def test_nobody_imports_the_auditor() -> None:
    importers = [
        str(path.relative_to(ROOT))
        for folder in ("games", "wagering")
        for path in (ROOT / folder).rglob("*.py")
        if any(name == "audit" or name.startswith("audit.") for name in imported(path))
    ]
    assert importers == []
