"""How a view is written: a method that makes a command of what was sent, or answers a question.

::

    class Bets(PlayerView):
        @command("place_bet", PlaceBetBody, TableAnswer)
        def post(self, caller: Caller, body: PlaceBetBody, table: str) -> PlaceBet: ...

        @query("bets", BetPage, PageQuery)
        def get(self, caller: Caller, asked: PageQuery, table: str) -> BetPage: ...

What the method returns is sent through the pipeline under the caller's key, or to the caller. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import wraps
from typing import Any

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from wagering.api import headers, problems, strict_json
from wagering.api.schemas import described
from wagering.dispatch.command import Command, Envelope
from wagering.dispatch.pipeline import execute


class NoQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


class Empty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing: ``{}``."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that comes with headers of its own."""

    body: Any
    headers: Mapping[str, str] = field(default_factory=dict)


def command(
    operation: str, body: type, answer: type, *, status: int = 200, versioned: bool = False
) -> Callable[[Callable[..., Command]], Any]:
    """A method that sends the command it returns.

    ``answer``: a struct made from what the pipeline answers, and shown to the view's ``answered`` if it has one (to add
    a token that is not stored). ``versioned``: If-Match is required; the view's ``seen`` says of what.
    """

    def decorate(make: Callable[..., Command]) -> Any:
        @wraps(make)
        def method(view: Any, request: Request, **path: str) -> Response:
            caller: Any = request.user
            key = headers.idempotency_key(request._request)
            version = headers.if_match(request._request) if versioned else None
            given: Any = strict_json.read_body(view.raw_body(request), body)
            sent = make(view, caller, given, **path)
            based_on = view.seen(version, **path) if version is not None else None
            found = execute(Envelope(caller.key(key), caller.actor, datetime.now(UTC), sent, based_on))
            if not found.accepted:
                return problems.refused(found, view.current(caller, found.code, **path))
            shown = view.answered(found, sent)
            return Response(
                msgspec.convert(shown, answer), status=status,
                headers={"Idempotency-Replayed": "true"} if found.replayed else None,
            )  # fmt: skip

        return described(operation, body=body, answer=answer, status=status, versioned=versioned)(method)

    return decorate


def notice(operation: str, body: type, answer: type) -> Callable[[Callable[..., Any]], Any]:
    """A method that takes note of something which is no fact of the log; there is nothing to be done once only."""

    def decorate(take: Callable[..., Any]) -> Any:
        @wraps(take)
        def method(view: Any, request: Request, **path: str) -> Response:
            given: Any = strict_json.read_body(view.raw_body(request), body)
            return Response(take(view, request.user, given, **path))

        return described(operation, body=body, answer=answer, keyed=False)(method)

    return decorate


def query(operation: str, answer: type, asked: type = NoQuery) -> Callable[[Callable[..., Any]], Any]:
    """A method that answers and changes nothing."""

    def decorate(look: Callable[..., Any]) -> Any:
        @wraps(look)
        def method(view: Any, request: Request, **path: str) -> Response:
            parameters: Any = strict_json.read_query(request._request.GET, asked)
            found = look(view, request.user, parameters, **path)
            if isinstance(found, Reply):
                return Response(found.body, headers=dict(found.headers))
            return Response(found)

        return described(operation, body=None, answer=answer, query=asked)(method)

    return decorate
