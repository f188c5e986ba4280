"""The README says what is true: its configuration table is the table of variables, and what it names exists."""

from __future__ import annotations

import re
from pathlib import Path

from django.core.management import get_commands

from wagering.project import env


def test_the_configuration_table_is_the_table_of_variables(root: Path) -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (?:`(.*?)`)? ?\| (.*) \|$", (root / "README.md").read_text(), re.MULTILINE)
    assert rows == [(one.name, one.default, one.meaning) for one in env.VARIABLES]


def test_linked_files_and_commands_exist(root: Path) -> None:
    text = (root / "README.md").read_text()
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (root / target).exists(), target
    commands = set(re.findall(r"manage\.py ([a-z_]+)", text)) - {"test"}
    assert commands <= get_commands().keys()
