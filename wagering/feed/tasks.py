"""The Celery task that sends webhooks."""

from __future__ import annotations

import threading
import time
from typing import Final

from celery import shared_task

from wagering.feed.sender import send

# Well within the time after which a broker hands an unfinished message out again.
SECONDS: Final = 20.0
_sending = threading.Lock()


@shared_task(name="feed.send")
def send_webhooks() -> None:
    """Sends what is due. One run at a time in a process: a slow receiver must not take a worker's every thread."""
    if not _sending.acquire(blocking=False):
        return
    try:
        send(time.monotonic() + SECONDS)
    finally:
        _sending.release()
