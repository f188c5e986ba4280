"""The four ways to say who one is. Whatever is wrong with one of them is the same 401: nothing is given away.

- Operators sign each request with a key: ``Authorization: WAGERING-HMAC-SHA256 key=k-..., timestamp=1767225600,
  nonce=..., signature=...``. See ``SIGNING.md``.
- Devices and players' sessions bring a token: ``Authorization: Bearer d-....SECRET``.
- Staff bring the session of the back office, and its CSRF token with every command.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from datetime import datetime
from typing import Any, Final, LiteralString

from django.http import HttpRequest, QueryDict
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from wagering.access.callers import Caller
from wagering.access.secrets import derive, same
from wagering.access.staff import roles_of
from wagering.eventstore.session import execute

SCHEME: Final = "WAGERING-HMAC-SHA256"
BELIEVED_S: Final = 60
"""How far a timestamp may be from ours, either way."""

_TOKEN: Final = re.compile(r"Bearer ([ds]-[0-9a-f]{24})\.([0-9a-f]{64})\Z")
_SIGNED: Final = re.compile(
    SCHEME + r" key=(k-[0-9a-f]{24}), timestamp=([0-9]{1,12}), nonce=([A-Za-z0-9_-]{16,64}), signature=([0-9a-f]{64})\Z"
)
_FIND: Final[LiteralString] = """
SELECT kind, operator, holder, tables, expires_at FROM access_credential
WHERE id = %b::text AND NOT revoked AND (expires_at IS NULL OR expires_at > clock_timestamp())
"""
_USE: Final[LiteralString] = """
INSERT INTO access_nonce (id, at) VALUES (%b::text, clock_timestamp()) ON CONFLICT DO NOTHING
"""
_FORGET: Final[LiteralString] = "DELETE FROM access_nonce WHERE at < clock_timestamp() - interval '10 minutes'"


class OperatorSignature(BaseAuthentication):
    """HMAC-SHA256 over everything that matters of a request; a nonce counts once."""

    def authenticate(self, request: Request) -> tuple[Caller, None] | None:
        """The operator, or nothing if the request brings another credential."""
        header = request._request.META.get("HTTP_AUTHORIZATION", "")
        if not header.startswith(SCHEME):
            return None
        found = _SIGNED.match(header)
        if found is None:
            raise AuthenticationFailed
        key, timestamp, nonce, signature = found.groups()
        if abs(time.time() - int(timestamp)) > BELIEVED_S:
            raise AuthenticationFailed
        text = string_to_sign(request._request, timestamp, nonce)
        wanted = hmac.new(derive("operator", key).encode(), text.encode(), hashlib.sha256).hexdigest()
        if not same(signature, wanted):
            raise AuthenticationFailed
        row = execute(_FIND, (key,)).fetchone()
        # A nonce is used up only by who can sign: strangers must not be able to spend somebody's.
        if row is None or row[0] != "key":
            raise AuthenticationFailed
        if not execute(_USE, (f"{key}/{nonce}",)).rowcount:
            raise AuthenticationFailed
        return Caller("operator", row[1], f"operator:{row[1]}", operator=row[1], credential=key), None

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return f"{SCHEME}, Bearer"


def string_to_sign(request: HttpRequest, timestamp: str, nonce: str) -> str:
    """The lines of ``SIGNING.md``."""
    query = request.META.get("QUERY_STRING", "")
    path = f"{request.path}?{query}" if query else request.path
    commitment = hashlib.sha256(request.body).hexdigest()
    key, version = request.headers.get("Idempotency-Key", ""), request.headers.get("If-Match", "")
    return "\n".join((str(request.method), path, timestamp, nonce, key, version, commitment))


class BearerToken(BaseAuthentication):
    """Devices and players' sessions."""

    def authenticate(self, request: Request) -> tuple[Caller, None] | None:
        """The device or player, or nothing if the request brings another credential."""
        header = request._request.META.get("HTTP_AUTHORIZATION", "")
        if not header.startswith("Bearer "):
            return None
        caller = bearer(header)
        if caller is None:
            raise AuthenticationFailed
        return caller, None


def bearer(header: str) -> Caller | None:
    """Whose token this ``Authorization`` header brings, if it counts now."""
    found = _TOKEN.match(header)
    if found is None:
        return None
    identity, secret = found.groups()
    kind = "device" if identity.startswith("d-") else "session"
    if not same(secret, derive(kind, identity)):
        return None
    row = execute(_FIND, (identity,)).fetchone()
    if row is None or row[0] != kind:
        return None
    return _caller(identity, *row)


def still_counts(caller: Caller) -> bool:
    """Is the credential of a long-lived stream still good."""
    return not caller.credential or execute(_FIND, (caller.credential,)).fetchone() is not None


def _caller(
    identity: str, kind: str, operator: str, holder: str, tables: list[str], expires: datetime | None
) -> Caller:
    if kind == "device":
        return Caller("studio", identity, f"studio:{holder}", operator=operator, table=holder, credential=identity)
    return Caller(
        "player", holder, f"player:{holder}", operator=operator, tables=tuple(tables), credential=identity,
        expires_at=expires,
    )  # fmt: skip


class StaffSession(SessionAuthentication):
    """The back office's own session; commands need its CSRF token."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """The member of staff, or nothing if nobody is signed in."""
        user = getattr(request._request, "user", None)
        if user is None or not user.is_active or not user.is_staff:
            return None
        # The token comes in its header: nobody may read the body as a form before it is read as what it is.
        request._request.POST = QueryDict()
        self.enforce_csrf(request._request)  # type: ignore[arg-type]
        return staff_caller(user), None


def staff_caller(user: Any) -> Caller:
    """A signed-in member of staff as a caller."""
    return Caller("staff", user.get_username(), f"supervisor:{user.get_username()}", roles=roles_of(user))


def forget_nonces() -> int:
    """Remove nonces whose timestamps nobody would believe any more; how many."""
    return execute(_FORGET).rowcount
