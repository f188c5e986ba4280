"""Pages by key instead of by number: no COUNT, no OFFSET, the millionth page as fast as the first.

A cursor is the key of the row a page continues from. Rows are read once more than shown, which tells whether there is
a further page.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)
TEMPLATE: Final = "backoffice/pagination.html"


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: after the row with these key values, or before it."""

    values: tuple[Any, ...]
    before: bool


@dataclass(frozen=True, slots=True)
class Window(Generic[Row]):
    """One page, in list order; ``following`` and ``preceding`` are cursors for its neighbours, empty if none."""

    rows: Sequence[Row]
    following: str
    preceding: str
    template_name: str = TEMPLATE
    num_pages: int = 1
    count: int = 0


def encode(row: Model, key: Sequence[str]) -> str:
    """The key of ``row`` as it is put into an address."""
    values = [getattr(row, name.lstrip("-")) for name in key]
    text = json.dumps([value.isoformat() if isinstance(value, datetime) else value for value in values])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode(model: type[Model], key: Sequence[str], text: str, *, before: bool) -> Cursor | None:
    """The cursor an address holds; None if it is none, so that a broken link shows the first page."""
    try:
        values = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        if not isinstance(values, list) or len(values) != len(key) or None in values:
            return None
        fields = [_field(model, name) for name in key]
        return Cursor(tuple(field.to_python(value) for field, value in zip(fields, values, strict=True)), before)
    except (ValueError, TypeError, OverflowError, binascii.Error, ValidationError):
        return None


def window(rows: QuerySet[Row], key: Sequence[str], cursor: Cursor | None, size: int) -> Window[Row]:
    """The page of ``rows`` at ``cursor``, in the order of ``key`` (``-name`` is descending)."""
    backwards = cursor is not None and cursor.before
    order = [_turned(name) for name in key] if backwards else list(key)
    if cursor is not None:
        rows = rows.filter(_beyond(order, cursor.values))
    found = list(rows.order_by(*order)[: size + 1])
    more, found = len(found) > size, found[:size]
    if backwards:
        found.reverse()
    if not found:
        return Window((), "", "")
    has_following, has_preceding = (True, more) if backwards else (more, cursor is not None)
    return Window(
        found, encode(found[-1], key) if has_following else "", encode(found[0], key) if has_preceding else ""
    )


def _field(model: type[Model], name: str) -> Any:
    name = name.lstrip("-")
    return model._meta.pk if name == "pk" else model._meta.get_field(name)


def _turned(name: str) -> str:
    return name[1:] if name.startswith("-") else f"-{name}"


def _beyond(order: Sequence[str], values: Sequence[Any]) -> Q:
    """Rows after ``values`` in ``order``; the first column's bound stands alone, so that its index is used."""
    found, equal = Q(), Q()
    for name, value in zip(order, values, strict=True):
        column = name.lstrip("-")
        found |= equal & Q(**{f"{column}__{'lt' if name.startswith('-') else 'gt'}": value})
        equal &= Q(**{column: value})
    if len(order) == 1:
        return found
    first = order[0].lstrip("-")
    return Q(**{f"{first}__{'lte' if order[0].startswith('-') else 'gte'}": values[0]}) & found
