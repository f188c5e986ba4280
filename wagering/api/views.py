"""The base of every view: who calls, how often he may, what is too large, and JSON in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from rest_framework import exceptions
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from wagering.api import throttle
from wagering.api.problems import Problem
from wagering.api.strict_json import LARGEST_BODY
from wagering.dispatch.command import Answer, Command


class JSON(BaseRenderer):
    """Structs as JSON, times in UTC."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The bytes of ``data``."""
        return msgspec.json.encode(data)


class OnlyJSON(BaseContentNegotiation):
    """There is one representation, whatever is asked for."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Bodies are read by ``strict_json``."""
        return None

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> tuple[Any, str]:
        """JSON."""
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """``audience``: operator, studio, player, staff, or empty for what everybody may read."""

    audience: ClassVar[str] = ""
    renderer_classes = (JSON,)
    content_negotiation_class = OnlyJSON
    permission_classes = ()
    http_method_names = ("get", "head", "post")

    @property
    def default_response_headers(self) -> dict[str, str]:
        """What one caller is told is kept by nobody on the way to him, refusals included."""
        private = {"Cache-Control": "no-store"} if self.audience else {}
        return {**super().default_response_headers, **private}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Size, caller, rate: in this order, before anything is read."""
        self.format_kwarg = None
        length = request._request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdigit() or int(length) > LARGEST_BODY:
            raise Problem("too_large", f"a body has at most {LARGEST_BODY} bytes")
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        try:
            caller: Any = request.user if self.audience else None
            if self.audience and not caller:
                raise exceptions.NotAuthenticated
        except (exceptions.AuthenticationFailed, exceptions.NotAuthenticated):
            throttle.take("anonymous", throttle.address(request._request))
            raise
        if caller is None:
            throttle.take("anonymous", throttle.address(request._request))
            return
        throttle.take(caller.audience, caller.id)
        if not self.allows(caller):
            raise Problem("forbidden", f"this is for {self.audience} only")
        self.admit(caller, **kwargs)

    def allows(self, caller: Any) -> bool:
        """Is this for callers of this audience at all."""
        return bool(caller.audience == self.audience)

    def admit(self, caller: Any, **path: str) -> None:
        """``Problem`` if this caller may not come here at all."""

    def raw_body(self, request: Request) -> bytes:
        """The bytes sent; nothing at all counts as ``{}``. ``Problem`` unsupported_media_type."""
        raw = request._request.body
        if not raw:
            return b"{}"
        if request._request.content_type != "application/json":
            raise Problem("unsupported_media_type", "the body must be application/json", "Content-Type")
        return raw

    def seen(self, version: int, **path: str) -> tuple[str, int]:
        """The stream, and the version of it, for which the ETag ``version`` stands; of versioned commands."""
        raise LookupError("the commands of this view are not versioned")

    def answered(self, answer: Answer, sent: Command) -> Mapping[str, Any]:
        """What the caller is told of an accepted command."""
        return answer.content

    def current(self, caller: Any, code: str, **path: str) -> dict[str, Any] | None:
        """How things stand now, for the caller of a command that was refused as stale."""
        return None
