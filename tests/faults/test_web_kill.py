"""kill -9 of the web process amid a thousand bets: clients that repeat under the same key see each done exactly once.

``WAGERING_KILLS=50`` kills that often instead of a few times.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.house import House
from tests.support.invariants import violations
from tests.support.web import APPLICATION, free_port
from wagering.access.commands import OpenSession
from wagering.access.secrets import token
from wagering.eventstore.session import execute

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("worker"), pytest.mark.timeout(900)]

KILLS: Final = int(os.environ.get("WAGERING_KILLS", "4"))
TABLES, SEATS, BETS, THREADS = 8, 5, 25, 8
DEPOSIT, FIRST, STEP, TOO_MUCH = 100_000, 1_000, 100, 60_000
PATIENCE_S: Final = 120.0


class Web:
    """granian on one port, master and worker in one process group; started again after each kill."""

    def __init__(self, env: Mapping[str, str], root: Path, log: Path) -> None:
        self.port = free_port()
        self._env, self._root, self._log = env, root, log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [str(Path(sys.executable).with_name("granian")), "--interface", "asgi", "--port", str(self.port)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, APPLICATION], env=dict(self._env), cwd=self._root, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip

    def kill(self) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@pytest.fixture
def web(child_env: Mapping[str, str], root: Path, tmp_path: Path) -> Iterator[Web]:
    found = Web(child_env, root, tmp_path / "web.log")
    found.start()
    yield found
    found.kill()


@dataclass
class Bet:
    """A command and what was answered at last. ``sent``: how often it went out."""

    player: str
    table: str
    seat: int
    amount: int
    key: str
    token: str
    sent: int = 0
    status: int = 0
    answer: dict[str, Any] = field(default_factory=dict)
    replayed: bool = False


class Client:
    """One connection; whatever happens to it, the same command goes out again under the same key."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def send(self, bet: Bet) -> None:
        until = time.monotonic() + PATIENCE_S
        body = json.dumps({"seat": bet.seat, "kind": "seat", "amount": bet.amount})
        headers = {"Authorization": f"Bearer {bet.token}", "Idempotency-Key": bet.key, "Host": "localhost"}
        headers["Content-Type"] = "application/json"
        while time.monotonic() < until:
            bet.sent += 1
            try:
                self._connection.request("POST", f"/api/v1/player/tables/{bet.table}/bets", body, headers)
                answer = self._connection.getresponse()
                bet.answer, bet.status = json.loads(answer.read()), answer.status
            except (OSError, http.client.HTTPException):
                self._connection.close()
                time.sleep(0.05)
                continue
            bet.replayed = answer.getheader("Idempotency-Replayed") == "true"
            if bet.status != 503:
                return
            time.sleep(0.05)
        raise AssertionError(f"no answer to {bet}")


def test_each_is_done_once(web: Web, run_id: str) -> None:
    house, chance = House(run_id), random.Random(int(os.environ.get("WAGERING_SEED", "1")))
    bets = _bets(house, chance)
    assert len(bets) == 1_000
    waiting, done = list(bets), list[Bet]()

    def client() -> None:
        own = Client(web.port)
        with suppress(IndexError):  # from an empty list
            while True:
                bet = waiting.pop()
                own.send(bet)
                done.append(bet)

    threads = [threading.Thread(target=client) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for moment in sorted(chance.sample(range(20, 980), KILLS)):
        while len(done) < moment and any(thread.is_alive() for thread in threads):
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.05))
        web.kill()
        web.start()
    for thread in threads:
        thread.join()
    assert len(done) == 1_000
    assert any(bet.sent > 1 for bet in bets)

    _check_log(bets)
    _check_money(bets)
    assert violations(run_id) == []
    _check_answers([bet for bet in bets if bet.sent > 1 or bet.amount == TOO_MUCH], Client(web.port))


def _bets(house: House, chance: random.Random) -> list[Bet]:
    """A thousand: of each player some that go into one bet, each of another amount, and one that is refused."""
    house.now = datetime.now(UTC)
    found = []
    for number in range(TABLES):
        table = house.table(f"T{number}", "virtual", bet_s=3_600)
        house.shoe(table)
        house.open(table)
        for seat in range(1, SEATS + 1):
            player = house.player(f"P{number}-{seat}", DEPOSIT)
            assert house.sit(table, player, seat).accepted
            assert house.bet(table, player, seat, FIRST).accepted
            asked = OpenSession(operator=house.run, player=player, tables=(table,), seconds=3_600)
            session = token("session", house.must(f"operator:{house.run}", asked).content["credential"])
            amounts = [*(STEP * each for each in range(1, BETS)), TOO_MUCH]
            found += [Bet(player, table, seat, amount, f"bet-{amount}", session) for amount in amounts]
    chance.shuffle(found)
    return found


def _check_log(bets: list[Bet]) -> None:
    """One event for each that was accepted, none for those refused; one receipt for all, which says the same."""
    names = {f"player:{bet.player}/{bet.key}": bet for bet in bets}
    events = Counter(
        command
        for (command,) in execute("SELECT command FROM eventstore_event WHERE command = ANY (%b::text[])", ([*names],))
    )
    accepted = {name for name, bet in names.items() if bet.amount != TOO_MUCH}
    assert events == Counter(accepted)
    rows = execute("SELECT key, accepted FROM dispatch_receipt WHERE key = ANY (%b::text[])", ([*names],))
    assert dict(rows.fetchall()) == {name: name in accepted for name in names}
    assert {name: bet.status for name, bet in names.items()} == {
        name: 200 if name in accepted else 422 for name in names
    }


def _check_money(bets: list[Bet]) -> None:
    """Stakes and balances are the sums of what was accepted."""
    staked = Counter({bet.player: FIRST for bet in bets})
    for bet in bets:
        if bet.amount != TOO_MUCH:
            staked[bet.player] += bet.amount
    players = [*staked]
    rows = execute("SELECT player, stake FROM wallet_bet WHERE player = ANY (%b::text[])", (players,))
    assert sorted(rows.fetchall()) == sorted(staked.items())
    query = "SELECT owner, balance FROM wallet_account WHERE owner = ANY (%b::text[]) AND code = 'player'"
    assert dict(execute(query, (players,)).fetchall()) == {player: DEPOSIT - staked[player] for player in players}


def _check_answers(bets: list[Bet], client: Client) -> None:
    """Each sent once more is told what it was told before, and nothing happens."""
    before = execute("SELECT max(position) FROM eventstore_event").fetchone()
    for bet in bets:
        told = bet.status, bet.answer
        client.send(bet)
        assert (bet.status, bet.answer, bet.replayed) == (*told, True), bet
    assert execute("SELECT max(position) FROM eventstore_event").fetchone() == before
