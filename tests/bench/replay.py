"""Replay of all events to state, against a cursor that reads and decodes them and does nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, LiteralString

import psycopg

from games.catalog import find
from tests.bench import play
from tests.bench.database import connect
from tests.bench.report import Figure
from tests.bench.sizes import Sizes
from tests.bench.workers import Cost, Meter, in_processes
from wagering.dispatch.wiring import event_types
from wagering.eventstore.codec import decode
from wagering.rounds.events import EVENTS, RoundOpened
from wagering.wallet import evolve as wallets
from wagering.wallet.state import Wallet

_BATCH: Final = 2_000
_ABOUT_THE_ROUND: Final = frozenset(event.NAME for event in EVENTS)
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
    """The limit: every body decoded to its typed event, as the store decodes it."""
    types, count = event_types(), 0
    for _, name, body, _ in rows:
        decode(types, name, body)
        count += 1
    return count


def fold_rounds(rows: Rows) -> int:
    """Every round to the last state of its game, by the rules it is pinned to."""
    types, options, count = event_types(), _options(), 0
    evolve: Callable[[Any, Any], Any] | None = None
    state: Any = None
    for _, name, body, _ in rows:
        event = decode(types, name, body)
        count += 1
        if isinstance(event, RoundOpened):
            ruleset = find(event.game)
            evolve, state = ruleset.evolve, ruleset.initial(options[event.table], event.seated)
        elif evolve is not None and name not in _ABOUT_THE_ROUND:
            state = evolve(state, event)
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


def _options() -> dict[str, Any]:
    """What every table plays by, read once."""
    with connect() as connection:
        found = connection.execute("SELECT body FROM eventstore_event WHERE name = 'table.opened@1'")
        opened = [decode(event_types(), "table.opened@1", body) for (body,) in found]
    return {event.table: find(event.game).read_options(event.options) for event in opened}


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
