"""Takes down the very rows that commands write, for the limit to write them again without the commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final
from unittest.mock import patch

import msgspec

from tests.bench.script import OWN
from wagering.dispatch import pipeline
from wagering.dispatch.command import Answer
from wagering.dispatch.commit import Receipt, commit
from wagering.dispatch.work import Work
from wagering.eventstore.session import execute

# Table of the project -> key column, columns an update sets, its name in limit.sql.
_BOARDS: Final[Mapping[str, tuple[str, tuple[str, ...], str]]] = {
    "wallet_bet": ("id", ("parts", "answers", "stake", "returned", "status", "outcome", "revision"), "bet"),
    "rounds_round": ("id", ("status", "ended_at", "outcome"), "round"),
    "tables_draw": ("id", (), "draw"),
    "tables_table": ("id", ("seats", "shoe", "round", "awaits", "due_at", "paused"), "board"),
    "changed_tables": ("id", ("seats", "shoe", "round", "awaits", "due_at", "paused"), "board"),
    "clock_deadline": ("subject", ("what", "number", "due_at"), "deadline"),
    "tables_shoe": ("id", ("cut_out", "retired"), "shoe"),
    "changed_shoes": ("id", ("cut_out", "retired"), "shoe"),
    "wallet_wallet": ("player", (), "wallet"),
    "wallet_account": ("account", (), "account"),
}
_EVENTS: Final = """
SELECT command, position, stream, version, name, body, hash FROM eventstore_event
WHERE command = ANY (%b::text[]) ORDER BY position
"""
# Not rows: what the commit is to check or delete.
_OTHERS: Final = frozenset({"closed_rounds", "no_deadline"})


class Event(msgspec.Struct, array_like=True):
    stream: str
    version: int
    name: str
    body: str
    hash: bytes


class Written(msgspec.Struct):
    """Everything one command wrote. ``rows``: the boards, as ``limit.sql`` names them; ``new_`` are inserts."""

    key: str
    fingerprint: bytes
    kind: str
    actor: str
    answer: str
    correlation: str
    at: datetime
    first: int
    last: int
    events: list[Event]
    accounts: list[tuple[str, int]]
    entries: list[tuple[str, str, int]]
    closed: list[tuple[str, str, str, int]]
    rows: dict[str, list[Any]]


class Recording:
    """``written`` is complete after the block of ``recording``."""

    def __init__(self) -> None:
        self.written: list[Written] = []
        self._taken: list[tuple[Work, Answer, bytes]] = []
        self._known: set[tuple[str, str]] = set()

    def take(self, work: Work, answer: Answer, fingerprint: bytes) -> None:
        """Remember this committed work, at no cost to speak of: a clock may be running."""
        self._taken.append((work, answer, fingerprint))

    def _written(self, work: Work, answer: Answer, fingerprint: bytes) -> Written:
        envelope = work.envelope
        return Written(
            envelope.key, fingerprint, envelope.command.KIND, envelope.actor,
            msgspec.json.encode(answer.content).decode(), work.correlation, envelope.at, 0, 0, [],
            list(work.balances.items()),
            [(key[0], f"{key[0]}:{key[1]}", amount) for key, amount in work.entries.items() if amount],
            [(bet.id, bet.status, bet.outcome, bet.returned) for bet in work.closed],
            self._boards(work),
        )  # fmt: skip

    def _boards(self, work: Work) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for table, rows in work.rows.items():
            if table in _OTHERS:
                if table == "no_deadline":
                    found[table] = list(rows)
                    self._known -= {("deadline", str(subject)) for subject in rows}
                continue
            key, changed, name = _BOARDS[table]
            for row in rows:
                known = (name, row[key]) in self._known or table.startswith("changed_")
                self._known.add((name, row[key]))
                update = {column: row[column] for column in (key, *changed) if column in row}
                found.setdefault(name if known else f"new_{name}", []).append(update if known else row)
        return found

    def complete(self) -> None:
        """Work out the rows, with the versions and hashes that the server gave to the events."""
        self.written = [self._written(*taken) for taken in self._taken]
        by_key: dict[str, list[tuple[int, Event]]] = {}
        for command, position, *event in execute(_EVENTS, ([written.key for written in self.written],)):
            by_key.setdefault(command, []).append((position, Event(*event)))
        for written in self.written:
            found = by_key[written.key]
            written.first, written.last = found[0][0], found[-1][0]
            written.events = [event for _, event in found]


@contextmanager
def recording() -> Iterator[Recording]:
    """Commands of this process are taken down inside."""
    found = Recording()

    def recorded(work: Work, answer: Answer, fingerprint: bytes) -> dict[str, int] | Receipt:
        outcome = commit(work, answer, fingerprint)
        if isinstance(outcome, dict):
            found.take(work, answer, fingerprint)
        return outcome

    with patch.object(pipeline, "commit", recorded):
        yield found
    found.complete()


def frozen(written: list[Written]) -> bytes:
    """As bytes, to be read again under other names."""
    return msgspec.json.encode(written)


def thawed(data: bytes, name: str) -> list[Written]:
    """The rows of ``frozen`` with ids of their own, as ``Script.named`` gives them."""
    return msgspec.json.decode(data.replace(OWN.encode(), name.encode()), type=list[Written])
