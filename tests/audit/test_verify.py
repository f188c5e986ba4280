"""Every kind of damage to the log is found, and the first bad event named."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command

from audit.findings import KEPT, Findings
from audit.management.commands import audit_verify
from audit.snapshot import snapshot
from audit.verify import Verified, estimate, verify

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("audit")]

Owner = psycopg.Connection[tuple[Any, ...]]


def one(owner: Owner, query: str, *parameters: object) -> tuple[Any, ...]:
    row = owner.execute(query, parameters).fetchone()  # type: ignore[call-overload]
    assert row is not None
    return tuple(row)


def middle(owner: Owner) -> tuple[int, str, int]:
    """Position, stream and version of an event in the middle of the longest wallet."""
    query = (
        "SELECT position, stream, version FROM eventstore_event WHERE stream ="
        " (SELECT stream FROM eventstore_stream WHERE stream LIKE 'wallet/%%' ORDER BY version DESC LIMIT 1)"
        " AND version = 10"
    )
    return one(owner, query)  # type: ignore[return-value]


def first(found: Verified) -> tuple[int | None, str, int]:
    finding = found.findings.first()
    assert finding is not None
    return finding.position, finding.stream, finding.version


def words(found: Verified) -> str:
    return found.findings.sorted()[0].what


def test_a_whole_log_has_no_findings(owner: Owner) -> None:
    found = verify(owner)
    assert found.findings.count == 0
    counts = "SELECT (SELECT count(*) FROM eventstore_event), (SELECT count(*) FROM eventstore_stream)"
    assert (found.events, found.streams) == one(owner, counts)
    assert found.cards > 200
    assert found.shoes >= 3
    assert estimate(owner) >= found.events


def test_several_passes_find_the_same(owner: Owner) -> None:
    position, stream, version = middle(owner)
    owner.execute("UPDATE eventstore_event SET actor = 'nobody' WHERE position = %s", (position,))
    whole, parted = verify(owner), verify(owner, streams_at_once=7)
    assert parted.as_json() == whole.as_json()
    assert first(parted) == (position, stream, version)


def test_the_vectors_of_the_specification(owner: Owner) -> None:
    text = (Path(__file__).parent.parent.parent / "wagering" / "eventstore" / "HASHING.md").read_text()
    vectors = json.loads(text.split("```json\n")[1].split("```")[0])
    for number, vector in enumerate(vectors):
        values = {**vector, "hash": bytes.fromhex(vector["hash"]), "position": 10**9 + number}
        owner.execute(
            "INSERT INTO eventstore_event (position, stream, version, name, actor, command, correlation, occurred_at,"
            " recorded_at, body, hash) VALUES (%(position)s, %(stream)s, %(version)s, %(name)s, %(actor)s,"
            " %(command)s, %(correlation)s, %(occurred_at)s, now(), %(body)s, %(hash)s)",
            values,
        )
        owner.execute(
            "INSERT INTO eventstore_stream VALUES (%(stream)s, %(version)s, %(hash)s) ON CONFLICT (stream) DO UPDATE"
            " SET version = excluded.version, hash = excluded.hash",
            values,
        )
    assert verify(owner).findings.count == 0


CHANGES = {
    "body": "body = overlay(body placing ' ' from 2 for 0)",
    "actor": "actor = actor || '.'",
    "command": "command = 'another'",
    "correlation": "correlation = correlation || 'x'",
    "name": "name = name || '1'",
    "occurred_at": "occurred_at = occurred_at + interval '1 microsecond'",
    "endless time": "occurred_at = 'infinity'",
    "hash": "hash = set_byte(hash, 31, 255 - get_byte(hash, 31))",
    "short hash": "hash = substr(hash, 1, 31)",
    "moved text": "actor = actor || left(command, 1), command = substr(command, 2)",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_event_is_named(owner: Owner, change: str) -> None:
    where = middle(owner)
    owner.execute(f"UPDATE eventstore_event SET {CHANGES[change]} WHERE position = %s", where[:1])
    found = verify(owner)
    assert first(found) == where
    # A changed hash does not fit the event behind it either.
    assert found.findings.count == (2 if "hash" in change else 1)


def test_a_deleted_event_is_named_by_the_next(owner: Owner) -> None:
    position, stream, version = middle(owner)
    owner.execute("DELETE FROM eventstore_event WHERE position = %s", (position,))
    found = verify(owner)
    assert first(found)[1:] == (stream, version + 1)
    assert f"version {version} should come first" in words(found)
    assert found.findings.count == 1


def test_a_deleted_beginning(owner: Owner) -> None:
    _, stream, _ = middle(owner)
    owner.execute("DELETE FROM eventstore_event WHERE stream = %s AND version <= 3", (stream,))
    found = verify(owner)
    assert first(found)[1:] == (stream, 4)
    assert "versions 1 to 3" in words(found)


COPY = (
    "INSERT INTO eventstore_event (position, stream, version, name, actor, command, correlation, occurred_at,"
    " recorded_at, body, hash) SELECT %s, stream, %s, name, actor, command, correlation, occurred_at, recorded_at,"
    " body, hash FROM eventstore_event WHERE position = %s"
)


def test_an_inserted_event_is_named(owner: Owner) -> None:
    position, stream, version = middle(owner)
    owner.execute(COPY, (10**9, version, position))
    assert first(verify(owner)) == (10**9, stream, version)


def test_an_insertion_with_everything_behind_it_shifted(owner: Owner) -> None:
    position, stream, version = middle(owner)
    owner.execute("UPDATE eventstore_event SET position = -2 * position")
    owner.execute("UPDATE eventstore_event SET position = -position")
    owner.execute(COPY, (2 * position + 1, version + 1, 2 * position))
    behind = "UPDATE eventstore_event SET version = version + 1 WHERE stream = %s AND position > %s"
    owner.execute(behind, (stream, 2 * position + 1))
    owner.execute("UPDATE eventstore_stream SET version = version + 1 WHERE stream = %s", (stream,))
    assert first(verify(owner)) == (2 * position + 1, stream, version + 1)


@pytest.mark.parametrize("what", ["positions", "versions", "contents"])
def test_swapped_events_are_named(owner: Owner, what: str) -> None:
    position, stream, version = middle(owner)
    query = "SELECT position FROM eventstore_event WHERE stream = %s AND version = %s"
    pair = (position, one(owner, query, stream, version + 1)[0])
    if what == "positions":
        owner.execute("UPDATE eventstore_event SET position = -position WHERE position = ANY (%s)", (list(pair),))
        owner.execute("UPDATE eventstore_event SET position = %s + %s + position WHERE position < 0", pair)
        assert first(verify(owner)) == (position, stream, version + 1)
    elif what == "versions":
        swap = "UPDATE eventstore_event SET version = 2 * %s + 1 - version WHERE position = ANY (%s)"
        owner.execute(swap, (version, list(pair)))
        assert first(verify(owner)) == (position, stream, version + 1)
    else:
        owner.execute(
            "UPDATE eventstore_event a SET name = b.name, body = b.body, hash = b.hash FROM eventstore_event b"
            " WHERE a.position = ANY (%s) AND b.position = %s + %s - a.position",
            (list(pair), *pair),
        )
        assert first(verify(owner)) == (position, stream, version)


def test_a_cut_off_tail_is_told_by_the_head(owner: Owner) -> None:
    position, stream, version = middle(owner)
    owner.execute("DELETE FROM eventstore_event WHERE stream = %s AND version > %s", (stream, version))
    found = verify(owner)
    assert first(found) == (position, stream, version + 1)
    assert f"ends at {version}" in words(found)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ("version = version - 1", "goes on"),
        ("version = version + 1", "missing at its end"),
        ("hash = sha256(hash)", "another hash"),
    ],
)
def test_a_changed_head_is_named(owner: Owner, change: str, word: str) -> None:
    _, stream, _ = middle(owner)
    owner.execute(f"UPDATE eventstore_stream SET {change} WHERE stream = %s", (stream,))
    found = verify(owner)
    assert first(found)[1] == stream
    assert word in words(found)
    assert found.findings.count == 1


def test_a_missing_head_and_a_missing_stream(owner: Owner) -> None:
    _, stream, _ = middle(owner)
    owner.execute("DELETE FROM eventstore_stream WHERE stream = %s", (stream,))
    assert "no head row" in words(verify(owner))
    owner.execute("DELETE FROM eventstore_event WHERE stream = 'table/tour.T1'")
    last = verify(owner).findings.sorted()[-1]
    assert (last.position, last.stream, last.version) == (None, "table/tour.T1", 1)


def test_one_stream_alone(owner: Owner) -> None:
    position, stream, version = middle(owner)
    owner.execute("UPDATE eventstore_event SET body = body || ' ' WHERE position = %s", (position,))
    assert first(verify(owner, stream)) == (position, stream, version)
    other = verify(owner, "table/tour.T1")
    assert (other.findings.count, other.streams) == (0, 1)
    assert verify(owner, "wallet/nobody").events == 0


def test_one_byte_anywhere(owner: Owner) -> None:
    chance = random.Random(20260501)
    events = owner.execute("SELECT position, stream, version, body FROM eventstore_event ORDER BY position").fetchall()
    for position, stream, version, body in chance.sample(events, 40):
        at = chance.randrange(len(body))
        changed = body[:at] + ("x" if body[at] != "x" else "y") + body[at + 1 :]
        with owner.transaction(force_rollback=True):
            owner.execute("UPDATE eventstore_event SET body = %s WHERE position = %s", (changed, position))
            assert first(verify(owner)) == (position, stream, version)


def test_the_command_tells_by_its_exit_code(
    owner: Owner, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def damaged() -> Iterator[Owner]:
        yield owner

    monkeypatch.setattr(audit_verify, "snapshot", damaged)
    call_command("audit_verify")
    assert "The log is whole" in capsys.readouterr().out
    where = middle(owner)
    owner.execute("UPDATE eventstore_event SET body = '[]' WHERE position = %s", where[:1])
    with pytest.raises(SystemExit) as end:
        call_command("audit_verify", "--json")
    assert end.value.code == 1
    named = json.loads(capsys.readouterr().out)["first"]
    assert (named["position"], named["stream"], named["version"]) == where
    with pytest.raises(SystemExit):
        call_command("audit_verify")
    assert where[1] in capsys.readouterr().out


def test_a_snapshot_writes_nothing() -> None:
    with snapshot() as connection, pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        connection.execute("DELETE FROM wallet_bet")


def test_findings_stay_few_and_know_the_first() -> None:
    findings = Findings()
    for number in range(1_000, 0, -1):
        findings.add(number, "s", number, "wrong")
    found = findings.first()
    assert found is not None
    assert (findings.count, found.position, len(findings.sorted())) == (1_000, 1, KEPT)
