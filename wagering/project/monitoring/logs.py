"""Log lines: JSON for machines, a readable line for people; both say on whose behalf, and neither shows a credential.

JSON has a closed list of fields. What a library attaches to its records (Django: the whole request, with its query
string) is left out.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, Final

from pythonjsonlogger.json import JsonFormatter

from wagering.project.monitoring import context
from wagering.project.monitoring.masking import mask

EXTRA: Final = ("method", "route", "audience", "status", "duration_ms", "actor")
"""Fields that this project's own records bring along (``extra=``): those of the access line."""


class JsonLines(JsonFormatter):
    """One JSON object a line: time (RFC 3339, UTC), level, logger, message, then what is known of the rest."""

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        """Only the fields of the list."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
        log_data |= {"time": f"{at}Z", "level": record.levelname, "logger": record.name, "message": record.message}
        log_data |= context.fields() | _extra(record)
        for name in ("exc_info", "stack_info"):
            if message_dict.get(name):
                log_data[name] = message_dict[name]

    def format(self, record: logging.LogRecord) -> str:
        """Masked as a whole, tracebacks too."""
        return mask(super().format(record))


class ReadableLines(logging.Formatter):
    """Time, level, logger, message, and the context in brackets."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  (the standard library's name)
        """The line in front of a traceback."""
        known = " ".join(f"{name}={value}" for name, value in context.fields().items())
        return f"{super().formatMessage(record)} [{known}]" if known else super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """Masked as a whole, tracebacks too."""
        return mask(super().format(record))


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    return {name: record.__dict__[name] for name in EXTRA if name in record.__dict__}
