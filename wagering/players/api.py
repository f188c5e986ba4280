"""Players' sessions, for their operators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wagering.access.callers import Caller
from wagering.access.commands import OpenSession
from wagering.access.secrets import token
from wagering.access.views import OperatorView
from wagering.api.endpoint import command
from wagering.dispatch.command import Answer, Command
from wagering.players.serializers import SessionAnswer, SessionBody


class Sessions(OperatorView):
    """Letting a player in."""

    @command("open_session", SessionBody, SessionAnswer, status=201)
    def post(self, caller: Caller, body: SessionBody, player: str) -> OpenSession:
        """Let a player act for a while; the token is told here, and whenever the same command is sent again."""
        return OpenSession(operator=caller.operator, player=player, tables=body.tables, seconds=body.seconds)

    def answered(self, answer: Answer, sent: Command) -> Mapping[str, Any]:
        """With the token, which no receipt holds."""
        found = answer.content
        session = found["credential"]
        return {
            "session": session, "player": found["holder"], "tables": found["tables"],
            "expires_at": found["expires_at"], "token": token("session", session),
        }  # fmt: skip
