"""What keeps the tree readable: short files and functions, nothing unfinished, nothing of one machine."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
MAX_FILE, MAX_FUNCTION = 300, 60
TOP_LEVEL = {
    "manage.py", "pyproject.toml", "requirements.lock", "README.md", "CHANGELOG.md",
    "games", "wagering", "audit", "tests",
}  # fmt: skip
# Written in pieces, so that this file does not find itself.
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "NotImplemented" + "Error"]) + r")\b")
SKIPS = {"skip", "skipif", "xfail", "importorskip"}
REGISTRIES = [
    "pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "deb" + ".debian.org",
    "index" + "-url", "find" + "-links",
]  # fmt: skip
# Absolute paths that exist on one person's machine only.
WORKPLACES = re.compile(r"(?<![\w.])/(" + "|".join(["wo" + "rk", "ho" + "me", "ro" + "ot", "Us" + "ers"]) + r")/\w")
BINARY = {".png", ".jpg", ".ttf", ".otf", ".woff2", ".ico", ".pdf", ".xlsx", ".parquet", ".gz", ".mo"}


@lru_cache(maxsize=1)
def tracked() -> tuple[Path, ...]:
    """Files that git tracks or would track; all files but the known rubbish where there is no repository."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        return tuple(path for name in done.stdout.split("\0") if name and (path := ROOT / name).is_file())
    hidden = {".venv", ".git", "var", "__pycache__"}
    return tuple(path for path in ROOT.rglob("*") if path.is_file() and not hidden & set(path.relative_to(ROOT).parts))


def python_files() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py"]


def texts() -> Iterator[tuple[Path, str]]:
    for path in tracked():
        if path.suffix not in BINARY and path.name != "requirements.lock":
            yield path.relative_to(ROOT), path.read_text(errors="replace")


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in python_files():
        yield path.relative_to(ROOT), ast.parse(path.read_text())


def test_files_are_short() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in python_files()}
    assert not {path: lines for path, lines in lengths.items() if lines > MAX_FILE}


def test_functions_are_short() -> None:
    long = [
        f"{path}:{node.lineno} {node.name}: {lines} lines"
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > MAX_FUNCTION
    ]
    assert not long


def test_nothing_is_unfinished() -> None:
    found = [
        f"{path}:{number} {line.strip()}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if UNFINISHED.search(line)
    ]
    assert not found


def test_no_test_is_skipped() -> None:
    found = [
        f"{path}:{node.lineno} {node.attr}"
        for path, tree in trees()
        if path.parts[0] == "tests"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in SKIPS
    ]
    assert not found


def may_print(path: Path) -> bool:
    return path.name == "manage.py" or "commands" in path.parts or path.parts[0] == "tests"


def test_only_commands_print() -> None:
    found = [
        f"{path}:{node.lineno}"
        for path, tree in trees()
        if not may_print(path)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert not found


def test_the_top_level_is_fixed() -> None:
    names = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert {name for name in names if not name.startswith(".")} == TOP_LEVEL


def test_the_lock_is_portable() -> None:
    assert "uv.lock" not in {path.name for path in tracked()}
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    assert all(
        re.match(r"[a-z0-9._-]+==[\w.!+]+( ; .+)? \\$|    --hash=sha256:[0-9a-f]{64}( \\)?$", line) for line in lines
    )


@pytest.mark.parametrize("name", REGISTRIES)
def test_no_package_registry_is_named(name: str) -> None:
    assert not [str(path) for path, text in texts() if name in text]


def test_no_path_of_one_machine_is_named() -> None:
    found = [
        f"{path}:{number} {line.strip()}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if WORKPLACES.search(line)
    ]
    assert not found
