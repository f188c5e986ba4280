"""The interface over HTTP: 500 players at 20 tables, how many commands a second, and how long each takes below that.

The limit is the same play (``crowd``) at the same tables straight through the pipeline, without HTTP, credentials and
limits of rate, by as many processes as ``PROCESSES``. The server is granian as production starts it, with a notifier.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, LiteralString
from urllib.parse import urlsplit

import msgspec
import psutil
from django.db import connections

from games.catalog import SAMPLES
from tests.bench.crowd import CHIP, STUDIO, Look, Move, Table
from tests.bench.load import PATIENCE_S, Place, Plan, Result
from tests.bench.report import Figure, Latency
from tests.bench.script import GAME
from tests.bench.sizes import Sizes
from tests.bench.workers import Cost, Meter, in_processes, together
from tests.support import web
from wagering.access.commands import OpenSession, RegisterDevice
from wagering.access.secrets import derive
from wagering.dispatch.command import Envelope
from wagering.dispatch.pipeline import execute
from wagering.eventstore.session import execute as execute_sql
from wagering.eventstore.session import raw
from wagering.project import database, env
from wagering.rounds.queries import current, view
from wagering.tables.commands import OpenTable
from wagering.wallet.commands import OpenWallet

PLAYERS: Final = 25
"""At a table: seven in its seats, the others behind them."""
PROCESSES: Final = 4
SHARE: Final = 0.6
OPERATOR: Final = "bench"
LOGS: Final = {"LOG_LEVEL": "INFO", "LOG_FORMAT": "json"}
"""As in production: a line a request."""
# People take their time; nobody may be late only because a machine is slow.
TIMES: Final = {"bet_s": 600, "insurance_s": 600, "decision_s": 600, "follow_s": 600}

_BACKENDS: Final[LiteralString] = """
SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


def figures(sizes: Sizes) -> Iterator[Figure | Latency]:
    """Commands a second, then latencies at a part of that rate."""
    places = _places(sizes.tables)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        files = Path(folder)
        child = {**os.environ, **_addresses(), **LOGS, "PYTHONPATH": str(env.ROOT), "PYTHONUNBUFFERED": "1"}
        port = stack.enter_context(web.serving(child, env.ROOT, files / "web.log"))
        stack.enter_context(web.notifying(child, env.ROOT, files / "notifier.log"))
        # Once unmeasured: then every thread has its connection, whose server process can be watched.
        _over_http(child, files, _plan(port, places, sizes, sizes.api_warm, 0.0))
        limit: list[Cost] = []
        ours: list[Cost] = []
        most: list[Result] = []
        for _ in range(sizes.repetitions):
            limit.append(together(in_processes(PROCESSES, lambda n, meter: _in_process(places, sizes, n, meter))))
            most.append(_over_http(child, files, _plan(port, places, sizes, sizes.api_seconds, 0.0)))
            ours.append(_cost(most[-1]))
        players = f"{PLAYERS * sizes.tables} players"
        yield Figure(f"API, {players}", "commands", f"in-process, {PROCESSES} processes", limit, ours, 0.4)
        yield from (Latency.of(f"saturated, {players}", each) for each in most)
        rate = SHARE * sum(len(each.commands) + len(each.looks) for each in most) / sum(map(_seconds, most))
        steady = _over_http(child, files, _plan(port, places, sizes, sizes.api_seconds * sizes.repetitions, rate))
        yield Latency.of(f"at {SHARE:.0%}, {players}", steady, target_ms=250.0)


def _places(tables: int) -> list[Place]:
    """Tables with a device and players with sessions."""
    options = SAMPLES[GAME].table_options("virtual", CHIP, TIMES)
    found = []
    for number in range(tables):
        name = f"api{number:02}"
        _must(OpenTable(table=name, operator=OPERATOR, game=GAME, currency="USD", options=options))
        device = _token("device", RegisterDevice(operator=OPERATOR, table=name))
        place = Place(name, device, {})
        for each in range(PLAYERS):
            player = f"{name}-{each:02}"
            wallet = OpenWallet(player=player, account_type="real", currency="USD", operator=OPERATOR, deposit=10**12)
            _must(wallet)
            session = OpenSession(operator=OPERATOR, player=player, tables=(name,), seconds=3_600)
            place.players[player] = _token("session", session)
        found.append(place)
    return found


def _must(command: Any, actor: str = f"operator:{OPERATOR}") -> Mapping[str, Any]:
    answer = execute(Envelope(uuid.uuid4().hex, actor, datetime.now(UTC), command))
    if not answer.accepted:
        raise RuntimeError(f"{command} was refused: {answer.content}")
    return answer.content


def _token(kind: str, command: Any) -> str:
    credential = _must(command)["credential"]
    return f"{credential}.{derive(kind, credential)}"


def _addresses() -> dict[str, str]:
    """The benchmark's database, for children."""
    name = connections["default"].settings_dict["NAME"]
    address = urlsplit(database.app_url())._replace(path=f"/{name}").geturl()
    return {"DATABASE_URL": address, "DATABASE_DIRECT_URL": address}


def _plan(port: int, places: list[Place], sizes: Sizes, seconds: float, rate: float) -> Plan:
    return Plan(port, places, uuid.uuid4().hex[:8], sizes.api_warm, seconds, rate, _processes())


def _processes() -> dict[str, list[int]]:
    """Children of this process by what they run, and the database server's processes that work for them."""
    found: dict[str, list[int]] = {"web": [], "notifier": []}
    for process in psutil.Process().children(recursive=True):
        words = process.as_dict(["cmdline"])["cmdline"] or ()
        found["notifier" if "notifier" in words else "web"].append(process.pid)
    return {**found, "database": [pid for (pid,) in execute_sql(_BACKENDS)]}


def _over_http(child: Mapping[str, str], files: Path, plan: Plan) -> Result:
    (files / "plan.json").write_bytes(msgspec.json.encode(plan))
    command = [sys.executable, "-m", "tests.bench.load", str(files / "plan.json")]
    done = subprocess.run(command, env=dict(child), cwd=env.ROOT, capture_output=True)
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    return msgspec.json.decode(done.stdout, type=Result)


def _seconds(result: Result) -> float:
    return result.end - result.start


def _cost(result: Result) -> Cost:
    return Cost(len(result.commands), result.start, result.end, result.cpu["web"] + result.cpu["database"])


def _in_process(places: Sequence[Place], sizes: Sizes, number: int, meter: Meter) -> Cost:
    """Every ``PROCESSES``-th table, its moves one after another, in turns with the other tables."""
    run = uuid.uuid4().hex[:8]
    tables = [Table(p.name, list(p.players), run, random.Random(p.name)) for p in places[number::PROCESSES]]
    moves = [(table, move) for table in tables for move in table.begin()]

    def play(until: float) -> int:
        done = 0
        while moves and time.monotonic() < until:
            table, move = moves.pop(0)
            done += not isinstance(move.command, Look)
            moves.extend((table, each) for each in table.heard(move, _carry_out(move)))
        return done

    play(time.monotonic() + sizes.api_warm)
    cost = meter(lambda: play(time.monotonic() + sizes.api_seconds), raw().info.backend_pid)
    for table in tables:
        table.ending = True
    play(time.monotonic() + PATIENCE_S)
    if moves:
        raise RuntimeError("rounds do not come to their end")
    return cost


def _carry_out(move: Move) -> Mapping[str, Any]:
    table = move.command.table
    if not isinstance(move.command, Look):
        return _must(move.command, f"studio:{table}" if move.who == STUDIO else f"player:{move.who}")
    if move.who == STUDIO:
        play = current(table)
        shoe = {"cut_out": play.shoe.cut_out} if play.shoe else None
        return {"seats": play.ruleset.seats(play.state), "shoe": shoe}
    found = view(table, move.who)
    return {"cards": found.cards, "may": found.may}
