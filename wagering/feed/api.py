"""The event feed and webhooks, for the operators they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wagering.access.callers import Caller
from wagering.access.views import OperatorView
from wagering.api.endpoint import Empty, NoQuery, command, query
from wagering.api.paging import PageQuery, paged
from wagering.api.problems import Problem
from wagering.dispatch.command import Answer, Command
from wagering.feed import commands as c
from wagering.feed import serializers as s
from wagering.feed import signing
from wagering.feed.models import Delivery, Webhook
from wagering.feed.queries import deliveries_of, feed, webhooks_of


class Events(OperatorView):
    """What happened at the operator's tables and in his players' wallets."""

    @query("events", s.EventPage, PageQuery)
    def get(self, caller: Caller, asked: PageQuery) -> s.EventPage:
        """Every event that may be told, in order, each exactly once; cards that nobody may see are left out."""
        page = feed(caller.operator, asked.number, asked.limit)
        return s.EventPage(page.events, str(page.next), page.more)


class SecretView(OperatorView):
    """What tells a new secret."""

    def answered(self, answer: Answer, sent: Command) -> Mapping[str, Any]:
        """With the secret, which no receipt holds."""
        webhook, version = answer.content["webhook"], answer.content["version"]
        return {"webhook": webhook, "version": version, "secret": signing.secret(webhook, version)}


class Webhooks(SecretView):
    """The operator's webhooks."""

    @command("subscribe", s.SubscribeBody, s.WebhookSecret, status=201)
    def post(self, caller: Caller, body: s.SubscribeBody) -> c.Subscribe:
        """Have what happens from now on sent to an address."""
        return c.Subscribe(webhook=body.webhook, operator=caller.operator, url=body.url, kinds=tuple(body.kinds))

    @query("webhooks", s.WebhookPage, PageQuery)
    def get(self, caller: Caller, asked: PageQuery) -> s.WebhookPage:
        """Every webhook of the operator, by id."""
        rows = webhooks_of(caller.operator, asked.after, asked.rows)
        return s.WebhookPage(*paged(asked, rows, lambda row: row.id, _webhook))


class OneWebhook(OperatorView):
    """One of them."""

    @query("webhook", s.WebhookRecord)
    def get(self, caller: Caller, asked: NoQuery, webhook: str) -> s.WebhookRecord:
        """As it is set up now."""
        return _webhook(_own(caller, webhook))


class Rotation(SecretView):
    """Its secret."""

    @command("rotate_webhook", Empty, s.WebhookSecret)
    def post(self, caller: Caller, body: Empty, webhook: str) -> c.Rotate:
        """A new secret; the one before signs too for 24 hours."""
        return c.Rotate(webhook=webhook)


class Enabling(OperatorView):
    """Switching on."""

    @command("enable_webhook", Empty, s.WebhookState)
    def post(self, caller: Caller, body: Empty, webhook: str) -> c.Enable:
        """Send what waits and what happens from now on."""
        return c.Enable(webhook=webhook)


class Disabling(OperatorView):
    """Switching off."""

    @command("disable_webhook", Empty, s.WebhookState)
    def post(self, caller: Caller, body: Empty, webhook: str) -> c.Disable:
        """Send nothing; what happens meanwhile is not sent later either."""
        return c.Disable(webhook=webhook)


class Deliveries(OperatorView):
    """What was and is to be sent."""

    @query("deliveries", s.DeliveryPage, s.DeliveryQuery)
    def get(self, caller: Caller, asked: s.DeliveryQuery, webhook: str) -> s.DeliveryPage:
        """Deliveries of a webhook, with their attempts and the last error."""
        rows = deliveries_of(_own(caller, webhook), asked.status, asked.number, asked.rows)
        return s.DeliveryPage(*paged(asked, rows, lambda row: row.outbox, _delivery))


class Redriving(OperatorView):
    """Dead deliveries."""

    @command("redrive_deliveries", s.RedriveBody, s.WebhookState)
    def post(self, caller: Caller, body: s.RedriveBody, webhook: str) -> c.Redrive:
        """Try them again from the first attempt."""
        return c.Redrive(webhook=webhook, delivery=body.delivery or "")


def _own(caller: Caller, webhook: str) -> Webhook:
    found = Webhook.objects.filter(id=webhook, operator=caller.operator).first()
    if found is None:
        raise Problem("unknown_webhook", f"there is no webhook {webhook}", "webhook")
    return found


def _webhook(row: Webhook) -> s.WebhookRecord:
    return s.WebhookRecord(
        row.id, row.url, row.kinds, row.version, row.rotated_at, row.enabled, row.created_at
    )  # fmt: skip


def _delivery(row: Delivery) -> s.DeliveryRecord:
    return s.DeliveryRecord(
        row.id, row.kind, row.round, row.state, row.attempts, row.created_at, row.due_at, row.delivered_at, row.dead_at,
        row.last_error,
    )  # fmt: skip
