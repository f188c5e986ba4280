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

from tests.bench.load import Result
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


@dataclass(frozen=True, slots=True)
class Latency:
    """What callers waited for the answers to their commands, at a rate of requests a second.

    ``errors``: anything but 2xx, by status, code and command. ``cores``: how many processors who used.
    """

    name: str
    rate: float
    commands: int
    p50_ms: float
    p95_ms: float
    p99_ms: float
    errors: Mapping[str, int]
    cores: Mapping[str, float]
    target_ms: float | None = None

    @classmethod
    def of(cls, name: str, found: Result, target_ms: float | None = None) -> Latency:
        seconds, sorted_s = found.end - found.start, found.commands
        p50, p95, p99 = (1_000 * sorted_s[int(len(sorted_s) * part)] for part in (0.5, 0.95, 0.99))
        cores = {what: cpu / seconds for what, cpu in found.cpu.items()}
        rate = (len(sorted_s) + len(found.looks)) / seconds
        return cls(name, rate, len(sorted_s), p50, p95, p99, found.errors, cores, target_ms)

    @property
    def met(self) -> bool:
        return not self.errors and (self.target_ms is None or self.p99_ms < self.target_ms)

    def as_json(self) -> dict[str, Any]:
        numbers = {"rate": self.rate, "p50_ms": self.p50_ms, "p95_ms": self.p95_ms, "p99_ms": self.p99_ms}
        return {
            "name": self.name,
            "commands": self.commands,
            **{key: round(value, 1) for key, value in numbers.items()},
            "errors": dict(self.errors),
            "cores": {what: round(share, 2) for what, share in self.cores.items()},
            "target_ms": self.target_ms,
            "met": self.met,
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


def latencies(found: Sequence[Latency]) -> Table:
    """Latencies for people; a target is one of p99, and no error."""
    shown = Table(title="What callers of the interface wait", caption_justify="left")
    shown.add_column("latency of commands")
    for heading in ("requests/s", "commands", "p50 ms", "p95", "p99", "target", "met", "errors", "cores used by"):
        shown.add_column(heading, justify="right")
    for one in found:
        shown.add_row(
            one.name, f"{one.rate:,.0f}", f"{one.commands:,}", f"{one.p50_ms:.0f}", f"{one.p95_ms:.0f}",
            f"{one.p99_ms:.0f}", f"{one.target_ms:.0f}" if one.target_ms else "", "yes" if one.met else "no",
            ", ".join(f"{what}: {times}" for what, times in one.errors.items()) or "0",
            ", ".join(f"{what} {share:.2f}" for what, share in one.cores.items()),
        )  # fmt: skip
    return shown


def show(found: Sequence[Figure | Latency], settings: Mapping[str, str]) -> None:
    """Print the tables, as wide as they are where the output is no terminal."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=160)
    console.print(table([one for one in found if isinstance(one, Figure)], settings))
    if waits := [one for one in found if isinstance(one, Latency)]:
        console.print(latencies(waits))


def write(path: Path, found: Sequence[Figure | Latency], settings: Mapping[str, str]) -> None:
    """The same as JSON."""
    content = {
        "settings": dict(settings),
        "figures": [one.as_json() for one in found if isinstance(one, Figure)],
        "latencies": [one.as_json() for one in found if isinstance(one, Latency)],
    }
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
