"""Linter, formatter and type checker agree with the tree. One group, so that they do not compete for both cores."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("quality")


def run(root: Path, *command: str) -> None:
    program = Path(sys.executable).with_name(command[0])
    done = subprocess.run([program, *command[1:]], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]


def test_lint(root: Path) -> None:
    run(root, "ruff", "check", "--no-cache", "--output-format", "concise", ".")


def test_format(root: Path) -> None:
    run(root, "ruff", "format", "--no-cache", "--check", "--output-format", "concise", ".")


@pytest.mark.timeout(300)
def test_types(root: Path) -> None:
    run(root, "mypy")
