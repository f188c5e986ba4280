"""What is sent to and told by the interface of a table at play. Amounts are minor units of the table's currency."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wagering.wallet.serializers import Money

Seat = Annotated[int, Meta(ge=0, le=20, description="The seat's number.")]
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


class UndoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole bet of the player's to be given back."""

    seat: Seat
    kind: Annotated[str, Meta(max_length=40, description="One of the game's bet kinds.")]


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


class StakeTold(msgspec.Struct, frozen=True):
    """What was taken into one bet, or given back of it."""

    seat: int
    kind: str
    amount: Money


class UndoAnswer(msgspec.Struct, frozen=True):
    """The stakes that were given back, of bets included that cannot stand without this one."""

    round: str
    returned: list[StakeTold]
    balance: Money


class BetAnswer(msgspec.Struct, frozen=True):
    """The stakes that a bet caused, mirrored ones included, and what is left to the player."""

    round: str
    taken: list[StakeTold]
    balance: Money


Status = Literal["running", "decided", "settled", "void", "not_played"]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a table stands, the same for everybody. ``round`` and ``status`` are of the running or the last round.

    ``awaits``: ``betting``, ``deal 3.1``, ``decision 3.1``, ``paused``, ``idle`` and the like. ``number``: the question
    that is open; ``due_at``: until when. Both are null while there is none and while the table is paused.
    """

    table: str
    round: str | None
    status: Status | None
    awaits: str
    number: int | None
    paused: bool
    server_time: datetime
    due_at: datetime | None
    remaining_ms: int | None


class ShoeStanding(msgspec.Struct, frozen=True):
    """The shoe or pack that is dealt from. ``commitment``: of a virtual one, SHA-256 over its order and a nonce."""

    id: str
    next_draw: int
    cut_out: bool
    commitment: str | None


class TableView(Standing, frozen=True, kw_only=True):
    """A table as this player may see it: ``cards`` by place (``??`` lies there, hidden), ``may``: what he may answer.

    ``score``: how a series or match stands, in games that have one.
    """

    game: str
    currency: str
    seats: dict[str, str]
    cards: dict[str, list[str]]
    may: list[str]
    score: dict[str, Any] | None
    shoe: ShoeStanding | None
