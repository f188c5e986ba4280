"""Staff at the interface: who may look, who may decide, on which version, and what takes two people."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from games.catalog import SAMPLES
from tests.support import callers
from tests.support.callers import code
from tests.support.house import House
from tests.support.over_http import HttpTable
from tests.support.staff import Staff
from wagering.rounds.queries import current

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]


def test_everybody_on_the_staff_may_look(house: House) -> None:
    table, player, round_id = house.seated_round("L", "TC", "9D", "8C", "KH")
    for role in ("supervisor", "compliance", "finance"):
        look = Staff(role)
        assert look.get(f"/staff/tables/{table}").json()["seats"] == {"3": player}
        assert look.version
        assert look.get(f"/staff/rounds/{round_id}").status_code == 200
        assert table in look.get(f"/staff/tables?after={table[:-1]}&limit=1").content.decode()


def test_a_superuser_without_a_role_is_nobody(house: House) -> None:
    table, _, round_id = house.seated_round("L")
    for who in (Staff(superuser=True), Staff()):
        for path in ("/staff/tables", f"/staff/tables/{table}", f"/staff/rounds/{round_id}"):
            assert code(who.get(path)) == (403, "forbidden")
        assert code(who.decide(f"/staff/tables/{table}/pause", {"note": "x"}, version='"1"')) == (403, "forbidden")
    assert code(callers.nobody().get("/staff/tables")) == (401, "unauthenticated")
    assert code(callers.device(house, table).get("/staff/tables")) == (403, "forbidden")


def test_only_supervisors_decide(house: House) -> None:
    table, _, round_id = house.seated_round("L")
    for role in ("compliance", "finance"):
        who = Staff(role)
        who.get(f"/staff/tables/{table}")
        for path, body in (
            (f"/staff/tables/{table}/pause", {"note": "x"}), (f"/staff/tables/{table}/resume", {}),
            (f"/staff/rounds/{round_id}/void", {"reason": "EXPOSED"}), ("/staff/devices/d-1/unlock", {}),
        ):  # fmt: skip
            assert code(who.decide(path, body)) == (403, "forbidden")


def test_commands_need_the_csrf_token(house: House) -> None:
    table, _, _ = house.seated_round("L")
    who = Staff("supervisor", csrf=False)
    assert who.get(f"/staff/tables/{table}").status_code == 200
    assert code(who.decide(f"/staff/tables/{table}/pause", {"note": "x"})) == (403, "csrf_failed")


def test_pausing_and_going_on(house: House) -> None:
    table, _, round_id = house.seated_round("L")
    who = Staff("supervisor")
    who.get(f"/staff/tables/{table}")
    paused = who.decide(f"/staff/tables/{table}/pause", {"note": "a card fell"}, key="once")
    assert paused.status_code == 200, paused.content
    again = who.decide(f"/staff/tables/{table}/pause", {"note": "a card fell"}, key="once")
    assert (again.content, again.headers["Idempotency-Replayed"]) == (paused.content, "true")
    look = who.get(f"/staff/tables/{table}").json()
    assert (look["paused"], look["awaits"], look["number"], look["due_at"]) == (True, "paused", None, None)
    assert look["incident"]["note"] == "a card fell"
    assert look["incident"]["reported_by"] == f"supervisor:{who.name}"
    resumed = who.decide(f"/staff/tables/{table}/resume")
    assert (resumed.status_code, resumed.json()["round"]) == (200, round_id)
    who.get(f"/staff/tables/{table}")
    assert code(who.decide(f"/staff/tables/{table}/resume")) == (409, "not_paused")


def test_a_version_is_required_and_must_be_the_present_one(house: House) -> None:
    table, player, _ = house.seated_round("L", "TC", "9D", "8C", "KH")
    who = Staff("supervisor")
    path = f"/staff/tables/{table}/pause"
    assert code(who.post(path, {"note": "x"})) == (428, "version_required")
    assert code(who.decide(path, {"note": "x"}, version="12")) == (400, "bad_field")
    who.get(f"/staff/tables/{table}")
    seen = who.version
    assert house.act(table, player, "hit").accepted
    answer = who.decide(path, {"note": "x"})
    assert code(answer) == (412, "stale_version")
    who.get(f"/staff/tables/{table}")
    assert answer.json()["current"]["etag"] == who.version != seen
    assert who.decide(path, {"note": "x"}, version=answer.json()["current"]["etag"]).status_code == 200
    assert code(who.decide(path, {"note": "y"}, version='"999999999999"')) == (412, "stale_version")


def test_a_version_of_the_round_before_does_not_fit_this_one(house: House) -> None:
    """Versions of both rounds are equal numbers; the ETag tells them apart."""
    table = house.table("L")
    house.shoe(table)
    player = house.player("ana")
    who, versions = Staff("supervisor"), []
    for name in ("R1", "R2"):
        house.open(table, name)
        house.sit(table, player, 3)
        versions.append(current(table).round_version)
        if name == "R1":
            who.get(f"/staff/tables/{table}")
            house.close_bets(table)
            assert current(table).status == "not_played"
    assert versions[0] >= versions[1]
    seen = who.version
    assert code(who.decide(f"/staff/tables/{table}/pause", {"note": "x"}, version=seen)) == (412, "stale_version")


def test_two_supervisors_at_once(house: House) -> None:
    """Exactly one decides, and the other is told how things stand."""
    table, _, round_id = house.seated_round("L")
    people = [Staff("supervisor"), Staff("supervisor")]
    for command, body in (("pause", {"note": "x"}), ("resume", {}), ("pause", {"note": "z"})):
        for who in people:
            who.get(f"/staff/tables/{table}")
        start = Barrier(2)

        def decide(who: Staff, command: str = command, body: object = body, start: Barrier = start) -> object:
            start.wait(10)
            try:
                return who.decide(f"/staff/tables/{table}/{command}", body)
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as threads:
            answers = sorted(threads.map(decide, people), key=lambda answer: answer.status_code)  # type: ignore[attr-defined]
        assert [answer.status_code for answer in answers] == [200, 412], [answer.content for answer in answers]  # type: ignore[attr-defined]
        people[0].get(f"/staff/tables/{table}")
        assert answers[1].json()["current"]["etag"] == people[0].version  # type: ignore[attr-defined]
    voids = [who.decide(f"/staff/rounds/{round_id}/void", {"reason": "MISSCAN"}, version=people[0].version)
             for who in people]  # fmt: skip
    assert [answer.status_code for answer in voids] == [200, 412]
    assert voids[1].json()["current"]["status"] == "void"


def test_voiding_and_correcting_a_running_round(house: House) -> None:
    table, _, round_id = house.seated_round("L", "TC", "9D", "8C", "KH")
    who = Staff("supervisor")
    who.get(f"/staff/rounds/{round_id}")
    void = {"reason": "EXPOSED"}
    assert code(who.decide(f"/staff/rounds/{round_id}/void", void)) == (409, "not_paused")
    who.decide(f"/staff/tables/{table}/pause", {"note": "x"})
    drawn = who.get(f"/staff/rounds/{round_id}").json()["draws"][0]
    correction = {"shoe": drawn["shoe"], "draw": drawn["draw"], "card": "7C", "reason": "MISSCAN"}
    answer = who.decide(f"/staff/rounds/{round_id}/corrections", correction)
    assert answer.status_code == 200, answer.content
    look = who.get(f"/staff/rounds/{round_id}").json()
    assert (look["corrections"], look["draws"][0]["card"]) == (1, "7C")
    assert who.decide(f"/staff/rounds/{round_id}/void", void).status_code == 200
    look = who.get(f"/staff/rounds/{round_id}").json()
    assert (look["status"], look["reason"]) == ("void", "EXPOSED")
    assert code(who.decide(f"/staff/rounds/{round_id}/void", void)) == (409, "already_void")
    assert code(who.decide(f"/staff/rounds/{table}.R9/void", void)) == (404, "unknown_round")
    assert code(who.decide(f"/staff/rounds/{round_id}/void", {"reason": "WHY"})) == (400, "bad_field")
    strange = {**void, "second": "omar"}
    assert code(who.decide(f"/staff/rounds/{round_id}/void", strange)) == (400, "unknown_field")


def test_a_paid_round_takes_two_people(house: House) -> None:
    """Also where the table has gone on to another round; a wrong version is told first."""
    table, player, round_id = house.seated_round("L", "TC", "9D", "8C", "KH")
    house.act(table, player, "stand")
    while current(table).running:
        house.deal(table, "TD")
    who = Staff("supervisor")
    house.open(table, "R2")
    old = who.get(f"/staff/tables/{table}") and who.version
    look = who.get(f"/staff/rounds/{round_id}").json()
    assert look["status"] == "settled"
    assert look["bets"][0]["staked"] == {"amount": 1_000, "currency": "USD", "exponent": 2}
    correction = {"shoe": look["draws"][0]["shoe"], "draw": look["draws"][0]["draw"], "card": "7C"}
    for path, body in (("void", {"reason": "EXPOSED"}), ("corrections", {**correction, "reason": "MISSCAN"})):
        assert code(who.decide(f"/staff/rounds/{round_id}/{path}", body)) == (409, "four_eyes")
        assert code(who.decide(f"/staff/rounds/{round_id}/{path}", body, version=old)) == (412, "stale_version")


def test_a_game_of_a_match_is_dealt_again(run_id: str) -> None:
    table = HttpTable(f"deal-{run_id}", "kozel@1")
    steps = table.round()
    for _ in range(4):
        next(steps)
    who = Staff("supervisor")
    who.get(f"/staff/tables/{table.table}")
    void = {"reason": "EXPOSED"}
    assert code(who.decide(f"/staff/tables/{table.table}/void-deal", void)) == (409, "not_paused")
    who.decide(f"/staff/tables/{table.table}/pause", {"note": "x"})
    who.get(f"/staff/tables/{table.table}")
    answer = who.decide(f"/staff/tables/{table.table}/void-deal", void)
    assert (answer.status_code, answer.json()["awaits"]) == (200, "deal")
    assert SAMPLES[table.game].seat_kind is None


def test_terminals_are_unlocked(house: House) -> None:
    table = house.table("L")
    house.now = house.now.replace(year=house.now.year - 1)
    terminal = callers.device(house, table)
    assert terminal.post("/studio/heartbeat").json()["locked"]
    who = Staff("supervisor")
    (device,) = who.get(f"/staff/tables/{table}").json()["devices"]
    assert (device["locked"], device["heard_at"] is None) == (True, False)
    assert who.post(f"/staff/devices/{device['device']}/unlock").status_code == 200
    assert not terminal.post("/studio/heartbeat").json()["locked"]
    assert code(who.post("/staff/devices/d-1/unlock")) == (404, "unknown_credential")
