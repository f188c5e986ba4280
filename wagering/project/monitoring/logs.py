"""Log lines: JSON for machines, a readable line for people; both say on whose behalf, and neither shows a credential.

JSON has a closed list of fields. What a library attaches to its records (Django: the whole request, with its query
string) is left out.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Final

from wagering.project.monitoring import context
from wagering.project.monitoring.masking import mask

EXTRA: Final = ("method", "route", "audience", "status", "duration_ms", "actor")
"""Fields that this project's own records bring along (``extra=``): those of the access line."""


class JsonLines(logging.Formatter):
    """One JSON object a line: time (RFC 3339, UTC), level, logger, message, then what is known of the rest."""

    def format(self, record: logging.LogRecord) -> str:
        """Only the fields of the list; masked as a whole, tracebacks too."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
        found = {"time": f"{at}Z", "level": record.levelname, "logger": record.name, "message": record.getMessage()}
        found |= context.fields() | {name: record.__dict__[name] for name in EXTRA if name in record.__dict__}
        if record.exc_info:
            found["exc_info"] = self.formatException(record.exc_info)
        if record.stack_info:
            found["stack_info"] = record.stack_info
        return mask(json.dumps(found))


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
