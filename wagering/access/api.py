"""Keys, devices and sessions, for the operators they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from wagering.access.callers import Caller
from wagering.access.commands import IssueKey, Revoke, UnlockDevice
from wagering.access.models import Credential
from wagering.access.secrets import derive
from wagering.access.serializers import CredentialAnswer, KeyAnswer, KeyPage, KeyRecord
from wagering.access.views import OperatorView
from wagering.api.endpoint import Empty, command, query
from wagering.api.paging import PageQuery, paged
from wagering.dispatch.command import Answer, Command


class Keys(OperatorView):
    """The keys of the operator's machines."""

    @command("issue_key", Empty, KeyAnswer, status=201)
    def post(self, caller: Caller, body: Empty) -> IssueKey:
        """Issue a second key, to change over to; its secret is told here, and whenever this is sent again."""
        return IssueKey(operator=caller.operator)

    @query("keys", KeyPage, PageQuery)
    def get(self, caller: Caller, asked: PageQuery) -> KeyPage:
        """Every key the operator has had, by id."""
        keys = Credential.objects.filter(operator=caller.operator, kind="key", id__gt=asked.after)
        rows = list(keys.order_by("id")[: asked.rows])
        shown = paged(asked, rows, lambda row: row.id, lambda row: KeyRecord(row.id, row.issued_at, row.revoked))
        return KeyPage(*shown)

    def answered(self, answer: Answer, sent: Command) -> Mapping[str, Any]:
        """With the secret, which no receipt holds."""
        key = answer.content["credential"]
        return {"key": key, "secret": derive("operator", key)}


class _Revoking(OperatorView):
    kind: ClassVar[str]

    def revoked(self, caller: Caller, credential: str) -> Revoke:
        """Of this kind only: the address of a session revokes no key."""
        return Revoke(operator=caller.operator, kind=self.kind, credential=credential)


class RevokeKey(_Revoking):
    """Taking a key back."""

    kind = "key"

    @command("revoke_key", Empty, CredentialAnswer)
    def post(self, caller: Caller, body: Empty, credential: str) -> Revoke:
        """The key counts no more, from the next request on."""
        return self.revoked(caller, credential)


class RevokeDevice(_Revoking):
    """Taking a device's token back."""

    kind = "device"

    @command("revoke_device", Empty, CredentialAnswer)
    def post(self, caller: Caller, body: Empty, credential: str) -> Revoke:
        """The device's token counts no more, from the next request on."""
        return self.revoked(caller, credential)


class RevokeSession(_Revoking):
    """Ending a player's session."""

    kind = "session"

    @command("revoke_session", Empty, CredentialAnswer)
    def post(self, caller: Caller, body: Empty, credential: str) -> Revoke:
        """The session is over, from the next request on."""
        return self.revoked(caller, credential)


class UnlockTerminal(OperatorView):
    """A terminal that was idle."""

    @command("unlock_device", Empty, CredentialAnswer)
    def post(self, caller: Caller, body: Empty, credential: str) -> UnlockDevice:
        """The terminal may be used again."""
        return UnlockDevice(device=credential)
