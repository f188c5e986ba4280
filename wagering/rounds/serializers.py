"""What is sent to and told by the interface of a table at play. Amounts are minor units of the table's currency."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Seat = Annotated[int, Meta(ge=1, le=20, description="The seat's number.")]
Amount = Annotated[int, Meta(ge=1, le=10**15, description="Minor units of the table's currency.")]
Decision = Annotated[int, Meta(ge=0, le=2**31 - 1, description="The number of the question this answers.")]


class SitBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to take."""

    seat: Seat


class PlaceBetBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An amount to be added to the player's bet of this kind on this seat."""

    seat: Seat
    kind: Annotated[str, Meta(max_length=40, description="One of the game's bet kinds.")]
    amount: Amount


class ActionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the game's own messages. ``decision`` is required for all but those that choose ahead."""

    intent: Annotated[str, Meta(max_length=40, description="act, preselect, insurance, follow: what the rules know.")]
    fields: Annotated[dict[str, Any], Meta(description="As the intent wants them.")]
    decision: Decision | None = None


class TableAnswer(msgspec.Struct, frozen=True):
    """Where the table stands after a command. ``number``: the question that is open, null if there is none."""

    table: str
    round: str
    status: str
    awaits: str
    number: int | None
