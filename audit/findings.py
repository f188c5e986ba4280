"""What an examination found: a bounded list that still knows the first of all."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

KEPT: Final = 50
"""Findings kept for the report; a log damaged in a million places needs no million lines."""


@dataclass(frozen=True, slots=True)
class Finding:
    """``position`` is None where no stored event is to blame (a whole stream is gone). ``version`` is that of the
    event, or the one that should be there."""

    position: int | None
    stream: str
    version: int
    what: str

    @property
    def order(self) -> float:
        """Sorts by position, the unplaced last."""
        return math.inf if self.position is None else self.position

    def as_json(self) -> dict[str, Any]:
        """As printed by ``--json``."""
        return {"position": self.position, "stream": self.stream, "version": self.version, "what": self.what}


@dataclass(slots=True)
class Findings:
    """The findings with the lowest positions, at most ``KEPT``, and how many there were in all."""

    count: int = 0
    kept: list[Finding] = field(default_factory=list)

    def add(self, position: int | None, stream: str, version: int, what: str) -> None:
        """Remember one; among equal positions the one found first stays in front."""
        self.count += 1
        self.kept.append(Finding(position, stream, version, what))
        if len(self.kept) >= 2 * KEPT:
            self._trim()

    def first(self) -> Finding | None:
        """The one at the lowest position."""
        return min(self.kept, key=lambda finding: finding.order, default=None)

    def sorted(self) -> list[Finding]:
        """In order of position."""
        self._trim()
        return list(self.kept)

    def _trim(self) -> None:
        self.kept = sorted(self.kept, key=lambda finding: finding.order)[:KEPT]
