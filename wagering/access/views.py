"""The bases of the views of each audience."""

from __future__ import annotations

from typing import ClassVar

from wagering.access import terminals
from wagering.access.authentication import BearerToken, OperatorSignature, StaffSession
from wagering.access.callers import Caller
from wagering.api.problems import Problem
from wagering.api.views import ApiView


class View(ApiView):
    """Any of the four may try; ``audience`` says whom it is for."""

    authentication_classes = (OperatorSignature, BearerToken, StaffSession)


class OperatorView(View):
    """For operators' machines."""

    audience = "operator"


class PlayerView(View):
    """For players: at the tables of their session."""

    audience = "player"

    def admit(self, caller: Caller, **path: str) -> None:
        """A table outside the session does not exist for it."""
        if caller.tables and "table" in path and path["table"] not in caller.tables:
            raise Problem("unknown_table", f"there is no table {path['table']}", "table")


class StudioView(View):
    """For studios' devices: at their own table. A terminal nobody has used for five minutes is locked."""

    audience = "studio"
    idle_allowed: ClassVar[bool] = False

    def admit(self, caller: Caller, **path: str) -> None:
        """Looking is always allowed, as is what ``idle_allowed`` says is nobody's doing; ``Rejected`` device_locked."""
        if self.request.method != "POST" or self.idle_allowed:
            return
        terminals.use(caller.credential)


class StaffView(View):
    """For staff of one of the ``roles``."""

    audience = "staff"
    roles: ClassVar[frozenset[str]] = frozenset({"supervisor"})

    def admit(self, caller: Caller, **path: str) -> None:
        """``Problem`` forbidden without the role."""
        if not self.roles & caller.roles:
            raise Problem("forbidden", f"this is for {' or '.join(sorted(self.roles))}")
