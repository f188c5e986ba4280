"""A player's own account and limits, and what staff see of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.support import callers
from tests.support.callers import Api, code, usd
from tests.support.house import House
from tests.support.staff import Staff
from wagering.eventstore.read import read_stream

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]


def test_who_one_is(house: House, ana: Api) -> None:
    me = ana.get("/player/me").json()
    assert (me["player"], me["kind"], me["balance"], me["tables"]) == (house.id("ana"), "real", usd(100_000), [])
    assert timedelta() < datetime.fromisoformat(me["expires_at"]) - datetime.now(UTC) <= timedelta(minutes=15)
    assert code(callers.nobody().get("/player/me")) == (401, "unauthenticated")


def test_connection_is_recorded(house: House, ana: Api) -> None:
    assert ana.post("/player/connection", {"connected": False}).json() == {}
    assert read_stream(f"wallet/{house.id('ana')}")[-1].name == "wallet.connection_changed@1"
    assert code(ana.post("/player/connection", {"connected": 0})) == (400, "bad_field")


def test_asking_for_money(ana: Api) -> None:
    asked = {"withdrawal": "w-1", "amount": 40_000}
    answer = ana.post("/player/withdrawals", asked)
    assert answer.json()["balance"] == usd(60_000)
    me = ana.get("/player/me").json()
    assert (me["balance"], me["withdrawing"]) == (usd(60_000), usd(40_000))
    assert code(ana.post("/player/withdrawals", asked)) == (409, "already_exists")
    assert code(ana.post("/player/withdrawals", {"withdrawal": "w-2", "amount": 60_001})) == (409, "insufficient_funds")
    assert code(ana.post("/player/withdrawals", {"withdrawal": "w 2", "amount": 1})) == (400, "bad_field")


def test_limits_are_the_players_own(house: House, ana: Api) -> None:
    strict = ana.post("/player/limits", {"kind": "stake", "period": "day", "amount": 5_000})
    assert (strict.status_code, strict.json()["amount"]) == (200, usd(5_000))
    looser = ana.post("/player/limits", {"kind": "stake", "period": "day", "amount": None})
    assert looser.json()["amount"] is None
    later = datetime.fromisoformat(looser.json()["effective_at"])
    assert later - datetime.now(UTC) > timedelta(hours=23)
    limits = ana.get("/player/limits").json()
    (limit,) = limits["limits"]
    assert (limit["kind"], limit["period"], limit["amount"], limit["room"]) == ("stake", "day", usd(5_000), usd(5_000))
    assert (limit["pending"], limit["effective_at"]) == (None, looser.json()["effective_at"])
    assert code(ana.post("/player/limits", {"kind": "luck", "period": "day", "amount": 1})) == (400, "bad_field")
    assert code(ana.post("/player/limits", {"kind": "loss", "period": "day", "amount": -1})) == (400, "bad_amount")
    path = f"/staff/players/{house.id('ana')}/limits"
    for role in ("supervisor", "compliance", "finance"):
        assert Staff(role).get(path).json() == limits
    assert code(Staff(superuser=True).get(path)) == (403, "forbidden")
    assert code(Staff("compliance").post(path, {"kind": "stake", "period": "day", "amount": None})) == (
        405, "method_not_allowed",
    )  # fmt: skip
    assert code(Staff("compliance").get("/staff/players/nobody/limits")) == (404, "unknown_account")


def test_a_pause_stands(house: House, ana: Api) -> None:
    until = (datetime.now(UTC) + timedelta(days=7)).isoformat()
    assert ana.post("/player/pause", {"until": until}).status_code == 200
    assert ana.get("/player/me").json()["paused_until"] == ana.get("/player/limits").json()["paused_until"]
    sooner = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    assert code(ana.post("/player/pause", {"until": sooner})) == (409, "pause_stands")
    assert code(ana.post("/player/pause", {"until": "2099-01-01T00:00:00"})) == (400, "bad_field")
    table = house.table()
    house.shoe(table)
    house.open(table)
    assert code(ana.post(f"/player/tables/{table}/seats", {"seat": 1})) == (409, "player_paused")
