"""Input is exactly what is described, or refused by a stable code with the field named, and nothing is written.

And one command that arrives thirty times at once is done once.
"""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tests.support import callers
from tests.support.callers import Api
from tests.support.house import GAME, House
from tests.support.invariants import violations
from wagering.api.strict_json import LARGEST_BODY
from wagering.eventstore.session import execute as sql

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]

DEEP = 10_000
PARALLEL = 30


def written() -> tuple[int, int]:
    """Receipts and events."""
    row = sql("SELECT (SELECT count(*) FROM dispatch_receipt), (SELECT count(*) FROM eventstore_event)").fetchone()
    assert row is not None
    return row[0], row[1]


def refused(answer: Any, status: int, code: str, field: str = "") -> None:
    found = answer.json()
    assert (answer.status_code, found["code"], found.get("field", "")) == (status, code, field), found
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (found["type"], found["status"]) == (f"/api/v1/problems/{code}", status)
    assert found["title"]


ACCOUNT = {"player": "x", "kind": "real", "currency": "USD"}
BODIES: dict[str, tuple[bytes, str, str]] = {
    "unknown field": (b'{"amount": 1, "more": 1}', "unknown_field", "more"),
    "field in other letters": (b'{"Amount": 1}', "unknown_field", "Amount"),
    "missing field": (b"{}", "bad_field", "amount"),
    "nothing at all": (b"", "bad_field", "amount"),
    "the same name twice": (b'{"amount": 1, "amount": 1}', "bad_field", "amount"),
    "true for a number": (b'{"amount": true}', "bad_amount", "amount"),
    "1.0 for a number": (b'{"amount": 1.0}', "bad_amount", "amount"),
    "1e2 for a number": (b'{"amount": 1e2}', "bad_amount", "amount"),
    "a text for a number": (b'{"amount": "1"}', "bad_amount", "amount"),
    "null for a number": (b'{"amount": null}', "bad_amount", "amount"),
    "zero": (b'{"amount": 0}', "bad_amount", "amount"),
    "minus one": (b'{"amount": -1}', "bad_amount", "amount"),
    "more than any amount": (b'{"amount": 1000000000000001}', "bad_amount", "amount"),
    "beyond 64 bits": (b'{"amount": 18446744073709551617}', "bad_amount", "amount"),
    "ten thousand digits": (b'{"amount": ' + b"9" * 10_000 + b"}", "malformed_json", ""),
    "NaN": (b'{"amount": NaN}', "malformed_json", ""),
    "Infinity": (b'{"amount": -Infinity}', "malformed_json", ""),
    "a list": (b"[1]", "malformed_json", ""),
    "a number": (b"1", "malformed_json", ""),
    "half of it": (b'{"amount": 1', "malformed_json", ""),
    "two of them": (b'{"amount": 1}{"amount": 1}', "malformed_json", ""),
    "a comma too many": (b'{"amount": 1,}', "malformed_json", ""),
    "a comment": (b'{"amount": 1} // one', "malformed_json", ""),
    "not UTF-8": (b'{"amount": "\xff"}', "malformed_json", ""),
    "a mark of byte order": (b'\xef\xbb\xbf{"amount": 1}', "malformed_json", ""),
    "UTF-16": ('{"amount": 1}'.encode("utf-16"), "malformed_json", ""),
    "a form": (b"amount=1", "malformed_json", ""),
    "deep lists": (b'{"amount": ' + b"[" * DEEP + b"]" * DEEP + b"}", "malformed_json", ""),
    "deep objects": (b'{"a":' * DEEP + b"1" + b"}" * DEEP, "malformed_json", ""),
    "deep and never closed": (b'{"a":' * DEEP, "malformed_json", ""),
}


@pytest.mark.parametrize(("body", "code", "field"), BODIES.values(), ids=BODIES.keys())
def test_a_body_that_is_not_what_is_described(
    body: bytes, code: str, field: str, house: House, operator: Api
) -> None:  # fmt: skip
    path = f"/operator/players/{house.player('ana')}/deposits"
    before = written()
    refused(operator.post(path, body), 400, code, field)
    assert written() == before


TEXTS: dict[str, tuple[dict[str, Any], str]] = {
    "NUL": ({**ACCOUNT, "player": "a\0b"}, "player"),
    "a lone surrogate": ({**ACCOUNT, "player": "a\ud800"}, "player"),
    "a lone surrogate in a name": ({**ACCOUNT, "\ud800": 1}, "\\ud800"),
    "an id with a slash": ({**ACCOUNT, "player": "a/b"}, "player"),
    "an empty id": ({**ACCOUNT, "player": ""}, "player"),
    "an id of 101": ({**ACCOUNT, "player": "a" * 101}, "player"),
    "an id of another script": ({**ACCOUNT, "player": "ａｎａ"}, "player"),
    "a kind in capitals": ({**ACCOUNT, "kind": "REAL"}, "kind"),
    "a kind that is none": ({**ACCOUNT, "kind": "vip"}, "kind"),
    "a currency in small letters": ({**ACCOUNT, "currency": "usd"}, "currency"),
    "a list for a text": ({**ACCOUNT, "currency": ["USD"]}, "currency"),
}


@pytest.mark.parametrize(("body", "field"), TEXTS.values(), ids=TEXTS.keys())
def test_a_text_that_is_not_what_is_described(body: dict[str, Any], field: str, operator: Api) -> None:
    before = written()
    refused(operator.post("/operator/players", body), 400, "bad_field", field)
    assert written() == before


@pytest.mark.parametrize("deposit", [True, 1.0, "1", -1, 10**15 + 1])
def test_an_opening_balance_that_is_none(deposit: Any, operator: Api) -> None:
    before = written()
    refused(operator.post("/operator/players", {**ACCOUNT, "deposit": deposit}), 400, "bad_amount", "deposit")
    assert written() == before


@pytest.mark.parametrize(
    "options", [{"packs": 8.0}, {"packs": True}, {"x": 2**63}, {"packs": [[[]]]}, {"pay": {"win": [1, 1.5]}}, {"y": 1}]
)
def test_options_that_no_game_has(options: dict[str, Any], house: House, operator: Api) -> None:
    """What the body may hold and the game does not: refused with a receipt, and nothing happens."""
    _, events = written()
    body = {"table": house.id("T"), "game": GAME, "currency": "USD", "options": options}
    answer = operator.post("/operator/tables", body)
    assert answer.status_code == 400, answer.content
    assert (answer.json()["code"], answer.json()["field"]) in (("bad_options", "options"), ("bad_field", "options"))
    assert written()[1] == events


@pytest.mark.parametrize("size", [LARGEST_BODY + 1, 3 * 1024 * 1024])
def test_a_body_that_is_too_large(size: int, house: House, operator: Api) -> None:
    before = written()
    body = b'{"amount": 1' + b" " * (size - 13) + b"}"
    refused(operator.post(f"/operator/players/{house.player('ana')}/deposits", body), 413, "too_large")
    refused(callers.nobody().post("/operator/players", body), 413, "too_large")
    assert written() == (before[0] + 1, before[1] + 2)  # the player himself


def test_the_largest_body_is_read(house: House, operator: Api) -> None:
    path = f"/operator/players/{house.player('ana')}/deposits"
    assert operator.post(path, b'{"amount": 1' + b" " * (LARGEST_BODY - 13) + b"}").status_code == 200


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]
)
def test_a_body_of_another_type(kind: str, house: House, operator: Api) -> None:
    path = f"/operator/players/{house.player('ana')}/deposits"
    before = written()
    raw, headers = b'{"amount": 1}', {"Idempotency-Key": "k"}
    signed = operator._header("POST", f"{callers.BASE}{path}", raw, headers)
    answer = operator._client.generic(
        "POST", f"{callers.BASE}{path}", raw, content_type=kind, headers={**headers, "Authorization": signed}
    )
    refused(answer, 415, "unsupported_media_type", "Content-Type")
    assert written() == before


@pytest.mark.parametrize("key", ["", "a b", "k" * 201, "ключ", "a\tb"])
def test_a_command_needs_a_key(key: str, house: House, operator: Api) -> None:
    path = f"/operator/players/{house.player('ana')}/deposits"
    before = written()
    headers = {"Idempotency-Key": key} if key else {}
    refused(operator.send("POST", path, b'{"amount": 1}', headers), 400, "key_missing", "Idempotency-Key")
    assert written() == before


@pytest.mark.parametrize(
    ("query", "code", "field"),
    [
        ("limit=0", "bad_field", "limit"), ("limit=201", "bad_field", "limit"), ("limit=x", "bad_field", "limit"),
        ("limit=1.0", "bad_field", "limit"), ("limit=true", "bad_field", "limit"),
        ("Limit=1", "unknown_field", "Limit"), ("page=2", "unknown_field", "page"),
        ("limit=1&limit=1", "bad_field", "limit"), ("after=a%00", "bad_field", "after"),
        (f"after={'a' * 401}", "bad_field", "after"),
    ],
)  # fmt: skip
def test_parameters_that_are_not_described(query: str, code: str, field: str, operator: Api) -> None:
    refused(operator.get(f"/operator/tables?{query}"), 400, code, field)


def test_more_parameters_than_are_read(operator: Api) -> None:
    answer = operator.get(f"/operator/tables?{'&'.join(f'p{number}=1' for number in range(1_001))}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize("path", ["/operator/players/a%00b", "/operator/players/a b", "/operator/nothing", "/operator"])
def test_an_address_that_does_not_exist(path: str, operator: Api) -> None:
    refused(operator.get(path), 404, "not_found")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_a_method_that_nobody_knows(method: str, operator: Api) -> None:
    before = written()
    answer = operator.send(method, "/operator/players", b"", {"Idempotency-Key": "k"})
    refused(answer, 405, "method_not_allowed")
    assert written() == before


# --- at once ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["deposits", "withdrawals", "sessions"])
def test_thirty_at_once_are_one(what: str, house: House, operator: Api) -> None:
    ana = house.player("ana", 1_000)
    body = {} if what == "sessions" else {"amount": 7}
    before = written()
    gate = threading.Barrier(PARALLEL)

    def send(_: int) -> Any:
        mine = Api(operator._header)
        try:
            gate.wait()
            return mine.post(f"/operator/players/{ana}/{what}", json.dumps(body).encode(), key="once")
        finally:
            connection.close()

    with ThreadPoolExecutor(PARALLEL) as pool:
        answers = list(pool.map(send, range(PARALLEL)))
    assert {answer.status_code for answer in answers} <= {200, 201}, [a.content for a in answers if a.status_code > 201]
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotency-Replayed" not in answer.headers for answer in answers) == 1
    assert written() == (before[0] + 1, before[1] + (2 if what == "withdrawals" else 1))
    left = operator.get(f"/operator/players/{ana}/balance").json()["balance"]["amount"]
    assert left == {"deposits": 1_007, "withdrawals": 993, "sessions": 1_000}[what]
    assert violations(house.run) == []


def test_different_commands_at_once_are_all_done(house: House, operator: Api) -> None:
    ana = house.player("ana", 0)
    gate = threading.Barrier(PARALLEL)

    def send(number: int) -> Any:
        mine = Api(operator._header)
        try:
            gate.wait()
            answer = mine.post(f"/operator/players/{ana}/deposits", {"amount": 10}, key=f"k{number}")
            while answer.status_code == 503:
                answer = mine.post(f"/operator/players/{ana}/deposits", {"amount": 10}, key=f"k{number}")
            return answer.json()["balance"]["amount"]
        finally:
            connection.close()

    with ThreadPoolExecutor(PARALLEL) as pool:
        balances = sorted(pool.map(send, range(PARALLEL)))
    assert balances == [10 * number for number in range(1, PARALLEL + 1)]
    assert violations(house.run) == []
