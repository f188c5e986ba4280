"""What the process writes to its log, as a formatter makes it at that moment."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class Written(logging.Handler):
    """Keeps the lines that standard error would get."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def written(formatter: logging.Formatter) -> Iterator[list[str]]:
    """Everything that is logged inside."""
    handler = Written(formatter)
    logging.getLogger().addHandler(handler)
    try:
        yield handler.lines
    finally:
        logging.getLogger().removeHandler(handler)
