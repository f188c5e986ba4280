"""The Celery application: `celery -A wagering.project worker`.

Start workers with `--without-gossip --without-mingle`: nothing here uses them, and the default broker has no room for
their queues. In production run one separate `celery -A wagering.project beat`.
"""

from __future__ import annotations

import logging
import os
from logging.config import dictConfig
from typing import Any

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wagering.project.settings")

app = Celery("wagering")
app.config_from_object("wagering.project.settings:CELERY")
app.autodiscover_tasks()


@signals.celeryd_init.connect
@signals.beat_init.connect
def prepare(**_: Any) -> None:
    """Before a worker or beat opens a connection: refuses unsafe production, starts the embedded database."""
    from wagering.project import checks, database

    try:
        checks.refuse_unsafe()
        database.ensure_database()
        database.ensure_broker()
    except Exception as error:
        # Celery logs what a signal's receiver raises and goes on; only this ends the process.
        raise SystemExit(f"{type(error).__name__}: {error}") from error


@signals.setup_logging.connect
def log(loglevel: int | None = None, **_: Any) -> None:
    """Worker and beat log as the web process does, with the level of their own option; Celery's own setup stays out."""
    from django.conf import settings

    dictConfig(settings.LOGGING)
    if loglevel is not None:
        logging.getLogger().setLevel(loglevel)


@app.task(name="project.ping")
def ping() -> str:
    """Does nothing; shows in the log that messages arrive."""
    return "pong"
