"""The README's round with curl, as it stands there, against a real server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.support import databases
from tests.support.elsewhere import created
from tests.support.web import serving

pytestmark = pytest.mark.database


@pytest.fixture
def env_of_its_own(database: str, child_env: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """The README's names are short ones, which other tests may use too."""
    with created(f"{database}_readme") as name:
        addresses = {
            "DATABASE_URL": databases.SERVER.url("wagering_app", name),
            "DATABASE_OWNER_URL": databases.SERVER.url("wagering_owner", name),
        }
        yield {**child_env, **addresses}


def test_the_readme_plays_a_round(env_of_its_own: Mapping[str, str], root: Path, tmp_path: Path) -> None:
    chapter = (root / "README.md").read_text().split("\n## The interface\n")[1].split("\n## ")[0]
    commands = re.findall(r"^```bash\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL)
    assert len(commands) == 1
    with serving(env_of_its_own, root, tmp_path / "web.log") as port:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        env = {**env_of_its_own, "HOST": f"http://127.0.0.1:{port}", "PATH": path}
        words = ["bash", "-eu", "-o", "pipefail", "-c", commands[0]]
        done = subprocess.run(words, cwd=root, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert not [answer for answer in answers if "code" in answer]
    seen, balance, bets = answers[-5], *answers[-2:]
    assert seen["cards"] == {"3.1": ["TS", "6H"], "dealer": ["6D", "??"]}
    assert seen["number"] == 2
    assert balance["balance"] == {"amount": 102_500, "currency": "USD", "exponent": 2}
    assert [line["clause"] for line in bets["items"][0]["lines"]] == ["§4.5.6, §5.1"]
