"""The web process with players whose requests never end until they are told to, and an address that tells what it got.

``STUCK_THREADS=4 granian --interface asgi tests.support.stuck:application``
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterable
from typing import Any

import wagering.project.asgi as real
from wagering.project.serving import Dispatcher, StreamHandler, Threads

_threads = int(os.environ["STUCK_THREADS"])
_released = threading.Event()
_calls: list[str] = []

Start = Callable[..., Any]


def players(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
    """Waits."""
    _calls.append("player")
    _released.wait(30)
    start("200 OK", [("Content-Type", "text/plain")])
    return [b"at last"]


def others(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
    """Django, but for ``/echo`` and ``/release``."""
    if environ["PATH_INFO"] == "/release":
        _released.set()
    elif environ["PATH_INFO"] != "/echo":
        found: Iterable[bytes] = real.wsgi(environ, start)
        return found
    length = int(environ.get("CONTENT_LENGTH") or 0)
    told = {
        "body": environ["wsgi.input"].read(length).decode(), "method": environ["REQUEST_METHOD"],
        "query": environ["QUERY_STRING"], "chunked": environ.get("HTTP_TRANSFER_ENCODING"), "calls": _calls,
    }  # fmt: skip
    _calls.append(environ["REQUEST_METHOD"])
    start("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(told).encode()]


application = Dispatcher(StreamHandler(), players=Threads(players, _threads), others=Threads(others, _threads))
