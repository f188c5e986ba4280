"""One run of the benchmark: every figure with its limit, on one server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.bench import api, play, replay, settle, verify
from tests.bench.database import own_database
from tests.bench.report import Figure, Latency, show, write
from tests.bench.sizes import FULL, QUICK, Sizes

FIGURES: Final[Mapping[str, Callable[[Sizes], Iterator[Figure | Latency]]]] = {
    "play": play.figures,
    "settle": settle.figures,
    "replay": replay.figures,
    "verify": verify.figures,
    "api": api.figures,
}


def run(*, database: str, admin: str, quick: bool, only: str, keep: bool, json: Path | None) -> None:
    """Measure in a database of its own, print the table, and write `json` if it is named."""
    sizes = QUICK if quick else FULL
    found: list[Figure | Latency] = []
    with own_database(database, admin, keep=keep) as settings:
        for name, figures in FIGURES.items():
            if only in ("", name):
                found.extend(figures(sizes))
    show(found, settings)
    if json is not None:
        write(json, found, settings)
