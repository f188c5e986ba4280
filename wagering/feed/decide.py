"""Webhooks: subscribing, a new secret, on and off, dead deliveries again."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from games.kernel.ruleset import Rejected
from wagering.dispatch.command import check_id
from wagering.dispatch.work import Work
from wagering.eventstore.read import heads
from wagering.feed import commands as c
from wagering.feed import events as e
from wagering.feed.models import Delivery, Webhook
from wagering.feed.targets import check_url

MOST_WEBHOOKS: Final = 20
MOST_KINDS: Final = 50
_KIND: Final = re.compile(r"[a-z0-9_.@]{1,100}\Z")


def subscribe(command: c.Subscribe, work: Work) -> Mapping[str, Any]:
    """``Rejected`` bad_id, bad_url, bad_field, too_many_webhooks, already_exists."""
    check_id(command.webhook, "webhook")
    check_url(command.url)
    if len(command.kinds) > MOST_KINDS or not all(_KIND.match(kind) for kind in command.kinds):
        raise Rejected("bad_field", "", f"kinds: at most {MOST_KINDS} beginnings of event names", "kinds")
    # Counting rows is no version that a commit could check.
    work.lock(f"webhooks of {command.operator}")
    if Webhook.objects.filter(operator=command.operator).count() >= MOST_WEBHOOKS:
        raise Rejected("too_many_webhooks", "", f"an operator has at most {MOST_WEBHOOKS} webhooks", "webhook")
    work.begin(e.webhook_stream(command.webhook))
    event = e.WebhookSubscribed(
        webhook=command.webhook, operator=command.operator, url=command.url, kinds=command.kinds
    )
    return _record(work, command.webhook, {}, event)


def rotate(command: c.Rotate, work: Work) -> Mapping[str, Any]:
    """The answer names the version whose secret ``secrets.derive`` gives."""
    row = _own(command.webhook, work)
    return _record(work, command.webhook, row, e.WebhookRotated(version=row["version"] + 1))


def enable(command: c.Enable, work: Work) -> Mapping[str, Any]:
    """No effect on one that is enabled."""
    row = _own(command.webhook, work)
    return _told(row) if row["enabled"] else _record(work, command.webhook, row, e.WebhookEnabled())


def disable(command: c.Disable, work: Work) -> Mapping[str, Any]:
    """No effect on one that is disabled."""
    row = _own(command.webhook, work)
    return _record(work, command.webhook, row, e.WebhookDisabled()) if row["enabled"] else _told(row)


def redrive(command: c.Redrive, work: Work) -> Mapping[str, Any]:
    """``Rejected`` no_dead_delivery if there is nothing to try again."""
    row = _own(command.webhook, work)
    dead = Delivery.objects.filter(webhook=command.webhook, dead_at__isnull=False)
    if not (dead.filter(id=command.delivery) if command.delivery else dead).exists():
        raise Rejected("no_dead_delivery", "", "no such delivery is dead", "delivery")
    work.row("redriven", {"webhook": command.webhook, "delivery": command.delivery})
    return _record(work, command.webhook, row, e.WebhookRedriven(delivery=command.delivery))


def row_after(row: Mapping[str, Any], event: Any, at: datetime) -> dict[str, Any]:
    """The webhook's row after ``event``; ``row`` is empty before the first."""
    match event:
        case e.WebhookSubscribed():
            return {
                "id": event.webhook, "operator": event.operator, "url": event.url, "kinds": list(event.kinds),
                "version": 1, "rotated_at": None, "enabled": True, "created_at": at,
            }  # fmt: skip
        case e.WebhookRotated():
            return {**row, "version": event.version, "rotated_at": at}
        case e.WebhookEnabled() | e.WebhookDisabled():
            return {**row, "enabled": isinstance(event, e.WebhookEnabled)}
        case e.WebhookRedriven():
            return dict(row)
        case _:
            raise TypeError(f"no event of a webhook: {event!r}")


def _own(webhook: str, work: Work) -> dict[str, Any]:
    """The webhook's row. ``Rejected`` unknown_webhook, also for what belongs to another operator."""
    stream = e.webhook_stream(check_id(webhook, "webhook"))
    # Before the row: if it is older than the row, the commit finds out.
    work.based_on[stream] = heads([stream]).get(stream, 0)
    row = Webhook.objects.filter(id=webhook).first()
    envelope = work.envelope
    if row is None or (envelope.role == "operator" and row.operator != envelope.actor_id):
        raise Rejected("unknown_webhook", "", f"there is no webhook {webhook}", "webhook")
    return {field.attname: getattr(row, field.attname) for field in Webhook._meta.concrete_fields}


def _record(work: Work, webhook: str, row: Mapping[str, Any], event: Any) -> Mapping[str, Any]:
    after = row_after(row, event, work.envelope.at)
    work.append(e.webhook_stream(webhook), event)
    work.row("feed_webhook", after)
    return _told(after)


def _told(row: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"webhook": row["id"], "version": row["version"], "enabled": row["enabled"]}
