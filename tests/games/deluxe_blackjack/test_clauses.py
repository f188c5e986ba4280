"""Every clause the code cites is written in RULES.md."""

from __future__ import annotations

import re
from pathlib import Path

from games.deluxe_blackjack import v1

CLAUSE = re.compile(r"§\d+(?:\.\d+)*")


def test_every_cited_clause_is_written() -> None:
    folder = Path(v1.__file__).parent
    written = set(CLAUSE.findall((folder.parent / "RULES.md").read_text("utf-8")))
    cited = {clause: path.name for path in folder.glob("*.py") for clause in CLAUSE.findall(path.read_text("utf-8"))}
    assert cited
    assert not {clause: name for clause, name in cited.items() if clause not in written}
