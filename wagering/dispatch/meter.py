"""What this process tells of the commands it ran: how many by kind and refusal code, and how long they took.

The counters are prometheus_client's, in its default registry: a microsecond each, and nobody above is called. Labels
are kinds and codes of the program, never ids, so there are as many series as there are commands and refusals.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache
from typing import Final

from prometheus_client import Counter, Histogram

from wagering.dispatch.command import Answer
from wagering.dispatch.work import Work

RUNNING: Final[ContextVar[Work | None]] = ContextVar("wagering_running_command", default=None)
"""The command this thread is at: what is logged meanwhile can say on whose behalf."""

COMMANDS: Final = Counter(
    "wagering_commands",
    "Commands by kind. outcome: accepted, refused, replayed (its first answer was given again), failed (no answer: the"
    " database did not do it). code: the refusal code.",
    ("kind", "outcome", "code"),
)
SECONDS: Final = Histogram(
    "wagering_command_seconds",
    "From a command to its answer, repeated attempts included.",
    ("kind",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
)

# Looking a child up by its labels costs three times as much as counting.
_counted = cache(COMMANDS.labels)
_timed = cache(SECONDS.labels)


def note(kind: str, answer: Answer | None, seconds: float) -> None:
    """Count one command; ``answer`` is None where an error came instead."""
    if answer is None:
        outcome, code = "failed", ""
    else:
        outcome = "replayed" if answer.replayed else "accepted" if answer.accepted else "refused"
        code = answer.code
    _counted(kind, outcome, code).inc()
    _timed(kind).observe(seconds)
