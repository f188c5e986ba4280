"""Replay of all events to state, against a cursor that reads and decodes them and does nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, LiteralString

import msgspec
import psycopg

from tests.bench import play
from tests.bench.database import connect
from tests.bench.report import Figure
from tests.bench.sizes import Sizes
from tests.bench.workers import Cost, Meter, in_processes
from wagering.dispatch.wiring import event_types
from wagering.eventstore.codec import decode
from wagering.rounds import evolve as rounds
from wagering.rounds.play import Play
from wagering.wallet import evolve as wallets
from wagering.wallet.state import Wallet

_BATCH: Final = 2_000
_READ: Final[LiteralString] = (
    "SELECT stream, name, body, occurred_at FROM eventstore_event WHERE stream LIKE %s ORDER BY stream, version"
)
Rows = Iterator[tuple[str, str, str, Any]]


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Events a second of round and wallet streams, each kind for itself."""
    play.ensure_events(sizes)
    for kind, fold in (("round", fold_rounds), ("wallet", fold_wallets)):
        theirs: list[Cost] = []
        ours: list[Cost] = []
        for _ in range(sizes.repetitions):
            theirs += in_processes(1, lambda _, meter, kind=kind: _measured(kind, decoded, sizes.passes, meter))
            ours += in_processes(1, lambda _, meter, kind=kind, fold=fold: _measured(kind, fold, sizes.passes, meter))
        yield Figure(f"replay of {kind} streams", "events", "cursor and decoding alone", theirs, ours, 0.5)


def decoded(rows: Rows) -> int:
    """The limit: every body decoded to its typed event."""
    decoders: dict[str, Callable[[str], Any]] = {
        name: msgspec.json.Decoder(kind).decode for name, kind in event_types().items()
    }
    count = 0
    for _, name, body, _ in rows:
        decoders[name](body)
        count += 1
    return count


def fold_rounds(rows: Rows) -> int:
    """Every round to its last state."""
    types, tables, count = event_types(), _tables(), 0
    for _, stored in groupby(rows, itemgetter(0)):
        happened = [(decode(types, name, body), at) for _, name, body, at in stored]
        rounds.evolve_all(tables[happened[0][0].table], "round", happened)
        count += len(happened)
    return count


def fold_wallets(rows: Rows) -> int:
    """Every wallet to its last state."""
    types, evolve, count, current = event_types(), wallets.evolve, 0, ""
    state = Wallet("")
    for stream, name, body, _ in rows:
        event = decode(types, name, body)
        if stream != current:
            current, state = stream, Wallet(stream.partition("/")[2])
        state = evolve(state, event)
        count += 1
    return count


def _tables() -> dict[str, Play]:
    with connect() as connection:
        found = connection.execute("SELECT body FROM eventstore_event WHERE name = 'table.opened@1'")
        opened = [decode(event_types(), "table.opened@1", body) for (body,) in found]
    return {event.table: rounds.opened(event) for event in opened}


def _measured(kind: str, work: Callable[[Rows], int], passes: int, meter: Meter) -> Cost:
    with connect() as connection:
        connection.autocommit = False
        with psycopg.ServerCursor(connection, "replay") as cursor:
            cursor.itersize = _BATCH

            def read() -> int:
                cursor.execute(_READ, (f"{kind}/%",), binary=True)
                return work(iter(cursor))

            read()  # once unmeasured: decoders are made and pages are read
            return meter(lambda: sum(read() for _ in range(passes)), connection.info.backend_pid)
