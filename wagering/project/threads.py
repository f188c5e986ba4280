"""A WSGI application on threads of its own, for requests whose bodies are here whole and whose answers may be.

Two changes of thread a request, there and back: with each one the interpreter's lock is waited for, so a bridge that
hands over every piece of an answer by itself costs more than Django does.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

Environ = dict[str, Any]
Start = Callable[..., None]


class Pool:
    """``count`` threads, which keep their database connections."""

    def __init__(self, application: Callable[[Environ, Start], Iterable[bytes]], count: int) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(count, "web")

    async def answer(self, scope: Mapping[str, Any], body: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Status, headers and body."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._answer, scope, body)

    def _answer(self, scope: Mapping[str, Any], body: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        begun: list[tuple[str, list[tuple[str, str]]]] = []
        parts = self._application(environ(scope, body), lambda status, headers, _=None: begun.append((status, headers)))
        try:
            content = b"".join(parts)
        finally:
            if (close := getattr(parts, "close", None)) is not None:
                close()
        status, headers = begun[-1]
        return int(status[:3]), [(k.lower().encode("latin1"), v.encode("latin1")) for k, v in headers], content


def environ(scope: Mapping[str, Any], body: bytes) -> Environ:
    """PEP 3333's dictionary of an ASGI request. ``body`` counts, whatever its headers say of chunks and lengths."""
    host, port = scope.get("server") or ("localhost", 80)
    found = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        # A name with an underscore would pass for one with a dash, which a proxy may have set.
        if b"_" not in raw:
            name = f"HTTP_{raw.decode('latin1').upper().replace('-', '_')}"
            text = value.decode("latin1")
            found[name] = f"{found[name]},{text}" if name in found else text
    found.pop("HTTP_TRANSFER_ENCODING", None)
    found["CONTENT_TYPE"] = found.pop("HTTP_CONTENT_TYPE", "")
    if "HTTP_CONTENT_LENGTH" in found or body:
        found["CONTENT_LENGTH"] = str(len(body))
        found.pop("HTTP_CONTENT_LENGTH", None)
    return found
