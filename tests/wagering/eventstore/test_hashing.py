"""HASHING.md's vectors against the append function, the Python verifier and bytes put together here by hand."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.events import undone
from wagering.eventstore import hashing, read
from wagering.eventstore.append import New, append

FIELDS = ("stream", "version", "name", "body", "actor", "command", "correlation")


@pytest.fixture(scope="module")
def vectors(root: Path) -> list[dict[str, Any]]:
    text = (root / "wagering/eventstore/HASHING.md").read_text(encoding="utf-8")
    block = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert block is not None
    found: list[dict[str, Any]] = json.loads(block[1])
    assert len(found) >= 3
    return found


def previous_hash(vectors: list[dict[str, Any]], vector: dict[str, Any]) -> bytes:
    for other in vectors:
        if (other["stream"], other["version"]) == (vector["stream"], vector["version"] - 1):
            return bytes.fromhex(other["hash"])
    assert vector["version"] == 1
    return bytes(32)


def test_the_append_function_gives_the_vectors(vectors: list[dict[str, Any]], database: str) -> None:
    with undone():
        for vector in vectors:
            append(
                [New(vector["stream"], vector["name"], vector["body"])],
                {vector["stream"]: vector["version"] - 1},
                actor=vector["actor"],
                command=vector["command"],
                correlation=vector["correlation"],
                occurred_at=datetime.fromisoformat(vector["occurred_at"]),
            )
        for vector in vectors:
            stored = read.read_stream(vector["stream"])[vector["version"] - 1]
            assert stored.hash.hex() == vector["hash"]
            assert stored.body == vector["body"]
            assert stored.occurred_at == datetime.fromisoformat(vector["occurred_at"])


def test_the_verifier_gives_the_vectors(vectors: list[dict[str, Any]]) -> None:
    for vector in vectors:
        fields = [vector[name] for name in FIELDS]
        occurred = datetime.fromisoformat(vector["occurred_at"])
        previous = previous_hash(vectors, vector)
        assert hashing.message(previous, *fields, occurred).hex() == vector["message"]
        assert hashing.event_hash(previous, *fields, occurred).hex() == vector["hash"]


def test_the_vectors_by_hand(vectors: list[dict[str, Any]]) -> None:
    for vector in vectors:
        message = previous_hash(vectors, vector)
        for name in FIELDS:
            if name == "version":
                message += vector[name].to_bytes(8, "big", signed=True)
            else:
                data = vector[name].encode("utf-8")
                message += len(data).to_bytes(4, "big") + data
        seconds, _, fraction = vector["occurred_at"].partition("+")[0].partition(".")
        zone = vector["occurred_at"][-6:]
        whole = int(datetime.fromisoformat(seconds + zone).timestamp())
        message += (whole * 1_000_000 + int(fraction or 0)).to_bytes(8, "big", signed=True)
        assert message.hex() == vector["message"]
        assert hashlib.sha256(message).hexdigest() == vector["hash"]


def test_a_long_stream_verifies(run_id: str, database: str) -> None:
    stream = f"chain/{run_id}"
    occurred = datetime.fromisoformat("2026-01-01T00:00:00+00:00")
    for number in range(20):
        events = [New(stream, "test.counted@1", f'{{"number":{number}}}')] * (number % 3 + 1)
        append(events, {stream: None if number else 0}, actor="a", command=f"{run_id}-{number}", occurred_at=occurred)
    previous = hashing.GENESIS
    events_read = read.read_stream(stream)
    for version, event in enumerate(events_read, start=1):
        assert event.version == version
        previous = hashing.event_hash(
            previous, stream, version, event.name, event.body, event.actor, event.command, event.correlation, occurred
        )
        assert event.hash == previous
    assert read.head(stream) == read.Head(len(events_read), previous)
