"""Imports go one way; pyproject.toml says which. The rules of the games import the standard library and themselves."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("quality")


def test_contracts_are_kept(root: Path) -> None:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([program, "--no-cache"], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def imported(path: Path) -> set[str]:
    """First names of all absolute imports of a file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_rules_need_only_the_standard_library(root: Path) -> None:
    allowed = set(sys.stdlib_module_names) | {"games"}
    strangers = {str(path): extra for path in (root / "games").rglob("*.py") if (extra := imported(path) - allowed)}
    assert not strangers


def test_rules_do_no_input_or_output(root: Path) -> None:
    forbidden = {"open", "print", "input", "exec", "eval", "compile", "__import__"}
    calls = [
        f"{path}:{node.lineno} {node.func.id}"
        for path in (root / "games").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in forbidden
    ]
    assert not calls


def test_the_entry_point_starts_without_any_package(root: Path) -> None:
    for name in ("manage.py", "wagering/project/bootstrap.py"):
        assert imported(root / name) <= set(sys.stdlib_module_names) | {"wagering"}
    done = subprocess.run([sys.executable, "-S", "-c", "import manage"], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
