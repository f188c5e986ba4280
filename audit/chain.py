"""Recomputes the hash chain of every stream from the bytes in the database (HASHING.md), with code of its own.

Read in order of position: the first damage of the log is the first one met, and events of one stream whose positions
were exchanged show as versions out of order. Kept in memory is one entry a stream, about 250 bytes; a log with more
streams than ``STREAMS_AT_ONCE`` is read several times, each time with another share of its streams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from struct import Struct
from typing import Final

from audit.findings import KEPT, Findings
from audit.log import HASH_SIZE, HEAD, STREAM_AT, TIMESTAMP_EPOCH, fields

STREAMS_AT_ONCE: Final = 1_000_000
GENESIS: Final = bytes(32)
_NEW: Final = bytes(8) + GENESIS

Watch = Callable[[bytes], None]
"""Called with the row of every event that has a watched name."""

Tick = Callable[[int], None]
"""Called now and then with the number of rows read since the last time."""

_TICK_EVERY: Final = 4_096

_int8 = Struct(">q").pack
_time = Struct(">Q").pack  # the same bytes as a signed number, but an infinite time is only wrong, not an error
_64_BITS: Final = 2**64 - 1
_int4_at = Struct(">i").unpack_from
_version = Struct(">q").unpack


class Chain:
    """Every stream's last version and hash so far, as the stored events say; ``findings`` is where they are wrong.

    After a wrong event the chain goes on from what is stored, so that one changed event is one finding.
    """

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.events = 0
        self._locate: Callable[[str], int | None] = lambda _: None
        self._ends: dict[bytes, bytes] = {}  # stream -> 8 bytes version, 32 bytes hash

    def resume(self, stream: str, version: int, hash_: bytes) -> None:
        """The rows of ``stream`` are read from behind this event on, which is taken for granted."""
        self._ends[stream.encode()] = _int8(version) + hash_

    def read(self, rows: Iterable[bytes], tick: Tick, watch: Watch, names: frozenset[bytes] = frozenset()) -> None:
        """Check these rows, which continue what was read before, and show those called ``names`` to ``watch``."""
        ends, ticked = self._ends, 0
        for row in rows:
            _, version, occurred, size = HEAD(row)
            end = STREAM_AT + size
            stream = row[STREAM_AT:end]
            before = ends.get(stream, _NEW)
            time = _time((occurred + TIMESTAMP_EPOCH) & _64_BITS)
            message = before[8:], row[STREAM_AT - 4 : end], version, row[end:-HASH_SIZE], time
            stored = row[-32:]
            if sha256(b"".join(message)).digest() != stored or before[:8] != _int8(_version(version)[0] - 1):
                self._wrong(row, before)
            ends[stream] = version + stored
            if names:
                (length,) = _int4_at(row, end)
                if row[end + 4 : end + 4 + length] in names:
                    watch(row)
            ticked += 1
            if ticked == _TICK_EVERY:
                tick(ticked)
                self.events += ticked
                ticked = 0
        tick(ticked)
        self.events += ticked

    def check_heads(self, heads: Iterable[tuple[str, int, bytes]], locate: Callable[[str], int | None]) -> int:
        """Compare with the head rows, which say where every stream ends; the number of heads. Forgets the streams.

        ``locate`` finds the position of a stream's last event, None if it has none.
        """
        self._locate = locate
        count = 0
        for stream, version, hash_ in heads:
            count += 1
            end = self._ends.pop(stream.encode(), _NEW)
            last = _version(end[:8])[0]
            if version > last:
                what = f"the head row says version {version}, the log ends at {last}: events are missing at its end"
                self._about_end(stream, last + 1, what)
            elif version < last:
                self._about_end(stream, last, f"the head row says version {version}, the log goes on to {last}")
            elif bytes(hash_) != end[8:]:
                self._about_end(stream, version, "the head row has another hash than the last event")
        for name, end in self._ends.items():
            self._about_end(name.decode(), _version(end[:8])[0], "the stream has events, but no head row")
        self._ends.clear()
        return count

    def _about_end(self, stream: str, version: int, what: str) -> None:
        # Looking up a million positions would take longer than the verification.
        self.findings.add(self._locate(stream) if self.findings.count < KEPT else None, stream, version, what)

    def _wrong(self, row: bytes, before: bytes) -> None:
        """Say what does not fit: the version if it is out of order, else the content."""
        position, packed, _, size = HEAD(row)
        stream = row[STREAM_AT : STREAM_AT + size].decode(errors="replace")
        version, expected = _version(packed)[0], _version(before[:8])[0] + 1
        if version > expected:
            missing = f"version {expected}" if version == expected + 1 else f"versions {expected} to {version - 1}"
            what = f"{missing} should come first: deleted, or moved to another position"
        elif version < expected:
            what = f"version {version} comes after version {expected - 1}: moved, or inserted"
        elif len(fields(row)[-1]) != 32:
            what = "the stored hash is not 32 bytes"
        else:
            what = "the hash does not fit: the event was changed or inserted, or the stored hash was"
        self.findings.add(position, stream, version, what)
