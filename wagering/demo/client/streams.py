"""Server-Sent Events: the state of a table or a player after every change, for as long as somebody iterates."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any, Final

import httpx
import msgspec

from .connection import BASE, PASSING, Authorize, Refused, Server, refused

# The server says that it is still there every 15 seconds.
_TIMEOUT: Final = httpx.Timeout(10, read=45)
_RETRY_S: Final = 2.0


def follow(server: Server, authorize: Authorize, path: str, last_id: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Messages as (id, content). Each is the whole state, so that one missed is made up for by the next.

    A connection that breaks is opened again with the id of the last message; what the client has already is not sent
    again. Ends when another stream of the same player has taken this one's place. ``Refused`` when the credential
    counts no more; that or ``httpx.TransportError`` after ``server.patience`` seconds without a message.
    """
    heard = time.monotonic()
    while True:
        told = 0.0
        try:
            for event in _events(server, authorize, path, last_id):
                heard = time.monotonic()
                if event.get("event") == "over":
                    return
                if "id" in event:
                    last_id = event["id"]
                    yield last_id, msgspec.json.decode(event["data"])
        except httpx.TransportError:
            if time.monotonic() - heard > server.patience:
                raise
        except Refused as problem:
            if problem.status not in PASSING or time.monotonic() - heard > server.patience:
                raise
            told = problem.retry_after
        time.sleep(max(_RETRY_S, told) * random.uniform(0.5, 1.5))  # noqa: S311  (jitter, not a secret)


def _events(server: Server, authorize: Authorize, path: str, last_id: str) -> Iterator[dict[str, str]]:
    """The fields of each event of one connection; an empty one for a comment. Until it is closed."""
    headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last_id} if last_id else {})}
    request = server.http.build_request("GET", BASE + path, headers=headers, timeout=_TIMEOUT)
    request.headers["Authorization"] = authorize(request)
    response = server.http.send(request, stream=True)
    try:
        if not response.is_success:
            response.read()
            raise refused(response)
        rest = b""
        for chunk in response.iter_bytes():
            # Split here, not by httpx: it takes characters for ends of lines that JSON may contain.
            *blocks, rest = (rest + chunk).split(b"\n\n")
            for block in blocks:
                pairs = (line.partition(":") for line in block.decode().split("\n"))
                yield {name: value.removeprefix(" ") for name, _, value in pairs if name}
    finally:
        response.close()
