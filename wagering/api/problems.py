"""Every error of the interface is a problem (RFC 9457) with a stable code, and none says more than its sender may know.

``STATUS`` maps codes of refusals to HTTP statuses: 400 what cannot be read, 403 what the caller may not do, 404 what
does not exist, 409 what the present state refuses, 412 and 428 about the version that a command is based on, 422 the
key of another message, 503 what will pass.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions
from rest_framework.response import Response

from games.kernel.ruleset import Rejected
from wagering.dispatch.command import Answer
from wagering.dispatch.refusals import message

log = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"
ADDRESS: Final = "/api/v1/problems"

STATUS: Final[Mapping[str, int]] = {
    "bad_amount": 400, "bad_burn": 400, "bad_cursor": 400, "bad_field": 400, "bad_id": 400, "bad_intent": 400,
    "bad_kind": 400, "bad_options": 400, "bad_reason": 400, "bad_request": 400, "bad_shoe": 400, "bad_url": 400,
    "key_missing": 400, "malformed_json": 400, "unknown_field": 400,
    "unauthenticated": 401,
    "csrf_failed": 403, "device_locked": 403, "forbidden": 403,
    "not_found": 404, "unknown_account": 404, "unknown_card": 404, "unknown_credential": 404, "unknown_currency": 404,
    "unknown_game": 404, "unknown_round": 404, "unknown_table": 404, "unknown_webhook": 404,
    "unknown_withdrawal": 404,
    "method_not_allowed": 405,
    "stale_version": 412,
    "too_large": 413,
    "unsupported_media_type": 415,
    "above_max": 422, "below_min": 422, "idempotency_conflict": 422,
    "decision_required": 428, "version_required": 428,
    "too_many_requests": 429,
    "internal": 500,
    "busy": 503, "unavailable": 503,
}  # fmt: skip
"""Every other code of a refusal is a conflict with the present state: 409."""

QUERY_STATUSES: Final = (400, 401, 403, 404, 413, 429, 503)
COMMAND_STATUSES: Final = (400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 429, 503)
"""What an operation may answer besides its success."""


class ProblemBody(msgspec.Struct, frozen=True, omit_defaults=True, rename={"kind": "type"}):
    """An error. ``code`` is stable; ``title`` says what it means in the reader's language, ``detail`` what happened.

    ``field``: the field, header or parameter at fault. ``clause``: the rule that says so. ``current``: how things stand
    now, where a stale command was refused.
    """

    kind: str
    title: str
    status: int
    code: str
    detail: str = ""
    field: str = ""
    clause: str = ""
    current: dict[str, Any] | None = None


class Problem(Exception):  # noqa: N818  (RFC 9457 calls it so)
    """Ends a request with an error of the table above."""

    def __init__(self, code: str, detail: str = "", field: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail, self.field, self.headers = code, detail, field, dict(headers or {})


def status_of(code: str) -> int:
    """The HTTP status of a code."""
    return STATUS.get(code, 409)


def respond(
    code: str,
    detail: str = "",
    field: str = "",
    *,
    clause: str = "",
    current: dict[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The response that reports a problem."""
    status = status_of(code)
    body = ProblemBody(f"{ADDRESS}/{code}", message(code), status, code, detail, field, clause, current)
    more = {"Retry-After": "1"} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}
    return Response(body, status=status, headers={**more, **(headers or {})}, content_type=MEDIA_TYPE)


def refused(answer: Answer, current: dict[str, Any] | None = None) -> Response:
    """The response to a command that was refused."""
    found = answer.content
    return respond(
        answer.code, str(found["why"]), str(found["field"]), clause=str(found["clause"]), current=current,
        headers={"Idempotency-Replayed": "true"} if answer.replayed else None,
    )  # fmt: skip


def handle(error: Exception, context: Mapping[str, Any]) -> Response:
    """DRF's exception handler: whatever it is, the caller gets a problem and no trace of our insides."""
    match error:
        case Problem():
            return respond(error.code, error.detail, error.field, headers=error.headers)
        case Rejected():
            return respond(error.code, error.why, error.field, clause=error.clause)
        case Http404() | exceptions.NotFound():
            return respond("not_found")
        case exceptions.MethodNotAllowed():
            return respond("method_not_allowed", headers={"Allow": ", ".join(context["view"].allowed_methods)})
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            scheme = getattr(error, "auth_header", "Bearer")
            return respond("unauthenticated", headers={"WWW-Authenticate": scheme})
        case PermissionDenied() | exceptions.PermissionDenied():
            csrf = "CSRF" in str(error)
            return respond("csrf_failed" if csrf else "forbidden", str(error) if csrf else "")
        case SuspiciousOperation():  # more parameters than Django reads, a body larger than it takes
            return respond("bad_request")
        case OperationalError() | InterfaceError():
            log.warning("the database does not answer: %s", type(error).__name__)
            return respond("unavailable")
    log.error("a request failed", exc_info=error)
    return respond("internal")


def bare(request: HttpRequest, code: str) -> HttpResponse:
    """A problem outside any view: an address that does not exist, a request that Django refuses."""
    status = status_of(code)
    body = msgspec.json.encode(ProblemBody(f"{ADDRESS}/{code}", message(code), status, code))
    return HttpResponse(body, status=status, content_type=MEDIA_TYPE)
