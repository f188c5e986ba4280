"""The Celery tasks between outbox and notices."""

from __future__ import annotations

import time
from typing import Final

from celery import shared_task
from kombu import exceptions

from wagering.integrations import notices
from wagering.integrations.outbox import Waiting
from wagering.integrations.relay import relay

# Of publishing per run; a longer backlog goes on with the next tick.
SECONDS: Final = 5.0


def publish(row: Waiting) -> None:
    """Sends the task that takes `row` in. Its message id says which row it is, whoever sends it and how often.

    Raises one of `relay.OUTAGES` when the broker is away, another error when it refuses this message.
    """
    try:
        take_in.apply_async(args=(row.id,), task_id=f"outbox-{row.id}", retry=False)
    except Exception as error:
        broker = take_in.app.connection_for_write()
        if isinstance(error, (*broker.connection_errors, *broker.channel_errors)):
            raise exceptions.OperationalError(str(error)) from error
        raise


@shared_task(name="integrations.relay")
def relay_outbox() -> None:
    """Publishes what waits."""
    relay(publish, time.monotonic() + SECONDS)


@shared_task(name="integrations.take_in")
def take_in(outbox_id: int) -> None:
    """Takes one row in; a known one is dropped."""
    notices.take_in(outbox_id)
