"""Shoes against their promises, under a hash chain that is in order: here the writer itself would have lied."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from django.db import connection, transaction

from audit.snapshot import Connection
from audit.verify import verify
from games.kernel.cards import PACK
from wagering.eventstore.append import New, append

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("audit")]

AT = datetime(2026, 5, 1, tzinfo=UTC)
NONCE = "0f" * 32
ORDER = " ".join(PACK)
PROMISE = hashlib.sha256(f"{NONCE}\n{ORDER}".encode()).hexdigest()


class Table:
    """Appends what a table might have recorded."""

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}

    def add(self, stream: str, name: str, body: Mapping[str, Any]) -> None:
        version = self._versions.get(stream, 0)
        text = json.dumps(body, separators=(",", ":"), sort_keys=True)
        append([New(stream, name, text)], {stream: version}, actor="t", command=f"{stream}{version}", occurred_at=AT)
        self._versions[stream] = version + 1

    def mount(self, **changes: Any) -> None:
        body = {
            "shoe": "s", "table": "t", "live": False, "packs": 1, "burn_card": "", "burned": 0, "commitment": PROMISE,
            "cut": 0,
        }  # fmt: skip
        self.add("shoe/s", "shoe.mounted@1", {**body, **changes})

    def deal(self, draw: int, card: str, shoe: str = "s") -> None:
        body = {"shoe": shoe, "draw": draw, "to": "dealer", "card": card, "face": "up"}
        self.add("round/r", "round.card_dealt@1", body)

    def correct(self, draw: int, was: str, card: str) -> None:
        body = {"shoe": "s", "draw": draw, "was": was, "card": card, "reason": "MISSCAN", "late": True}
        self.add("round/r", "round.card_corrected@1", body)

    def retire(self, **changes: Any) -> None:
        self.add("shoe/s", "shoe.retired@1", {"shoe": "s", "nonce": NONCE, "order": ORDER, **changes})

    def wrong(self) -> list[tuple[str, int, str]]:
        """Stream, version and text of every finding."""
        found = verify(cast("Connection", connection.connection)).findings.sorted()
        return [(finding.stream, finding.version, finding.what) for finding in found]

    def words(self) -> list[str]:
        return [what for _, _, what in self.wrong()]


@pytest.fixture
def table(audited: str) -> Iterator[Table]:
    with transaction.atomic():
        yield Table()
        transaction.set_rollback(True)


def test_an_honest_virtual_shoe(table: Table) -> None:
    table.mount(burn_card=PACK[0], burned=2)
    table.deal(3, PACK[2])
    table.deal(4, PACK[3])
    table.retire()
    assert table.wrong() == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"nonce": "0e" * 32}, "do not have the hash"),
        ({"order": ORDER.replace("AS 2S", "2S AS")}, "do not have the hash"),
        ({"order": ORDER.replace("AS", "2S")}, "not 1 whole packs"),
        ({"order": "joker"}, "not 1 whole packs"),
    ],
)
def test_an_order_that_was_not_promised(table: Table, change: dict[str, str], word: str) -> None:
    table.mount()
    table.retire(**change)
    assert {(stream, version) for stream, version, _ in table.wrong()} == {("shoe/s", 2)}
    assert any(word in what for what in table.words())


def test_a_card_that_was_not_next_in_the_order(table: Table) -> None:
    table.mount()
    table.deal(1, PACK[0])
    table.deal(2, PACK[5])
    table.retire()
    (found,) = table.wrong()
    assert found == ("shoe/s", 2, f"draw 2 was dealt as {PACK[5]}, the opened order has {PACK[1]} there")


def test_a_shown_card_that_lies_elsewhere(table: Table) -> None:
    table.mount()
    table.add("round/r", "round.card_shown@1", {"shoe": "s", "place": 30, "card": PACK[29]})
    table.add("round/r", "round.card_shown@1", {"shoe": "s", "place": 31, "card": PACK[29]})
    table.add("round/r", "round.card_shown@1", {"shoe": "s", "place": 53, "card": PACK[29]})
    table.retire()
    where = "where the opened order has another card"
    assert table.words() == [f"{PACK[29]} was shown at place {place}, {where}" for place in (31, 53)]


def test_a_burn_card_that_was_not_the_first(table: Table) -> None:
    table.mount(burn_card=PACK[7], burned=1)
    table.retire()
    assert "draw 1 was dealt as" in table.words()[0]


@pytest.mark.parametrize("draw", [1, 4])
def test_a_draw_that_was_not_next(table: Table, draw: int) -> None:
    table.mount(live=True, commitment="")
    table.deal(1, "AS")
    table.deal(draw, "KD")
    assert table.wrong() == [("round/r", 2, f"draw {draw} is dealt where draw 2 is next")]


def test_one_card_too_many(table: Table) -> None:
    table.mount(live=True, commitment="", packs=2, burn_card="AS", burned=1)
    table.deal(2, "AS")
    table.deal(3, "KD")
    assert table.wrong() == []
    table.deal(4, "AS")
    assert table.wrong() == [("round/r", 3, "AS is out 3 times, of 2 packs")]


def test_a_late_correction_of_a_retired_shoe(table: Table) -> None:
    table.mount(live=True, commitment="")
    table.deal(1, "AS")
    table.deal(2, "KD")
    table.retire(nonce="", order="")
    table.correct(2, "KD", "QD")
    assert table.wrong() == []
    table.correct(2, "KD", "AS")
    assert table.words() == ["draw 2 was not KD", "AS is out 2 times, of 1 packs"]


def test_a_virtual_card_is_never_corrected(table: Table) -> None:
    table.mount()
    table.deal(1, PACK[0])
    table.correct(1, PACK[0], PACK[1])
    assert table.words() == ["a card of a virtual shoe is corrected"]


def test_a_shoe_that_is_not_there(table: Table) -> None:
    table.deal(1, "AS", shoe="never")
    table.mount(commitment="")
    table.mount(live=True)
    table.retire()
    table.deal(1, "AS")
    words = table.words()
    assert "shoe never was never mounted, or is opened already" in words
    assert "shoe s is mounted a second time" in words
    assert words.count("a virtual shoe must be committed to, a live one cannot be") == 2
    assert "the shoe is retired" in words


def test_an_event_that_cannot_be_read(table: Table) -> None:
    table.mount()
    table.add("round/r", "round.card_dealt@1", {"shoe": "s", "draw": 1, "card": "11S"})
    table.add("round/r", "round.card_dealt@1", {"shoe": "s"})
    assert all("cannot be read" in what for what in table.words())
    assert len(table.words()) == 2
