"""Operators sign every request. Whatever is wrong with a signature, the answer is the same 401, byte for byte."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.support import callers
from tests.support.callers import Api, signature
from tests.support.house import House
from wagering.access.commands import IssueKey, Revoke
from wagering.access.secrets import derive
from wagering.eventstore.session import execute as sql

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]

PATH = "/operator/players"


class Signer:
    """One key with every way to go wrong: ``wrong`` goes into the signature, what is sent may differ from it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.key = new_key(house)

    def send(
        self, path: str = PATH, body: bytes = b"", method: str = "POST", sent: bytes | None = None, at: str = "",
        sent_method: str = "", signed_key: str | None = None, **wrong: Any,
    ) -> Any:  # fmt: skip
        """``method``, ``path``, ``body`` and ``signed_key`` are signed; where it is given, something else is sent."""
        given = secrets.token_hex(8)
        headers = {"Idempotency-Key": given}
        signing = headers if signed_key is None else {"Idempotency-Key": signed_key}
        key = wrong.pop("key", self.key)
        header = signature(key, method, f"{callers.BASE}{path}", body, signing, **wrong)
        return Api(lambda *_: header).send(sent_method or method, at or path, body if sent is None else sent, headers)

    def opens(self) -> bytes:
        """The body that opens a new account."""
        return json.dumps({"player": self.house.id(secrets.token_hex(4)), "kind": "real", "currency": "USD"}).encode()


def new_key(house: House, operator: str = "") -> str:
    operator = operator or house.run
    return str(house.must(f"operator:{operator}", IssueKey(operator=operator)).content["credential"])


def written() -> tuple[int, int]:
    row = sql("SELECT (SELECT count(*) FROM dispatch_receipt), (SELECT count(*) FROM eventstore_event)").fetchone()
    assert row is not None
    return row[0], row[1]


@pytest.fixture
def signer(house: House) -> Signer:
    return Signer(house)


@pytest.fixture
def refusal(database: str, unthrottled: None) -> bytes:
    """What somebody without any credential is told."""
    answer = callers.nobody().post(PATH)
    assert answer.status_code == 401
    return bytes(answer.content)


def test_a_signed_request_is_accepted(signer: Signer) -> None:
    assert signer.send(body=signer.opens()).status_code == 201


Wrong = Callable[[Signer], Any]
WRONG: dict[str, Wrong] = {
    "a clock that is behind": lambda s: s.send(body=s.opens(), timestamp=int(time.time()) - 62),
    "a clock that is ahead": lambda s: s.send(body=s.opens(), timestamp=int(time.time()) + 62),
    "a timestamp that is none": lambda s: s.send(body=s.opens(), timestamp="soon"),
    "a nonce too short": lambda s: s.send(body=s.opens(), nonce="a" * 15),
    "a nonce with a blank": lambda s: s.send(body=s.opens(), nonce="a b" * 8),
    "another query": lambda s: s.send("/operator/keys?limit=1", method="GET", at="/operator/keys?limit=2"),
    "a query that was not signed": lambda s: s.send("/operator/keys", method="GET", at="/operator/keys?limit=2"),
    "another order of parameters": lambda s: s.send(
        "/operator/keys?limit=1&after=a", method="GET", at="/operator/keys?after=a&limit=1"
    ),
    "another address": lambda s: s.send("/operator/tables", method="GET", at="/operator/keys"),
    "another method": lambda s: s.send("/operator/keys", method="GET", sent_method="HEAD"),
    "a body with other blanks": lambda s: s.send(body=(b := s.opens()), sent=b.replace(b", ", b",  ")),
    "another body": lambda s: s.send(body=s.opens(), sent=s.opens()),
    "another idempotency key": lambda s: s.send(body=s.opens(), signed_key="another"),
    "another secret": lambda s: s.send(body=s.opens(), secret="0" * 64),
    "the secret of a device": lambda s: s.send(body=s.opens(), secret=derive("device", s.key)),
    "the id of another operator's key": lambda s: s.send(
        body=s.opens(), key=new_key(s.house, f"{s.house.run}-other"), secret=derive("operator", s.key)
    ),
    "a key that nobody has": lambda s: s.send(body=s.opens(), key="k-" + "0" * 24),
    "a key that is none": lambda s: s.send(body=s.opens(), key="k-1"),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
def test_whatever_is_wrong_is_the_same_401(wrong: Wrong, signer: Signer, refusal: bytes) -> None:
    answer = wrong(signer)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"]
    assert answer.content == refusal or answer.request["REQUEST_METHOD"] == "HEAD"


def test_nothing_is_written_by_who_cannot_sign(signer: Signer) -> None:
    before = written()
    assert signer.send(body=signer.opens(), secret="0" * 64).status_code == 401
    assert written() == before


def test_a_nonce_counts_once(signer: Signer, refusal: bytes) -> None:
    nonce = secrets.token_hex(16)
    assert signer.send("/operator/keys", method="GET", nonce=nonce).status_code == 200
    again = signer.send("/operator/keys", method="GET", nonce=nonce)
    assert (again.status_code, again.content) == (401, refusal)
    assert signer.send("/operator/keys", method="GET").status_code == 200


def test_a_stranger_spends_nobodys_nonce(signer: Signer) -> None:
    nonce = secrets.token_hex(16)
    assert signer.send("/operator/keys", method="GET", nonce=nonce, secret="0" * 64).status_code == 401
    assert signer.send("/operator/keys", method="GET", nonce=nonce).status_code == 200


def test_a_request_sent_again_as_it_was_is_refused(signer: Signer, refusal: bytes) -> None:
    body, headers = signer.opens(), {"Idempotency-Key": "once"}
    header = signature(signer.key, "POST", f"{callers.BASE}{PATH}", body, headers)
    api = Api(lambda *_: header)
    assert api.send("POST", PATH, body, headers).status_code == 201
    replayed = api.send("POST", PATH, body, headers)
    assert (replayed.status_code, replayed.content) == (401, refusal)


def test_a_revoked_key_is_over_at_once(signer: Signer, refusal: bytes) -> None:
    operator = signer.house.run
    assert signer.send("/operator/keys", method="GET").status_code == 200
    signer.house.must(f"operator:{operator}", Revoke(operator=operator, kind="key", credential=signer.key))
    answer = signer.send("/operator/keys", method="GET")
    assert (answer.status_code, answer.content) == (401, refusal)


@pytest.mark.parametrize("of", ["device", "player"])
def test_a_token_is_no_signature(of: str, house: House) -> None:
    """Who is somebody else is told so; a request has one credential."""
    table = house.table()
    other = callers.device(house, table) if of == "device" else callers.player(house, house.player("ana"))
    answer = other.get("/operator/keys")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False, headers={"Host": "localhost"})


@pytest.mark.parametrize(
    "header", ["", "Basic YTpi", "Bearer x", "WAGERING-HMAC-SHA256", "\x00", "Bearer " + "d" * 5000]
)
def test_junk_for_a_credential(header: str, browser: Client, refusal: bytes) -> None:
    answer = browser.get(f"{callers.BASE}/operator/keys", headers={"Authorization": header})
    assert (answer.status_code, answer.content) == (401, refusal)
