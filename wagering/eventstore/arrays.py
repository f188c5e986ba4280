"""Arrays as the server reads them in binary.

psycopg dumps a list element by element and looks for a common type first: for the twenty arrays of one command that
was a quarter of all the time its process spent. Here the type is known, so an array is one header and one join.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any, Final, cast

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

_header = Struct(">iiiii").pack  # dimensions, has nulls, element type, length, lower bound
_empty = Struct(">iii").pack
_size = Struct(">i").pack
_int4 = Struct(">ii").pack
_int8 = Struct(">iq").pack
_bool = Struct(">i?").pack
_NULL: Final = _size(-1)
_BOOL, _INT8, _INT4, _TEXT = 16, 20, 23, 25  # element types, as pg_type numbers them


class Texts(bytes):
    """A ``text[]``."""


class Bigints(bytes):
    """A ``bigint[]``."""


class Integers(bytes):
    """An ``integer[]``."""


class Booleans(bytes):
    """A ``boolean[]``."""


# Most arrays of most commands are empty.
_NO_TEXTS: Final = Texts(_empty(0, 0, _TEXT))
_NO_BIGINTS: Final = Bigints(_empty(0, 0, _INT8))
_NO_INTEGERS: Final = Integers(_empty(0, 0, _INT4))


def texts(values: Sequence[str]) -> Texts:
    """Of texts without NULL among them."""
    if not values:
        return _NO_TEXTS
    parts = [_size(len(data := value.encode())) + data for value in values]
    return Texts(_header(1, 0, _TEXT, len(values), 1) + b"".join(parts))


def bigints(values: Sequence[int | None]) -> Bigints:
    """Of numbers of eight bytes; None is NULL."""
    if not values:
        return _NO_BIGINTS
    parts = [_NULL if value is None else _int8(8, value) for value in values]
    return Bigints(_header(1, 1, _INT8, len(values), 1) + b"".join(parts))


def integers(values: Sequence[int]) -> Integers:
    """Of numbers of four bytes."""
    if not values:
        return _NO_INTEGERS
    return Integers(_header(1, 0, _INT4, len(values), 1) + b"".join([_int4(4, value) for value in values]))


def booleans(values: Sequence[bool]) -> Booleans:
    """Of truth values."""
    return Booleans(_header(1, 0, _BOOL, len(values), 1) + b"".join([_bool(1, value) for value in values]))


class _AsIs(Dumper):
    format = Format.BINARY

    def dump(self, obj: bytes) -> bytes:
        return obj


class _TextsDumper(_AsIs):
    oid = 1009


class _BigintsDumper(_AsIs):
    oid = 1016


class _IntegersDumper(_AsIs):
    oid = 1007


class _BooleansDumper(_AsIs):
    oid = 1000


_DUMPERS: Final = {
    Texts: _TextsDumper,
    Bigints: _BigintsDumper,
    Integers: _IntegersDumper,
    Booleans: _BooleansDumper,
}


def register(connection: Any, **_: Any) -> None:
    """Teach a new connection of Django's these types; a receiver of ``connection_created``."""
    adapters = cast("psycopg.Connection[Any]", connection.connection).adapters
    for kind, dumper in _DUMPERS.items():
        adapters.register_dumper(kind, dumper)
