"""What beat sends exists: a misspelt task would be an error in a worker's log once a second, and nothing else."""

from __future__ import annotations

from wagering.project.celery import app
from wagering.project.schedule import BEAT_SCHEDULE


def test_every_periodic_task_is_registered() -> None:
    app.loader.import_default_modules()
    assert BEAT_SCHEDULE
    assert {entry["task"] for entry in BEAT_SCHEDULE.values()} <= set(app.tasks)


def test_no_tick_outlives_the_next_by_far() -> None:
    """Ticks that pile up while no worker runs would all run at once."""
    assert all(entry["options"]["expires"] <= max(entry["schedule"], 1) for entry in BEAT_SCHEDULE.values())
