"""Lists a page at a time: a cursor is the key of the last item seen, so that what is added meanwhile moves nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta

from wagering.api.problems import Problem

_NUMBER: Final = re.compile(r"[0-9]{1,18}\Z")

Row = TypeVar("Row")
Item = TypeVar("Item")


class PageQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of a list."""

    after: Annotated[str, Meta(max_length=400, description="The `next` of the page before; without it the first.")] = ""
    limit: Annotated[int, Meta(ge=1, le=200, description="Items at most.")] = 50

    @property
    def rows(self) -> int:
        """How many rows to read: one more than is shown tells whether there is a further page."""
        return self.limit + 1

    @property
    def number(self) -> int:
        """The cursor of a list whose keys are numbers; ``Problem`` bad_cursor."""
        if self.after and not _NUMBER.match(self.after):
            raise Problem("bad_cursor", "the cursor must be one that was given out", "after")
        return int(self.after or 0)


def paged(
    asked: PageQuery, rows: Sequence[Row], key: Callable[[Row], object], show: Callable[[Row], Item]
) -> tuple[list[Item], str | None]:
    """Items and the next cursor, of ``asked.rows`` rows in ascending order of ``key``."""
    shown = rows[: asked.limit]
    return [show(row) for row in shown], str(key(shown[-1])) if len(rows) > asked.limit else None
