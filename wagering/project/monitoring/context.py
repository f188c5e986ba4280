"""On whose behalf something is logged: the request, the command and the task that this thread or coroutine is at."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Final

from celery import current_task

from wagering.dispatch.meter import RUNNING

REQUEST: Final[ContextVar[str]] = ContextVar("wagering_request_id", default="")


def fields() -> dict[str, str]:
    """What is known now, under the names of the log's fields; nothing empty."""
    found = {"request_id": REQUEST.get()}
    if (work := RUNNING.get()) is not None:
        envelope = work.envelope
        found |= {"role": envelope.role, "kind": envelope.command.KIND, "key": envelope.key}
        found["correlation"] = work.correlation
    if current_task:
        found |= {"task": current_task.name, "task_id": current_task.request.id or ""}
    return {name: value for name, value in found.items() if value}
