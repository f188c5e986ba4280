"""The Celery task that sweeps the deadlines."""

from __future__ import annotations

import time
from typing import Final

from celery import shared_task

from wagering.clock import heartbeat
from wagering.clock.sweep import expire, sweep

# A tick comes every second and the task looks several times in it: players wait for their time-outs. It occupies one
# slot of a worker most of the time, so a worker needs more than one.
SECONDS: Final = 0.9
PAUSE: Final = 0.2


@shared_task(name="clock.sweep")
def sweep_deadlines() -> None:
    """Sweeps for almost a second. A lost or late tick only delays."""
    fire = expire()
    until = time.monotonic() + SECONDS
    while True:
        sweep(fire, until)
        if time.monotonic() + PAUSE >= until:
            heartbeat.beat(heartbeat.SWEEP)
            return
        time.sleep(PAUSE)
