"""Streams of tables and players (Server-Sent Events), for whoever may look: never a request asked again and again.

Opened like any other request; what follows is sent on the event loop, without a thread.
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Final

from django.contrib.auth import get_user
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from wagering.access.authentication import still_counts
from wagering.access.callers import Caller
from wagering.access.staff import roles_of
from wagering.access.views import View
from wagering.api.problems import Problem
from wagering.api.schemas import described
from wagering.live.serializers import PlayerMessage, TableMessage
from wagering.live.snapshots import Watch
from wagering.live.streams import TooManyError, opened
from wagering.rounds.standing import identity
from wagering.tables.queries import unknown_table

_LAST_EVENT_ID: Final = OpenApiParameter(
    "Last-Event-ID", {"type": "string", "maxLength": 64}, OpenApiParameter.HEADER,
    description="The id of the last message that arrived; without a change since then nothing is sent at first.",
)  # fmt: skip
STREAMED: Final[dict[str, Any]] = {"media_type": "text/event-stream", "more": [_LAST_EVENT_ID]}
"""The struct is what the data of each event holds, at first and after every change."""


class Stream(View):
    """``audiences``: who may look."""

    audiences: ClassVar[frozenset[str]]
    audience = "stream"
    # A HEAD would be a stream that nobody hears.
    http_method_names = ("get",)  # type: ignore[assignment]

    def allows(self, caller: Caller) -> bool:
        """Any of ``audiences``."""
        return caller.audience in self.audiences

    def open(self, request: Request, watch: Watch) -> StreamingHttpResponse:
        """The response that never ends by itself; ``Problem`` too_many_requests, unavailable."""
        if not isinstance(request._request, ASGIRequest):
            raise Problem("unavailable", "streams need the ASGI server")
        last_id = request._request.headers.get("Last-Event-ID", "")
        caller = _caller(request)
        counts = partial(_signed_in, request._request) if caller.audience == "staff" else partial(still_counts, caller)
        try:
            events = opened(watch, caller, last_id, counts)
        except TooManyError:
            raise Problem("too_many_requests", "too many streams are open", headers={"Retry-After": "15"}) from None
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingHttpResponse(events, content_type="text/event-stream", headers=headers)


class TableStream(Stream):
    """A table: for players of a session there, its studio's devices, and staff."""

    audiences = frozenset({"player", "studio", "staff"})

    @described("table", body=None, answer=TableMessage, **STREAMED)
    def get(self, request: Request, table: str) -> StreamingHttpResponse:
        """Follow a table, with the clock of its open question in server time."""
        caller = _caller(request)
        return self.open(request, Watch(player=caller.player if caller.audience == "player" else "", table=table))

    def admit(self, caller: Caller, **path: str) -> None:
        """A table that the caller has nothing to do with does not exist for him; staff need a role."""
        if caller.audience == "staff" and not caller.roles:
            raise Problem("forbidden", "this is for staff with a role")
        table = path["table"]
        if not _concerned(caller, table, identity(table).operator):
            raise unknown_table(table)


class PlayerStream(Stream):
    """The player himself: money, open bets, his hands at the tables of his session."""

    audiences = frozenset({"player"})

    @described("player", body=None, answer=PlayerMessage, **STREAMED)
    def get(self, request: Request) -> StreamingHttpResponse:
        """Follow one's own money and open bets, and one's hands at the tables that the session names."""
        caller = _caller(request)
        # A session for every table names none: hundreds of tables would be built anew for each change at one of them.
        return self.open(request, Watch(player=caller.player, tables=caller.tables))


def _caller(request: Request) -> Caller:
    caller: Any = request.user
    assert isinstance(caller, Caller)  # noqa: S101  (the view's authentication gives no other)
    return caller


def _concerned(caller: Caller, table: str, operator: str) -> bool:
    match caller.audience:
        case "player":
            return caller.operator == operator and (not caller.tables or table in caller.tables)
        case "studio":
            return caller.table == table
        case _:
            return True


def _signed_in(request: HttpRequest) -> bool:
    """Is the back office's session still there, and its owner still on the staff, with a role."""
    again = HttpRequest()
    again.session = type(request.session)(request.session.session_key)
    user: Any = get_user(again)
    return bool(user.is_active and user.is_staff and roles_of(user))
