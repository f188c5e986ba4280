"""The player's interface at the table: finding one, betting, answering, looking."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

import pytest

from games.catalog import CATALOG
from tests.support import callers
from tests.support.callers import Api, code, usd
from tests.support.house import GAME, OPTIONS, House
from wagering.tables.commands import OpenTable

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]


@pytest.fixture
def table(house: House) -> str:
    """Betting is open."""
    table = house.table()
    house.shoe(table)
    house.open(table)
    return table


def test_finding_a_table(house: House, table: str, ana: Api) -> None:
    other = house.table("U")
    house.sit(table, house.id("ana"), 3)
    page = ana.get("/player/tables?limit=1").json()
    assert [(item["table"], item["seats"], item["awaits"]) for item in page["items"]] == [
        (table, {"3": house.id("ana")}, "betting")
    ]
    assert [item["table"] for item in ana.get(f"/player/tables?after={page['next']}").json()["items"]] == [other]
    terms = ana.get(f"/player/tables/{table}").json()
    assert (terms["game"], terms["currency"], terms["options"]["max_seat"]) == (GAME, "USD", OPTIONS["max_seat"])
    assert terms["rules_sha256"] == ana.get(f"/player/rules/{GAME}").json()["sha256"]


def test_a_session_for_some_tables(house: House, table: str) -> None:
    other = house.table("U")
    bo = callers.player(house, house.player("bo"), other)
    assert [item["table"] for item in bo.get("/player/tables").json()["items"]] == [other]
    for path in (f"/player/tables/{table}", f"/player/tables/{table}/view"):
        assert code(bo.get(path)) == (404, "unknown_table")
    assert code(bo.post(f"/player/tables/{table}/seats", {"seat": 3})) == (404, "unknown_table")


def test_tables_of_another_operator_do_not_exist(house: House, ana: Api, run_id: str) -> None:
    foreign = House(f"foreign-{run_id}")
    table = foreign.table()
    for path in ("", "/view"):
        assert code(ana.get(f"/player/tables/{table}{path}")) == (404, "unknown_table")
    for path, body in (
        ("leave", {}), ("seats", {"seat": 1}), ("bets", {"seat": 1, "kind": "seat", "amount": 1_000}),
        ("bets/undo", {"seat": 1, "kind": "seat"}), ("actions", {"intent": "act", "fields": {}, "decision": 1}),
    ):  # fmt: skip
        assert code(ana.post(f"/player/tables/{table}/{path}", body)) == (404, "unknown_table")


def test_rules_of_a_game(ana: Api, root: Path) -> None:
    rules = ana.get(f"/player/rules/{GAME}").json()
    text = (root / "games" / "deluxe_blackjack" / "RULES.md").read_bytes()
    assert (rules["text"].encode(), rules["sha256"]) == (text, hashlib.sha256(text).hexdigest())
    assert (rules["bet_kinds"], rules["words"]["double"]) == (list(CATALOG[GAME].bet_kinds), "Double")
    act = rules["intents"]["act"]
    assert (set(act["fields"]), act["required"]) == ({"seat", "hand", "action"}, ["seat", "hand", "action"])
    assert act["fields"]["seat"] == {"type": "integer"}
    russian = ana.get(f"/player/rules/{GAME}", **{"Accept-Language": "ru"}).json()
    assert russian["words"]["double"] != "Double"
    for game in CATALOG:
        assert ana.get(f"/player/rules/{game}").json()["text"]
    assert code(ana.get("/player/rules/chess@1")) == (404, "unknown_game")


def test_bets_and_balance(house: House, table: str, ana: Api) -> None:
    at = f"/player/tables/{table}"
    assert ana.post(f"{at}/seats", {"seat": 3}).status_code == 200
    bet = {"seat": 3, "kind": "seat", "amount": 1_500}
    first = ana.post(f"{at}/bets", bet, key="once")
    assert first.json() == {
        "round": f"{table}.R1", "taken": [{"seat": 3, "kind": "seat", "amount": usd(1_500)}], "balance": usd(98_500)
    }  # fmt: skip
    again = ana.post(f"{at}/bets", bet, key="once")
    assert (again.content, again.headers["Idempotency-Replayed"]) == (first.content, "true")
    assert code(ana.post(f"{at}/bets", {**bet, "amount": 2_000}, key="once")) == (422, "idempotency_conflict")
    assert code(ana.post(f"{at}/bets", {**bet, "amount": 10**9})) == (422, "above_max")
    assert code(ana.post(f"{at}/bets", {**bet, "amount": True})) == (400, "bad_amount")
    assert code(ana.post(f"{at}/bets", {**bet, "Amount": 1})) == (400, "unknown_field")
    assert code(ana.post(f"{at}/bets", {**bet, "kind": "luck"})) == (400, "bad_kind")
    undone = ana.post(f"{at}/bets/undo", {"seat": 3, "kind": "seat"})
    assert undone.json() == {
        "round": f"{table}.R1", "returned": [{"seat": 3, "kind": "seat", "amount": usd(1_500)}], "balance": usd(100_000)
    }  # fmt: skip
    assert code(ana.post(f"{at}/bets/undo", {"seat": 3, "kind": "seat"}))[0] == 409
    house.close_bets(table)
    assert code(ana.post(f"{at}/bets", bet)) == (409, "bets_closed")


def test_answers_name_their_question(house: House) -> None:
    table, player, round_id = house.seated_round("Q", "2C", "9D", "3C", "KH")
    ana = callers.player(house, player)
    at = f"/player/tables/{table}"
    look = ana.get(f"{at}/view").json()
    assert (look["awaits"], look["cards"]) == ("decision 3.1", {"3.1": ["2C", "3C"], "dealer": ["9D", "??"]})
    assert {"hit", "stand"} <= set(look["may"])
    hit = {"intent": "act", "fields": {"seat": 3, "hand": 1, "action": "hit"}}
    assert code(ana.post(f"{at}/actions", hit)) == (428, "decision_required")
    stale = ana.post(f"{at}/actions", {**hit, "decision": look["number"] + 1})
    assert code(stale) == (409, "stale_decision")
    assert stale.json()["current"] == {"round": round_id, "number": look["number"]}
    strange = {**hit, "decision": look["number"], "fields": {**hit["fields"], "player": "bo"}}  # type: ignore[dict-item]
    answer = ana.post(f"{at}/actions", strange)
    assert (*code(answer), answer.json()["field"]) == (400, "unknown_field", "player")
    assert code(ana.post(f"{at}/actions", {**hit, "fields": {"seat": True}, "decision": look["number"]}))[0] == 400
    assert code(ana.post(f"{at}/actions", {**hit, "intent": "sing", "decision": look["number"]})) == (400, "bad_intent")
    taken = ana.post(f"{at}/actions", {**hit, "decision": look["number"]})
    assert (taken.status_code, taken.json()["awaits"]) == (200, "deal 3.1")
    ahead = {"intent": "preselect", "fields": {"seat": 3, "hand": 1, "action": "stand"}}
    assert code(ana.post(f"{at}/actions", ahead))[0] == 409
    bo = callers.player(house, house.player("bo"))
    house.deal(table, "2D")
    number = ana.get(f"{at}/view").json()["number"]
    assert code(bo.post(f"{at}/actions", {**hit, "decision": number})) == (409, "not_your_seat")
    assert bo.get(f"{at}/view").json()["may"] == []


def test_the_countdown_is_in_server_time(house: House) -> None:
    table = house.id("W")
    wall = OpenTable(table=table, operator=house.run, game=GAME, currency="USD", options={**OPTIONS, "shoe": "live"})
    house.must(f"operator:{house.run}", wall)
    house.shoe(table)
    house.open(table)
    ana, studio = callers.player(house, house.player("ana")), callers.device(house, table)
    looks = [ana.get(f"/player/tables/{table}/view").json(), studio.get("/studio/table").json()]
    for look in looks:
        due, now = (datetime.fromisoformat(look[name]) for name in ("due_at", "server_time"))
        assert (due - house.now).total_seconds() == OPTIONS["bet_s"]
        assert look["remaining_ms"] == round((due - now).total_seconds() * 1_000)
    studio.post("/studio/incidents", {"note": "a card fell"})
    look = ana.get(f"/player/tables/{table}/view").json()
    assert (look["paused"], look["number"], look["due_at"], look["remaining_ms"]) == (True, None, None, None)
