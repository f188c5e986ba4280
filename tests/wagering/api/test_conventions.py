"""What holds for every operation of the interface."""

from __future__ import annotations

import pytest

from tests.support import callers
from tests.support.callers import Api, code
from tests.support.house import House

pytestmark = pytest.mark.database


def test_sitting_down(house: House, ana: Api) -> None:
    table = house.table()
    house.shoe(table)
    house.open(table)
    answer = ana.post(f"/player/tables/{table}/seats", {"seat": 3}, key="once")
    assert answer.status_code == 200, answer.content
    again = ana.post(f"/player/tables/{table}/seats", {"seat": 3}, key="once")
    assert again.content == answer.content
    assert again.headers["Idempotency-Replayed"] == "true"
    other = ana.post(f"/player/tables/{table}/seats", {"seat": 4}, key="once")
    assert code(other) == (422, "idempotency_conflict")


def test_answers_are_kept_by_nobody_on_the_way(ana: Api) -> None:
    answers = [ana.get("/player/me"), ana.post("/player/connection", {"connected": True}), ana.get("/staff/tables")]
    assert [answer.status_code for answer in answers] == [200, 200, 403]
    assert {answer.headers.get("Cache-Control") for answer in answers} == {"no-store"}
    assert "Cache-Control" not in callers.nobody().get("/problems").headers
