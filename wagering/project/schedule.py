"""The periodic jobs, all in one place. Celery's beat reads it; a job that is not here does not run by itself.

A tick only wakes work that is found in the database. A job that must happen once per period claims a unique row
(job, period) itself, so two beats, or none for an hour, do no harm.
"""

from __future__ import annotations

from typing import Any, Final


def every(seconds: float, task: str) -> dict[str, Any]:
    """A beat entry: `task` every so many seconds. A tick that waits longer is dropped, since the next one is due."""
    return {"task": task, "schedule": seconds, "options": {"expires": max(seconds, 1.0)}}


BEAT_SCHEDULE: Final[dict[str, dict[str, Any]]] = {
    "deadlines": every(1, "clock.sweep"),
    "payments": every(1, "rounds.pay_decided"),
    "projections": every(1, "projector.advance"),
    "outbox": every(1, "integrations.relay"),
    "webhooks": every(1, "feed.send"),
    "chains": every(300, "audit.watch"),
    "forgetting": every(600, "access.forget"),
}
