"""An operator's server that takes webhooks, and checks their signatures with code of its own."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Letter(NamedTuple):
    """One request as it came in."""

    headers: dict[str, str]
    body: bytes
    began: float
    ended: float
    status: int

    @property
    def message(self) -> Any:
        return json.loads(self.body)

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


class Receiver:
    """``answer`` is given a message and returns a status; it may sleep. ``letters``: whatever came in, in order."""

    def __init__(self) -> None:
        self.answer: Callable[[Any], int] = lambda message: 200
        self.letters: list[Letter] = []
        self.url = ""
        self.lock = threading.Lock()

    def messages(self) -> list[Any]:
        """The bodies that were accepted."""
        return [letter.message for letter in self.letters if letter.status == 200]

    def of_round(self, round_id: str) -> list[Letter]:
        return [letter for letter in self.letters if letter.message["round"] == round_id]


@contextmanager
def receiver(path: str = "/hook") -> Iterator[Receiver]:
    """Listens on a free port of this machine."""
    made = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            began = time.monotonic()
            status = made.answer(json.loads(body))
            headers = {name.lower(): value for name, value in self.headers.items()}
            with made.lock:
                made.letters.append(Letter(headers, body, began, time.monotonic(), status))
            with suppress(BrokenPipeError):  # who asked has given up
                self.send_response(status)
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"ok")

        def log_message(self, *_: Any) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    made.url = f"http://127.0.0.1:{server.server_port}{path}"
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def verifies(letter: Letter, secret: str) -> bool:
    """As a receiver reads the specification: id, timestamp and body, joined by dots."""
    text = b".".join([letter.id.encode(), letter.headers["webhook-timestamp"].encode(), letter.body])
    wanted = hmac.digest(secret.encode(), text, hashlib.sha256)
    given = [part.removeprefix("v1=") for part in letter.headers["webhook-signature"].split(" ")]
    fresh = abs(time.time() - int(letter.headers["webhook-timestamp"])) < 60
    return fresh and base64.b16encode(wanted).decode().lower() in given
