"""Two hundred rounds on a running system: whatever it tells anybody is kept, and no hidden card is in it.

Web process, notifier and a worker with its beat write their whole log; streams, webhooks and metrics are taken down as
they arrive, like every answer that players, onlookers, devices, the operator and staff are given.
"""

from __future__ import annotations

import json
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
from django.db import connections

from tests.support import hooks
from tests.support.hands import NAMES
from tests.support.marked import MarkedTable
from tests.support.receiver import Receiver, receiver
from tests.support.staff import Staff
from tests.support.tallies import eventually
from tests.support.traffic import EVERYBODY, Ears, Pack, Text, Traffic, leaks, planted
from tests.support.web import notifying, running, serving
from tests.wagering.api.test_hidden_answers import reading
from wagering.access.staff import ROLES
from wagering.eventstore.models import Event
from wagering.feed.commands import Subscribe
from wagering.rounds.models import Round

pytestmark = [pytest.mark.database, pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.xdist_group("webhooks")]

# Game, tables, rounds at each.
PLAYED: Final = (
    ("deluxe_blackjack@1", 12, 13),
    ("royal_blackjack@1", 2, 12),
    ("royal_9k@1", 1, 16),
    ("thirty_one@1", 1, 3),
    ("kozel@1", 1, 1),
)
ROUNDS: Final = sum(tables * rounds for _, tables, rounds in PLAYED)
AT_ONCE: Final = 3
RATES: Final = "player=9999:9999,studio=9999:9999,operator=9999:9999,staff=9999:9999,anonymous=9999:9999"


class Evening:
    """Everything that runs, what was played and what was told."""

    def __init__(self, run: str, port: int, logs: list[Path], server: Receiver) -> None:
        self.run, self.logs, self.server = run, logs, server
        self.traffic, self.ears = Traffic(port), Ears(port)
        self.staff = {role: Staff(role) for role in ROLES}
        self.tables: list[MarkedTable] = []
        self._done = threading.Event()

    def play(self) -> None:
        """All rounds, a few tables at a time, while metrics are sampled."""
        self.tables = [self._table(game, n) for game, tables, _ in PLAYED for n in range(tables)]
        rounds = {game: rounds for game, _, rounds in PLAYED}
        with ThreadPoolExecutor(AT_ONCE + 1) as pool:
            sampling = pool.submit(self._sample)
            try:
                # The long ones first.
                for one in [pool.submit(self._rounds, t, rounds[t.game]) for t in reversed(self.tables)]:
                    one.result()
            finally:
                self._done.set()
            sampling.result()

    def texts(self) -> list[Text]:
        """All that was told to anybody; a line of the log has no moment, since no card is ever in one."""
        every = [*self.traffic.texts, *self.ears.texts()]
        tables = {table.house.id("hook"): table.table for table in self.tables}
        for letter in self.server.letters:
            table = tables.get(letter.message["webhook"], "")
            every.append(Text(letter.began, EVERYBODY, table, "webhook", letter.body.decode()))
        for log in self.logs:
            every += [Text(0.0, EVERYBODY, "", f"log {log.stem}", line) for line in log.read_text().splitlines()]
        return every

    def packs(self, text: Text) -> Sequence[Pack]:
        """Of the table that it is about."""
        return next((table.packs for table in self.tables if table.table == text.table), ())

    def _table(self, game: str, number: int) -> MarkedTable:
        how: dict[str, Any] = {"count": 1 + (number % 4 == 0), "shoe": "live"} if game == PLAYED[0][0] else {}
        run = f"{self.run}{game[:3]}{number}{game[6]}"
        table = MarkedTable(run, game, self.traffic, self.ears, self.staff, self.server.letters, **how)
        hook = Subscribe(webhook=table.house.id("hook"), operator=run, url=self.server.url, kinds=())
        table.house.must(f"operator:{run}", hook)
        return table

    def _rounds(self, table: MarkedTable, count: int) -> None:
        try:
            for number in range(1, count + 1):
                for _ in table.round(f"N{number}"):
                    pass
            table.look(8)
        finally:
            connections.close_all()

    def _sample(self) -> None:
        while not self._done.wait(0.5):
            for path in ("/metrics", "/healthz", "/readyz"):
                self.traffic.sample(path)


@pytest.fixture(scope="module")
def evening(
    child_env: Mapping[str, str], broker_url: str, root: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("evening")
    logs = [folder / f"{name}.log" for name in ("web", "notifier", "worker")]
    env = {**child_env, "CELERY_BROKER_URL": broker_url, "LOG_FORMAT": "json", "LOG_LEVEL": "DEBUG", "API_RATES": RATES}
    worker = [sys.executable, "-m", "celery", "-A", "wagering.project", "worker", "--pool", "threads", "-c", "4"]
    worker += ["-l", "DEBUG", "-B", "-s", str(folder / "beat"), "--without-gossip", "--without-mingle"]
    hooks.alone()
    with ExitStack() as stack:
        server = stack.enter_context(receiver())
        port = stack.enter_context(serving(env, root, logs[0]))
        stack.enter_context(notifying(env, root, logs[1]))
        stack.enter_context(running(worker, env, root, logs[2]))
        made = Evening(f"ev{uuid4().hex[:8]}", port, logs, server)
        stack.callback(made.ears.stop)
        made.play()
        yield made


def test_all_rounds_were_played_and_kept(evening: Evening) -> None:
    """Without this the other tests would prove nothing."""
    played = Round.objects.filter(table__startswith=evening.run)
    eventually(lambda: played.filter(status="settled").count() == ROUNDS == 200, 30)
    dealt = Event.objects.filter(stream__startswith=f"round/{evening.run}", name="round.card_dealt@1")
    bodies = map(json.loads, dealt.values_list("body", flat=True))
    in_the_log = {(body["shoe"].rsplit(".", 1)[0], body["card"]) for body in bodies if body["face"] == "down"}
    marked = {(table.table, window.card) for table in evening.tables for window in table.windows}
    assert marked <= in_the_log
    assert len(marked) == 156
    web, _notifier, worker = (log.read_text() for log in evening.logs)
    assert web.count('"wagering.requests"') > 3_000
    assert "feed.send" in worker


def test_nothing_told_names_a_hidden_card(evening: Evening) -> None:
    found = [(text, names) for text in evening.texts() if (names := leaks(text, evening.packs(text)))]
    assert not found, (Counter(text.source for text, _ in found), found[0])


def test_a_card_given_away_would_be_found(evening: Evening) -> None:
    """In whatever was told of a table while its hole card lay hidden, by code and in words."""
    sources, texts = Counter[str](), defaultdict[str, list[Text]](list)
    for text in evening.texts():
        texts[text.table].append(text)
    for table in evening.tables:
        for window in table.windows:
            for text in texts[table.table]:
                if window.since < text.at < window.until:
                    for words in (window.card, f"the {NAMES[window.card]}."):
                        assert leaks(planted(text, words), table.packs) == {window.card}
                    sources[text.source] += 1
    asked = {name for audience in ("player", "studio", "operator", "staff") for _, name in reading(audience)}
    assert (asked - {"player-rules"}) | {"stream tables", "stream player", "webhook", "POST player"} <= set(sources)
    for text in texts[""][::100]:
        assert leaks(planted(text, "5D"), ()) == {"5D"}
    assert {text.source for text in texts[""]} >= {"/metrics", "log web", "log notifier", "log worker"}
