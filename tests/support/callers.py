"""Callers of the interface with credentials of their own, for tests that go through Django's test client."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from typing import Any

from django.test import Client

from tests.support.house import House
from wagering.access.commands import IssueKey, OpenSession, RegisterDevice
from wagering.access.secrets import derive

BASE = "/api/v1"


def told(answer: Any, status: int = 200) -> Any:
    """What an answer holds, which must have this status."""
    assert answer.status_code == status, answer.content
    return answer.json()


def code(answer: Any) -> tuple[int, str]:
    """Status and code of a problem."""
    return answer.status_code, answer.json()["code"]


def usd(amount: int) -> dict[str, Any]:
    """Minor units as they are told."""
    return {"amount": amount, "currency": "USD", "exponent": 2}


class Api:
    """``header``: makes the Authorization header of one request (method, path with query, body, other headers)."""

    def __init__(self, header: Any) -> None:
        self._header = header
        self._client = Client(raise_request_exception=False, headers={"Host": "localhost"})

    def header(self) -> str:
        """Of a caller whose header is the same for every request."""
        return str(self._header("", "", b"", {}))

    def get(self, path: str, **headers: str) -> Any:
        return self.send("GET", path, b"", headers)

    def post(self, path: str, body: Any = None, key: str = "", **headers: str) -> Any:
        """``body``: an object, or the very bytes. ``key``: drawn unless given."""
        raw = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
        return self.send("POST", path, raw, {"Idempotency-Key": key or secrets.token_hex(8), **headers})

    def send(self, method: str, path: str, raw: bytes, headers: dict[str, str]) -> Any:
        path = f"{BASE}{path}"
        authorization = self._header(method, path, raw, headers)
        more = {"Authorization": authorization} if authorization else {}
        return self._client.generic(method, path, raw, content_type="application/json", headers={**headers, **more})


def nobody() -> Api:
    """Without a credential."""
    return Api(lambda *_: "")


def signature(key: str, method: str, path: str, raw: bytes, headers: Any, **other: Any) -> str:
    """The header that SIGNING.md describes, written a second time; ``other``: timestamp, nonce, secret to be wrong."""
    timestamp = str(other.get("timestamp", int(time.time())))
    nonce = other.get("nonce") or secrets.token_hex(12)
    secret = other.get("secret") or derive("operator", key)
    lines = (
        method, path, timestamp, nonce, headers.get("Idempotency-Key", ""), headers.get("If-Match", ""),
        hashlib.sha256(raw).hexdigest(),
    )  # fmt: skip
    found = hmac.new(secret.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()
    return f"WAGERING-HMAC-SHA256 key={key}, timestamp={timestamp}, nonce={nonce}, signature={found}"


def operator(house: House, name: str = "") -> Api:
    """The house's operator, or another one, with a new key."""
    name = name or house.run
    key = house.must(f"operator:{name}", IssueKey(operator=name)).content["credential"]
    return Api(lambda method, path, raw, headers: signature(key, method, path, raw, headers))


def device(house: House, table: str) -> Api:
    """A device of this table."""
    asked = RegisterDevice(operator=house.run, table=table)
    return _bearer("device", house.must(f"operator:{house.run}", asked).content["credential"])


def player(house: House, name: str, *tables: str) -> Api:
    """A session of this player at these tables, or all."""
    asked = OpenSession(operator=house.run, player=name, tables=tables)
    return _bearer("session", house.must(f"operator:{house.run}", asked).content["credential"])


def _bearer(kind: str, credential: str) -> Api:
    return Api(lambda *_: f"Bearer {credential}.{derive(kind, credential)}")
