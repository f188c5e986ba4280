"""How much is measured: enough for steady figures, or just enough to see that everything runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Sizes:
    """``rounds`` are played after ``warm_rounds``; ``bets`` lie behind one seat; ``events`` at
    least are read, ``passes`` times; ``tables`` are played at over HTTP for ``api_seconds`` after ``api_warm``."""

    repetitions: int
    warm_rounds: int
    rounds: int
    bets: int
    events: int
    passes: int
    tables: int
    api_warm: float
    api_seconds: float


FULL: Final = Sizes(
    repetitions=3, warm_rounds=10, rounds=80, bets=10_000, events=50_000, passes=2, tables=20,
    api_warm=3, api_seconds=20,
)  # fmt: skip
QUICK: Final = Sizes(
    repetitions=1, warm_rounds=3, rounds=12, bets=1_500, events=1, passes=10, tables=4,
    api_warm=1, api_seconds=3,
)  # fmt: skip
