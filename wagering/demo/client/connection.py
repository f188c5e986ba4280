"""One server, spoken to over connections that are kept open; every command can be sent again without harm.

A command has an ``Idempotency-Key``. While the server cannot be reached, says that it has too much to do (503) or that
one asks too often (429), the same command goes out again under the same key, for as long as ``patience`` lasts.
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import httpx
import msgspec

BASE: Final = "/api/v1"
PASSING: Final = frozenset({429, 502, 503, 504})
"""What passes by itself; the second and the last are a proxy's."""
LONGEST_PAUSE_S: Final = 5.0

Authorize = Callable[[httpx.Request], str]
"""Makes the ``Authorization`` header of one request as it is about to be sent."""
T = TypeVar("T")


class Refused(Exception):  # noqa: N818  (it is an answer)
    """The server's problem document. ``code`` is stable; ``retry_after``: seconds, 0 if it says nothing of that."""

    def __init__(self, code: str, status: int, field: str = "", detail: str = "", retry_after: float = 0.0) -> None:
        super().__init__(f"{code} ({status}): {detail or field}")
        self.code, self.status, self.field, self.detail, self.retry_after = code, status, field, detail, retry_after


class Server:
    """The server at ``address`` (``https://office.example``). Any number of callers and threads may share it.

    ``patience``: seconds that one call goes on trying. ``options``: httpx.Client's own (``verify``, ``proxy``).
    """

    def __init__(self, address: str, *, patience: float = 60.0, **options: Any) -> None:
        self.patience = patience
        limits = httpx.Limits(max_connections=100, max_keepalive_connections=50, keepalive_expiry=30)
        self.http = httpx.Client(base_url=address, timeout=30, limits=limits, **options)

    def close(self) -> None:
        """Closes its connections."""
        self.http.close()

    def get(self, authorize: Authorize, path: str, answer: type[T], **query: str | int) -> T:
        """What the server answers; ``Refused``, or ``httpx.TransportError`` when patience is at its end."""
        given = {name: value for name, value in query.items() if value != ""}
        return self._call(authorize, answer, lambda: self.http.build_request("GET", BASE + path, params=given))

    def post(
        self,
        authorize: Authorize,
        path: str,
        answer: type[T],
        body: Mapping[str, Any],
        key: str = "",
        version: str = "",
    ) -> T:
        """As ``get``, of a command. ``key``: drawn if empty. ``version``: the ETag it is based on, or empty."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": key or secrets.token_hex(16)}
        if version:
            headers["If-Match"] = version
        raw = msgspec.json.encode(body)
        return self._call(
            authorize, answer, lambda: self.http.build_request("POST", BASE + path, content=raw, headers=headers)
        )

    def _call(self, authorize: Authorize, answer: type[T], make: Callable[[], httpx.Request]) -> T:
        until = time.monotonic() + self.patience
        pause = 0.05
        while True:
            told = 0.0
            request = make()
            # Anew each time: a signature counts once.
            request.headers["Authorization"] = authorize(request)
            try:
                response = self.http.send(request)
            except httpx.TransportError:
                if time.monotonic() > until:
                    raise
            else:
                if response.is_success:
                    return msgspec.json.decode(response.content, type=answer)
                problem = refused(response)
                if response.status_code not in PASSING or time.monotonic() + problem.retry_after > until:
                    raise problem
                told = problem.retry_after
            time.sleep(max(pause, told) * random.uniform(1.0, 1.5))  # noqa: S311  (jitter, not a secret)
            pause = min(pause * 2, LONGEST_PAUSE_S)


def refused(response: httpx.Response) -> Refused:
    """The problem that this response, already read, reports; whatever else it may be has the code ``http_502``."""
    after = response.headers.get("Retry-After", "")
    try:
        found = response.json()
        code, field, detail = found["code"], found.get("field", ""), found.get("detail", "")
    except (ValueError, KeyError, TypeError, AttributeError):
        code, field, detail = f"http_{response.status_code}", "", response.reason_phrase
    return Refused(code, response.status_code, field, detail, float(after) if after.isdigit() else 0.0)
