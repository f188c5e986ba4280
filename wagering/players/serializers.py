"""What operators send and are told about their players' sessions."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from wagering.players.sessions import LONGEST_S, MOST_TABLES, SHORTEST_S


class SessionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where and how long a player may act."""

    tables: Annotated[
        tuple[str, ...], Meta(max_length=MOST_TABLES, description="None named: at every table of the operator.")
    ] = ()
    seconds: Annotated[int, Meta(ge=SHORTEST_S, le=LONGEST_S)] = 900


class SessionAnswer(msgspec.Struct, frozen=True):
    """A player's session. ``token``: sent as ``Authorization: Bearer``; it is stored nowhere."""

    session: str
    player: str
    tables: list[str]
    expires_at: datetime
    token: str
