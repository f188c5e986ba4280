"""Members of staff at the interface: a browser's session and, unless left out, its CSRF token."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.models import Group
from django.test import Client

from tests.support import office
from tests.support.callers import Api
from wagering.access.staff import ROLES

TOKEN: Final = "t" * 32


class Staff(Api):
    """``name``: as the log has it. ``version``: the ETag that the last answer to a GET came with."""

    def __init__(self, *roles: str, superuser: bool = False, csrf: bool = True) -> None:
        super().__init__(lambda *_: "")
        user = office.person(views=False, superuser=superuser)
        user.groups.set([Group.objects.get_or_create(name=ROLES[role])[0] for role in roles])
        self.name, self._csrf, self.version = user.get_username(), csrf, ""
        self._client = Client(raise_request_exception=False, enforce_csrf_checks=True, headers={"Host": "localhost"})
        self._client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        self._client.cookies["csrftoken"] = TOKEN

    def send(self, method: str, path: str, raw: bytes, headers: dict[str, str]) -> Any:
        answer = super().send(method, path, raw, {**({"X-CSRFToken": TOKEN} if self._csrf else {}), **headers})
        if method == "GET":
            self.version = answer.headers.get("ETag", "")
        return answer

    def decide(self, path: str, body: Any = None, key: str = "", version: str = "") -> Any:
        """A command based on what was looked at last, or on ``version``."""
        return self.post(path, body, key, **{"If-Match": version or self.version})
