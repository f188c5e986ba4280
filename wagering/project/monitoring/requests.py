"""Each request: its id, its line in the log, its place in the metrics.

The first middleware, so that what the others answer (redirects, static files) is counted as well. It works under
threads and on the event loop alike. A stream (SSE) is noted when it has been opened; how long it stays open is not
latency.
"""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import Any, Final

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject
from prometheus_client import Counter, Histogram

from wagering.project.monitoring.context import REQUEST

log = logging.getLogger("wagering.requests")

HEADER: Final = "X-Request-ID"
# Short enough never to be taken for a credential, long enough not to be taken for a card.
_SANE: Final = re.compile(r"[A-Za-z0-9._-]{8,39}\Z", re.ASCII)
_AUDIENCE: Final = re.compile(r"/api/v1/(operator|studio|player|staff|stream)/")
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_GONE: Final = 499
"""The status of a request whose client hung up before there was an answer, as proxies write it."""

REQUESTS: Final = Counter(
    "wagering_requests", "Requests by route name; static files and unknown addresses are one route each.",
    ("audience", "route", "method", "status"),
)  # fmt: skip
SECONDS: Final = Histogram(
    "wagering_request_seconds", "From a request to its answer, or to the beginning of a stream.", ("audience", "route"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
)  # fmt: skip


class RequestMonitor:
    """``X-Request-ID`` in and out, one access line, a counter and a histogram."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self._get_response = get_response
        self._async = iscoroutinefunction(get_response)
        if self._async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        """The response, or a coroutine of it where the server is asynchronous."""
        return self._later(request) if self._async else self._now(request)

    def _now(self, request: HttpRequest) -> HttpResponseBase:
        token, began, response = REQUEST.set(_id(request)), time.perf_counter(), None
        try:
            response = self._get_response(request)
            return _answered(response)
        finally:
            _note(request, response, time.perf_counter() - began)
            REQUEST.reset(token)

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        token, began, response = REQUEST.set(_id(request)), time.perf_counter(), None
        try:
            response = await self._get_response(request)
            return _answered(response)
        finally:
            _note(request, response, time.perf_counter() - began)
            REQUEST.reset(token)


def _id(request: HttpRequest) -> str:
    """The caller's id if it is a sane one: it is written into every line."""
    given = request.headers.get(HEADER, "")
    return given if _SANE.match(given) else uuid.uuid4().hex


def _answered(response: HttpResponseBase) -> HttpResponseBase:
    response.headers[HEADER] = REQUEST.get()
    return response


def _note(request: HttpRequest, response: HttpResponseBase | None, seconds: float) -> None:
    status = response.status_code if response is not None else _GONE
    method = request.method if request.method in _METHODS else "other"
    audience, route = audience_of(request.path), route_of(request)
    REQUESTS.labels(audience, route, method, str(status)).inc()
    SECONDS.labels(audience, route).observe(seconds)
    extra = {"method": method, "route": route, "audience": audience, "status": status}
    extra |= {"duration_ms": round(seconds * 1_000, 1), "actor": _actor(request)}
    log.info("%s %s %d %.1f ms", method, route, status, seconds * 1_000, extra=extra)


def route_of(request: HttpRequest) -> str:
    """The route's name, which is one of the program's; never the path, which has ids in it."""
    if (match := request.resolver_match) is not None:
        return match.view_name
    return "static" if request.path.startswith(f"/{settings.STATIC_URL.strip('/')}/") else "unknown"


def audience_of(path: str) -> str:
    """Whom an address is for."""
    if found := _AUDIENCE.match(path):
        return found[1]
    return "office" if path.startswith("/admin/") else "anybody"


def _actor(request: HttpRequest) -> str:
    """Who it was, as ``role:id``, as far as that was found out; it asks nothing that the view did not ask."""
    user = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject):
        user = request.__dict__.get("_cached_user")
    if user is None or not user.is_authenticated:
        return ""
    return str(getattr(user, "actor", "") or f"staff:{user.get_username()}")
