"""The one call that writes a command: arguments for ``dispatch_commit`` and what its errors mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, LiteralString

import msgspec
from django.db import DatabaseError

from wagering.dispatch.command import Answer
from wagering.dispatch.work import ClosedBet, Work
from wagering.eventstore.append import CONFLICT, VersionConflictError
from wagering.eventstore.arrays import bigints, booleans, integers, texts
from wagering.eventstore.codec import canonical
from wagering.eventstore.session import execute, server_message, sqlstate


class TryAgainError(Exception):
    """Serialization failure or deadlock: run the whole command again."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A key seen before: fingerprint of the first request, whether it was accepted, and the first answer."""

    fingerprint: bytes
    answer: Answer


TRY_AGAIN: Final = frozenset({"40001", "40P01"})
SQL: Final[LiteralString] = (
    "SELECT (r.replayed).fingerprint, (r.replayed).accepted, (r.replayed).answer, r.versions FROM dispatch_commit("
    "%b::text, %b::bytea, %b::text, %b::text, %b::text, %b::text, %b::timestamptz, %b::text[], %b::bigint[], "
    "%b::text[], %b::bigint[], %b::boolean[], %b::integer[], %b::text[], %b::text[], %b::text[], %b::bigint[], "
    "%b::text[], %b::text[], %b::bigint[], %b::text[], %b::integer[], %b::text[], %b::text[], %b::bigint[], "
    "%t::jsonb) r"
)
_encode = msgspec.json.Encoder().encode


def commit(work: Work, answer: Answer, fingerprint: bytes) -> dict[str, int] | Receipt:
    """Write ``work``; the new version of every stream appended to, or the first receipt of this key.

    Raises ``VersionConflictError`` and ``TryAgainError``; after either nothing has been written.
    """
    streams = sorted({stream for stream, _ in work.events})
    try:
        row = execute(SQL, _arguments(work, streams, answer, fingerprint)).fetchone()
    except DatabaseError as error:
        state = sqlstate(error)
        if state == CONFLICT:
            raise VersionConflictError(server_message(error)) from error
        if state in TRY_AGAIN:
            raise TryAgainError(str(error)) from error
        raise
    if row is None:
        raise RuntimeError("dispatch_commit returned no row")
    if row[0] is not None:
        return Receipt(row[0], Answer(row[1], msgspec.json.decode(row[2]), replayed=True))
    return dict(zip(streams, row[3], strict=True))


def _arguments(work: Work, streams: list[str], answer: Answer, fingerprint: bytes) -> tuple[Any, ...]:
    envelope, events, closed = work.envelope, work.events, work.closed
    index = {stream: number for number, stream in enumerate(streams, 1)}
    reads = sorted(stream for stream in work.guards if stream not in index)
    entries = [
        (ledger, f"{ledger}:{account}", amount) for (ledger, account, _), amount in work.entries.items() if amount
    ]
    return (
        envelope.command.KIND,
        fingerprint,
        _encode(answer.content).decode(),
        envelope.actor,
        envelope.key,
        work.correlation,
        envelope.at,
        texts(reads),
        bigints([work.based_on[stream] for stream in reads]),
        texts(streams),
        bigints([work.based_on.get(stream) for stream in streams]),
        booleans([stream in work.exclusive for stream in streams]),
        integers([index[stream] for stream, _ in events]),
        texts([event.NAME for _, event in events]),
        texts([canonical(event) for _, event in events]),
        texts(list(work.balances)),
        bigints(list(work.balances.values())),
        *(_entry_arrays(entries) if entries else _NO_ENTRIES),
        *(_closed_arrays(closed) if closed else _NONE_CLOSED),
        _encode(work.rows).decode() if work.rows else None,
    )


def _entry_arrays(entries: Sequence[tuple[str, str, int]]) -> tuple[Any, ...]:
    return (
        texts([ledger for ledger, _, _ in entries]),
        texts([account for _, account, _ in entries]),
        bigints([amount for _, _, amount in entries]),
    )


def _closed_arrays(closed: Sequence[ClosedBet]) -> tuple[Any, ...]:
    return (
        texts([bet.id for bet in closed]),
        integers([bet.revision for bet in closed]),
        texts([bet.status for bet in closed]),
        texts([bet.outcome for bet in closed]),
        bigints([bet.returned for bet in closed]),
    )


_NO_ENTRIES: Final = _entry_arrays(())
_NONE_CLOSED: Final = _closed_arrays(())
