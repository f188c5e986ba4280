"""Figures: repeated pairs of a limit and the project's own rate, as a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.bench.workers import Cost


@dataclass(frozen=True, slots=True)
class Figure:
    """One row. ``limit`` and ``ours`` were measured in turns, so the pairs of one repetition belong together."""

    name: str
    unit: str
    against: str
    limit: Sequence[Cost]
    ours: Sequence[Cost]
    target: float

    @property
    def ratios(self) -> list[float]:
        """Our rate as a part of the limit's, per repetition."""
        return [ours.rate / limit.rate for limit, ours in zip(self.limit, self.ours, strict=True)]

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def cpu_ratio(self) -> float:
        """The limit's processor time as a part of ours."""
        return _cpu(self.limit) / _cpu(self.ours)

    @property
    def met(self) -> bool:
        return self.ratio >= self.target

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "unit": self.unit,
            "against": self.against,
            "limit_rate": round(_rate(self.limit)),
            "rate": round(_rate(self.ours)),
            "ratio": round(self.ratio, 3),
            "ratio_min": round(min(self.ratios), 3),
            "ratio_max": round(max(self.ratios), 3),
            "target": self.target,
            "met": self.met,
            "limit_cpu_us": round(_cpu(self.limit), 1),
            "cpu_us": round(_cpu(self.ours), 1),
            "cpu_ratio": round(self.cpu_ratio, 3),
            "repetitions": len(self.ratios),
        }


def _rate(costs: Sequence[Cost]) -> float:
    return median(cost.rate for cost in costs)


def _cpu(costs: Sequence[Cost]) -> float:
    return median(cost.cpu_us for cost in costs)


def table(figures: Sequence[Figure], settings: Mapping[str, str]) -> Table:
    """All figures for people: rates are medians, a ratio's spread is its smallest and largest."""
    found = Table(
        title="What the system reaches of what is possible", caption=_caption(settings), caption_justify="left"
    )
    found.add_column("figure")
    found.add_column("against")
    for heading in ("limit/s", "ours/s", "ratio", "spread", "target", "met", "CPU µs limit", "ours"):
        found.add_column(heading, justify="right")
    for figure in figures:
        ratios = figure.ratios
        found.add_row(
            f"{figure.name} ({figure.unit})", figure.against, f"{_rate(figure.limit):,.0f}",
            f"{_rate(figure.ours):,.0f}", f"{figure.ratio:.2f}", f"{min(ratios):.2f}-{max(ratios):.2f}",
            f"{figure.target:.2f}", "yes" if figure.met else "no",
            f"{_cpu(figure.limit):.0f}", f"{_cpu(figure.ours):.0f}",
        )  # fmt: skip
    return found


def _caption(settings: Mapping[str, str]) -> str:
    shown = ", ".join(f"{key} {value}" for key, value in settings.items())
    return (
        f"{shown}\nRates and processor time (client and its server process) are per unit, medians of the repetitions."
    )


def show(figures: Sequence[Figure], settings: Mapping[str, str]) -> None:
    """Print the table, as wide as it is where the output is no terminal."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=160)
    console.print(table(figures, settings))


def write(path: Path, figures: Sequence[Figure], settings: Mapping[str, str]) -> None:
    """The same as JSON."""
    content = {"settings": dict(settings), "figures": [figure.as_json() for figure in figures]}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
