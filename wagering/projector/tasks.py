"""The Celery task that moves the catch-up projections."""

from __future__ import annotations

import logging
import time
from typing import Final

from celery import shared_task
from django.db import DatabaseError, InterfaceError

from wagering.projector.catch_up import advance, projections

log = logging.getLogger(__name__)

# Of each projection per run: one that has far to go must not keep the others waiting, and tasks stay short.
SECONDS: Final = 2.0


@shared_task(name="projector.advance")
def advance_all() -> None:
    """Advances every catch-up projection; the failure of one is logged and does not stop the others."""
    for projection in projections():
        try:
            advance(projection, time.monotonic() + SECONDS)
        except (DatabaseError, InterfaceError):
            log.exception("projection %s could not advance", projection.key)
