"""What is sent to and told by the interface of a studio: always about the device's own table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wagering.api.ids import Id
from wagering.rounds.serializers import ShoeStanding, Standing, TableAnswer

Order = Annotated[str, Meta(max_length=15_600, description="The cards, first one first; empty to have them shuffled.")]


class OpenRoundBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round to be opened under this id. ``dealer``: the seat of the button, in games that have one."""

    round: Id
    dealer: Annotated[int, Meta(ge=0, le=20)] | None = None


class CardBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that left the live shoe. The same draw, card and place as before: read twice, no effect."""

    shoe: Id
    draw: Annotated[int, Meta(ge=1, le=10_000, description="The how manieth card that left this shoe.")]
    to: Annotated[str, Meta(max_length=20, description="Where it lies: ``3.1``, ``dealer``, ``seat3``.")]
    card: Annotated[str, Meta(max_length=2, description="As the reader reads it: ``AS``, ``TD``.")]
    face: Literal["up", "down"]


class ShoeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new shoe. Live: the shown burn card and how many are discarded after it. Virtual: its order or none."""

    shoe: Id
    source: Literal["live", "virtual"]
    burn_card: Annotated[str, Meta(max_length=2)] = ""
    burned: Annotated[int, Meta(ge=0, le=20)] = 0
    cards: Order = ""
    cut: Annotated[int, Meta(ge=0, le=10_000, description="The draw of the cut card, 0 for none.")] = 0


class CutCardBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cut card of this shoe came out."""

    shoe: Id


class PackBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pack that a series or match awaits. ``shown_at``: the place of the card to be shown, where one is."""

    shoe: Id
    what: Literal["deal", "reshuffle"] = "deal"
    cards: Order = ""
    shown_at: Annotated[int, Meta(ge=0, le=100)] = 0


class NoteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A malfunction in words."""

    note: Annotated[str, Meta(min_length=1, max_length=500)]


class ShoeAnswer(TableAnswer, frozen=True):
    """Where the table stands with its new shoe. ``commitment``: empty for a live one."""

    shoe: str
    commitment: str


class IncidentAnswer(TableAnswer, frozen=True):
    """Where the table stands. ``incident``: the one reported; null if it was paused already."""

    incident: str | None = None


class DueCard(msgspec.Struct, frozen=True):
    """The card to be dealt next."""

    to: str
    face: Literal["up", "down"]


class DuePack(msgspec.Struct, frozen=True):
    """The pack to be shuffled: the next game, or a used-up stock."""

    what: Literal["deal", "reshuffle"]


class StudioTable(Standing, frozen=True, kw_only=True):
    """The device's table. ``card``: which one is due of a live shoe; ``pack``: which one is due to be shuffled.

    ``locked``: nobody has used this terminal for five minutes; it only looks until it is unlocked.
    """

    game: str
    live: bool
    seats: dict[str, str]
    shoe: ShoeStanding | None
    card: DueCard | None
    pack: DuePack | None
    locked: bool


class HeartbeatAnswer(msgspec.Struct, frozen=True):
    """The terminal is heard. ``locked``: it was not used for five minutes."""

    locked: bool
    server_time: datetime
