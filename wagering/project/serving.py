"""How the web process divides its work: streams on the event loop, everything else on two pools of threads.

Players have threads of their own, so that ten thousand of them can never take those of supervisors, studios and
operators. Django sees a request only when its body is here whole: a slow sender costs a buffer, not a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from django.core.handlers.asgi import ASGIHandler

from wagering.api.problems import ADDRESS, MEDIA_TYPE, ProblemBody, status_of
from wagering.api.strict_json import LARGEST_BODY
from wagering.dispatch.refusals import message
from wagering.project.threads import Pool

STREAMS: Final = "/api/v1/stream/"
PLAYERS: Final = "/api/v1/player/"
BODY_S: Final = 10.0
"""Seconds for a body to arrive in."""
MOST_WAITING: Final = 1_000
"""Requests of one pool, running or waiting. Past that the answer is 503 at once: the rest of the server's connections
must stay free for the other pool."""

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class RefusedError(Exception):
    """The request is answered with a problem before Django sees it."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code)
        self.code, self.detail = code, detail


class StreamHandler(ASGIHandler):
    """Django's ASGI handler without a thread a request: such a thread would stay for as long as the stream lasts.

    What is synchronous in opening a stream shares one thread instead.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.handle(scope, receive, send)


class Threads:
    """A WSGI application on ``count`` threads of its own, for so many requests at once and no more."""

    def __init__(self, application: Callable[..., Any], count: int) -> None:
        self._pool = Pool(application, count)
        self._waiting = 0

    async def __call__(self, scope: Scope, body: bytes, send: Send) -> None:
        if self._waiting >= MOST_WAITING:
            raise RefusedError("busy", "too many requests are waiting; try again")
        self._waiting += 1
        try:
            status, headers, content = await self._pool.answer(scope, body)
        finally:
            self._waiting -= 1
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})


class Dispatcher:
    """The whole of the web process, by the path's beginning."""

    def __init__(self, streams: Application, players: Threads, others: Threads) -> None:
        self._streams, self._players, self._others = streams, players, others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await _lifespan(receive, send)
        try:
            if not scope["query_string"].isascii():
                raise RefusedError("bad_request", "an address is written in ASCII")
            body = await read_body(scope, receive)
            path = scope["path"]
            if path.startswith(STREAMS):
                await self._streams(scope, _replay(body, receive), send)
            else:
                await (self._players if path.startswith(PLAYERS) else self._others)(scope, body, send)
        except RefusedError as refused:
            await _problem(send, refused)


async def read_body(scope: Scope, receive: Receive) -> bytes:
    """The whole body, chunked or not. One that says it is too long is refused without reading any of it.

    ``RefusedError`` too_large, bad_request.
    """
    said = dict(scope["headers"]).get(b"content-length", b"0")
    if not said.isdigit() or int(said[:20]) > LARGEST_BODY:
        raise _too_large()
    parts: list[bytes] = []
    try:
        async with asyncio.timeout(BODY_S):
            more, length = True, 0
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    # Gone; or its chunks cannot be read, and a server left without an answer would say 500.
                    raise RefusedError("bad_request", "the body ended before it was whole")
                parts.append(message.get("body", b""))
                more, length = message.get("more_body", False), length + len(parts[-1])
                if length > LARGEST_BODY:
                    raise _too_large()
    except TimeoutError:
        raise RefusedError("bad_request", "the body did not arrive in time") from None
    return b"".join(parts)


def _too_large() -> RefusedError:
    return RefusedError("too_large", f"a body has at most {LARGEST_BODY} bytes")


def _replay(body: bytes, receive: Receive) -> Receive:
    """The body in one piece, then whatever else there is to hear: that the client has hung up."""
    pieces = [body]

    async def replayed() -> Mapping[str, Any]:
        return {"type": "http.request", "body": pieces.pop(), "more_body": False} if pieces else await receive()

    return replayed


async def _lifespan(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


async def _problem(send: Send, refused: RefusedError) -> None:
    code, status = refused.code, status_of(refused.code)
    body = msgspec.json.encode(ProblemBody(f"{ADDRESS}/{code}", message(code), status, code, refused.detail))
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
