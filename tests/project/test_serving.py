"""How the web process divides its work, and what it answers before Django sees anything."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.support import web
from wagering.project import serving
from wagering.project.serving import Dispatcher, Threads

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("live")]

THREADS = 4
HOST = "Host: localhost\r\n"


@pytest.fixture(scope="module")
def port(child_env: Mapping[str, str], root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    # By its name its connections are told from those of this process, which other tests go on using.
    address = f"{child_env['DATABASE_URL']}&application_name=serving"
    env = {**child_env, "STUCK_THREADS": str(THREADS), "DATABASE_URL": address}
    log = tmp_path_factory.mktemp("web") / "log"
    with web.serving(env, root, log, "tests.support.stuck:application") as found:
        yield found


def send(port: int, *parts: str | bytes) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=10)
    for part in filter(None, parts):  # an empty one may come too late for who has been refused already
        client.sendall(part.encode() if isinstance(part, str) else part)
    return client


def answer(client: socket.socket) -> tuple[int, bytes]:
    """Status and body of an answer after which the server closes the connection."""
    with closing(client):
        found = b""
        while piece := client.recv(65536):
            found += piece
    head, _, body = found.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def ask(port: int, line: str, headers: str = "", body: str | bytes = "") -> tuple[int, bytes]:
    return answer(send(port, f"{line} HTTP/1.1\r\n{HOST}Connection: close\r\n{headers}\r\n", body))


def echo(found: tuple[int, bytes]) -> dict[str, Any]:
    status, body = found
    assert status == 200
    lines = body.split(b"\r\n")
    told: dict[str, Any] = json.loads(lines[1] if len(lines) > 1 else body)
    return told


def test_stuck_players_take_nobody_elses_threads(port: int) -> None:
    def slowest(count: int) -> float:
        times = []
        for number in range(count):
            began = time.monotonic()
            assert ask(port, ("GET /healthz", "GET /admin/login/")[number % 2])[0] == 200
            times.append(time.monotonic() - began)
        return max(times)

    slowest(4)
    clients = [send(port, f"GET /api/v1/player/x HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n") for _ in range(200)]
    try:
        time.sleep(0.5)
        assert echo(ask(port, "GET /echo"))["calls"].count("player") == THREADS
        assert slowest(20) < 2
    finally:
        assert ask(port, "GET /release")[0] == 200
    assert {answer(client)[0] for client in clients} == {200}


def test_long_bodies_are_refused_unread(port: int) -> None:
    for path in ("/echo", "/admin/login/", "/api/v1/player/x", "/api/v1/stream/player"):
        head = f"POST {path} HTTP/1.1\r\n{HOST}Content-Length: 3000000\r\n\r\n"
        client = send(port, head, "only so much")
        status, body = answer(client)
        assert (status, json.loads(body)["code"]) == (413, "too_large")
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    client = send(port, f"POST /echo HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 3)
    assert answer(client)[0] == 413


def test_bodies_arrive_whole_or_not_at_all(port: int) -> None:
    assert echo(ask(port, "POST /echo", "Content-Length: 4\r\n", "four"))["body"] == "four"
    chunked = echo(ask(port, "POST /echo", "Transfer-Encoding: chunked\r\n", "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"))
    assert (chunked["body"], chunked["chunked"]) == ("onetwo", None)
    calls = echo(ask(port, "GET /echo"))["calls"].count("POST")
    send(port, f"POST /echo HTTP/1.1\r\n{HOST}Content-Length: 10\r\n\r\nhalf").close()
    send(port, f"POST /echo HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n").close()
    time.sleep(0.5)
    assert echo(ask(port, "GET /echo"))["calls"].count("POST") == calls


def test_chunks_that_cannot_be_read(port: int) -> None:
    for path in ("/echo", "/api/v1/player/x", "/api/v1/stream/player"):
        client = send(port, f"POST {path} HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n", "zz\r\n{}")
        status, body = answer(client)
        assert (status, json.loads(body)["code"]) == (400, "bad_request")


def test_http_2_is_for_the_proxy(port: int) -> None:
    """The server has no time-out for its idle connections."""
    with closing(send(port, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")) as client:
        assert client.recv(100) == b""


def test_odd_requests(port: int) -> None:
    assert ask(port, "HEAD /healthz") == (200, b"")
    assert ask(port, "GET /%ff%00")[0] == 404
    assert ask(port, "GET /healthz?x=%ff%00")[0] == 200
    for line in ("GET /healthz?x=\u00e9", "GET /healthz?x=\x01", "GET /\u00e9"):
        assert ask(port, line)[0] in (200, 400, 404)
    assert ask(port, "POST /echo", "Content-Length: -1\r\n")[0] == 400
    assert ask(port, "GET /healthz")[0] == 200


def test_threads_keep_their_connections_and_notice_when_they_are_gone(port: int) -> None:
    """So requests begin and end in Django's eyes: that is when it looks after its connections."""

    def backends() -> set[int]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'serving'"
            )
            return {pid for (pid,) in cursor.fetchall()}

    others = backends()  # of tests before this one, and of this server's earlier requests
    for _ in range(12):
        assert ask(port, "GET /healthz")[0] == 200
    before = backends()
    assert len(before - others) <= THREADS
    for _ in range(12):
        assert ask(port, "GET /healthz")[0] == 200
    assert backends() <= before
    with connection.cursor() as cursor:
        for pid in before:
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    assert {ask(port, "GET /healthz")[0] for _ in range(12)} == {200}


def through(application: Any, messages: list[dict[str, Any]], path: str = "/api/v1/player/x") -> list[Any]:
    """What the dispatcher sends for a request that arrives in these messages."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        if not messages:
            await asyncio.sleep(60)
        return messages.pop(0)

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": path, "query_string": b"", "http_version": "1.1", "headers": [],
    }  # fmt: skip
    asyncio.run(application(scope, receive, send))
    return sent


def test_slow_bodies_and_full_queues(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        raise AssertionError

    async def no_stream(*_: Any) -> None:
        raise AssertionError

    application = Dispatcher(no_stream, Threads(never, 1), Threads(never, 1))
    monkeypatch.setattr(serving, "BODY_S", 0.05)
    begun = {"type": "http.request", "body": b"x", "more_body": True}
    assert through(application, [begun])[0]["status"] == 400
    assert through(application, [begun, {"type": "http.disconnect"}])[0]["status"] == 400
    monkeypatch.setattr(serving, "MOST_WAITING", 0)
    full = through(application, [{"type": "http.request", "body": b""}])
    assert full[0]["status"] == 503
    assert (b"retry-after", b"1") in full[0]["headers"]
    assert json.loads(full[1]["body"])["code"] == "busy"
