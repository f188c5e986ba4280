"""The verdict that monitoring reads: what is new is verified from where the last look ended, all of it once a day."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.db import transaction

from audit import watch as watching
from audit.findings import Findings
from audit.gauges import chains
from audit.models import Verdict
from audit.snapshot import snapshot
from audit.verify import Verified, verify, verify_since
from tests.support.house import House
from wagering.eventstore.models import Event

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("audit")]

Owner = psycopg.Connection[tuple[Any, ...]]


def last(owner: Owner) -> int:
    row = owner.execute("SELECT max(position) FROM eventstore_event").fetchone()
    assert row is not None
    return int(row[0])


def change(owner: Owner, position: int) -> None:
    owner.execute("UPDATE eventstore_event SET actor = 'nobody' WHERE position = %s", (position,))


def bad(found: Any) -> int | None:
    first = found.findings.first()
    return first and first.position


@pytest.mark.parametrize("share", [0, 1, 50, 100])
def test_any_piece_of_a_whole_log_is_whole(owner: Owner, share: int) -> None:
    after = last(owner) * share // 100
    found = verify_since(owner, after)
    assert found.findings.count == 0
    row = owner.execute("SELECT count(*), count(DISTINCT stream) FROM eventstore_event WHERE position > %s", (after,))
    assert (found.events, found.streams) == row.fetchone()


def test_a_change_behind_the_position_is_found(owner: Owner) -> None:
    after = last(owner) // 2
    where = last(owner) * 3 // 4
    change(owner, where)
    assert bad(verify_since(owner, after)) == bad(verify(owner)) == where


def test_a_change_in_front_of_it_is_found_by_a_look_at_everything(owner: Owner) -> None:
    change(owner, last(owner) // 4)
    assert bad(verify_since(owner, last(owner) // 2)) is None
    assert bad(verify(owner)) == last(owner) // 4


def test_a_chain_that_does_not_go_on_from_what_is_in_front(owner: Owner) -> None:
    row = owner.execute("SELECT stream FROM eventstore_event WHERE position = %s", (last(owner),)).fetchone()
    assert row is not None
    seam = owner.execute(
        "SELECT position FROM eventstore_event WHERE stream = %s ORDER BY version DESC OFFSET 1 LIMIT 1", row
    ).fetchone()
    assert seam is not None
    owner.execute("UPDATE eventstore_event SET hash = sha256('x') WHERE position = %s", seam)
    assert bad(verify_since(owner, seam[0])) == last(owner)


def test_a_missing_end_is_found(owner: Owner) -> None:
    after, end = last(owner) // 2, last(owner)
    owner.execute("DELETE FROM eventstore_event WHERE position = %s", (end,))
    assert verify_since(owner, after).findings.count == verify(owner).findings.count == 1


@pytest.fixture
def forgotten(audited: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was verified yet, and no writer of another database of this server is waited for."""
    Verdict.objects.all().delete()
    monkeypatch.setattr(watching, "safe_position", lambda _: newest())


def newest() -> int:
    return Event.objects.order_by("-position")[0].position


def look() -> Verdict:
    found = watching.watch()
    assert found is not None
    return found


def test_pieces_follow_each_other(forgotten: None, monkeypatch: pytest.MonkeyPatch, run_id: str) -> None:
    assert list(chains()) == []
    first = look()
    assert (first.good, first.finding, first.position) == (True, "", newest())
    assert first.at == first.whole_at
    seen: list[int] = []
    monkeypatch.setattr(watching, "verify_since", lambda c, after: seen.append(after) or verify_since(c, after))
    House(run_id).player("ana")
    second = look()
    assert seen == [first.position]
    assert second.good
    assert second.position == newest() > first.position
    assert second.whole_at == first.whole_at < second.at
    assert {figure.name: figure.samples[0].value for figure in chains()}["wagering_chains_good"] == 1


def test_a_day_later_everything_is_read_again(forgotten: None, monkeypatch: pytest.MonkeyPatch) -> None:
    first = look()
    Verdict.objects.update(whole_at=first.whole_at - timedelta(days=1))
    monkeypatch.setattr(watching, "verify_since", lambda *_: pytest.fail("only a piece was read"))
    assert look().whole_at > first.whole_at


def test_damage_stays_until_the_log_is_whole(
    forgotten: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    damage = Findings()
    damage.add(12, "wallet/ana", 3, "the hash does not fit")
    look()
    monkeypatch.setattr(watching, "verify_since", lambda *_: Verified(1, 1, 0, 0, 0, damage))
    with caplog.at_level(logging.ERROR):
        verdict = look()
    assert (verdict.good, verdict.finding) == (False, "wallet/ana:3 at 12: the hash does not fit")
    assert "the log is damaged at wallet/ana, version 3" in caplog.text
    assert {figure.name: figure.samples[0].value for figure in chains()}["wagering_chains_good"] == 0
    # The damage may be in front of any piece, so everything is read.
    monkeypatch.setattr(watching, "verify_since", lambda *_: pytest.fail("only a piece was read"))
    assert look().good


def test_two_do_not_look_at_once(forgotten: None) -> None:
    with snapshot() as other:
        other.execute(watching._ONE_AT_A_TIME)
        assert watching.watch() is None
    assert Verdict.objects.count() == 0
    assert look().good


def test_no_writer_is_kept_waiting_by_a_look(forgotten: None, monkeypatch: pytest.MonkeyPatch, run_id: str) -> None:
    """A look is a long transaction; were it given an id, every reader of the log would stop until its end."""

    def slow(connection: Owner) -> Any:
        row = connection.execute("SELECT pg_current_xact_id_if_assigned()").fetchone()
        assert row == (None,)
        return verify(connection)

    monkeypatch.setattr(watching, "verify", slow)
    assert look().good
    assert not transaction.get_connection().in_atomic_block
