"""What operators send and are told about the feed and their webhooks."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wagering.api.ids import Id
from wagering.api.paging import PageQuery
from wagering.feed.publication import PublishedEvent
from wagering.feed.targets import LONGEST

Kind = Annotated[str, Meta(pattern="^[a-z0-9_.@]{1,100}$")]


class EventPage(msgspec.Struct, frozen=True):
    """Events in the order of the log, each once. ``next`` is always there: ask with it for what comes later.

    ``more``: ask on at once, also after an empty page, for others' events are passed over; otherwise this is the end
    for now.
    """

    items: list[PublishedEvent]
    next: str
    more: bool


class SubscribeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new webhook. ``kinds``: beginnings of names of events, such as ``wallet.``; none means every event."""

    webhook: Id
    url: Annotated[str, Meta(min_length=1, max_length=LONGEST, description="https://, to a public server.")]
    kinds: Annotated[list[Kind], Meta(max_length=50)] = []


class WebhookSecret(msgspec.Struct, frozen=True):
    """``secret`` signs deliveries and is stored nowhere; sending the same command again tells it again."""

    webhook: str
    version: int
    secret: str


class WebhookState(msgspec.Struct, frozen=True):
    """A webhook after a command."""

    webhook: str
    version: int
    enabled: bool


class WebhookRecord(msgspec.Struct, frozen=True):
    """A webhook, without its secret. ``version``: how many secrets it has had."""

    webhook: str
    url: str
    kinds: list[str]
    version: int
    rotated_at: datetime | None
    enabled: bool
    created_at: datetime


class WebhookPage(msgspec.Struct, frozen=True):
    """Webhooks by id."""

    items: list[WebhookRecord]
    next: str | None


class DeliveryQuery(PageQuery, frozen=True, forbid_unknown_fields=True):
    """Which deliveries."""

    status: Annotated[Literal["waiting", "delivered", "dead"] | None, Meta(description="Only those.")] = None


class DeliveryRecord(msgspec.Struct, frozen=True):
    """What one command means to a webhook. ``delivery`` comes as ``Webhook-Id`` with every attempt."""

    delivery: str
    kind: str
    round: str
    status: str
    attempts: int
    created_at: datetime
    due_at: datetime | None
    delivered_at: datetime | None
    dead_at: datetime | None
    error: str


class DeliveryPage(msgspec.Struct, frozen=True):
    """Deliveries, the oldest first."""

    items: list[DeliveryRecord]
    next: str | None


class RedriveBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which dead delivery is tried again; without one all of them."""

    delivery: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
