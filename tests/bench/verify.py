"""`audit_verify` over the whole log, against a cursor and SHA-256 over the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final, LiteralString

import psycopg
from psycopg.types.string import TextBinaryLoader

from audit.snapshot import snapshot
from audit.verify import verify
from tests.bench import play
from tests.bench.database import connect
from tests.bench.report import Figure
from tests.bench.sizes import Sizes
from tests.bench.workers import Cost, Meter, in_processes

_BATCH: Final = 2_000
# Everything that is hashed, as bytes; numbers as the eight bytes they are hashed as.
_READ: Final[LiteralString] = (
    "SELECT hash, stream, int8send(version), name, body, actor, command, correlation,"
    " int8send((extract(epoch FROM occurred_at) * 1000000)::bigint) FROM eventstore_event ORDER BY position"
)


class _Bytes(TextBinaryLoader):
    """Texts as the bytes they came as."""

    def load(self, data: bytes | bytearray | memoryview) -> bytes:
        return bytes(data)


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Events a second."""
    play.ensure_events(sizes)
    theirs: list[Cost] = []
    ours: list[Cost] = []
    for _ in range(sizes.repetitions):
        theirs += in_processes(1, lambda _, meter: _hashed(sizes.passes, meter))
        ours += in_processes(1, lambda _, meter: _verified(sizes.passes, meter))
    yield Figure("audit_verify", "events", "cursor and hashlib alone", theirs, ours, 0.5)


def _hashed(passes: int, meter: Meter) -> Cost:
    with connect() as connection:
        connection.autocommit = False
        connection.adapters.register_loader("text", _Bytes)
        with psycopg.ServerCursor(connection, "hash") as cursor:
            cursor.itersize = _BATCH

            def work() -> int:
                count = 0
                cursor.execute(_READ, binary=True)
                for row in cursor:
                    sha256(b"".join(row)).digest()
                    count += 1
                return count

            work()  # once unmeasured: pages are read
            return meter(lambda: sum(work() for _ in range(passes)), connection.info.backend_pid)


def _verified(passes: int, meter: Meter) -> Cost:
    with snapshot() as connection:

        def work() -> int:
            found = verify(connection)
            if found.findings.count:
                raise RuntimeError(f"the log is not whole: {found.findings.first()}")
            return found.events

        work()  # once unmeasured: pages are read
        return meter(lambda: sum(work() for _ in range(passes)), connection.info.backend_pid)
