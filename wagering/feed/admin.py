"""Webhooks and their deliveries in the back office. What a supervisor does about them are commands like any other."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST
from unfold.decorators import display

from wagering.access.authentication import staff_caller
from wagering.backoffice.html import NOTHING, address, link, status, when
from wagering.backoffice.pages import Facts, Grid, Page
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.dispatch.command import Envelope
from wagering.dispatch.pipeline import execute
from wagering.dispatch.refusals import message
from wagering.feed.commands import Disable, Redrive
from wagering.feed.models import Delivery, Receiver, Webhook

_SHOWN: Final = 100


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """By id."""

    keyset = ("pk",)
    exact = ("pk", "operator")
    about = "Where operators want to be told what happens. Secrets are derived and shown to nobody here."
    empty = "A webhook appears when an operator subscribes to what happens at his tables and in his wallets."
    icon = "webhook"
    list_display = ("webhook", "state", "operator", "to", "since")

    @display(description="Webhook")
    def webhook(self, row: Webhook) -> Any:
        return row.id

    @display(description="State")
    def state(self, row: Webhook) -> Any:
        return status("enabled" if row.enabled else "disabled")

    @display(description="Address")
    def to(self, row: Webhook) -> Any:
        return row.url

    @display(description="Subscribed (UTC)")
    def since(self, row: Webhook) -> Any:
        return when(row.created_at)

    def page(self, request: HttpRequest, row: Webhook) -> Page:
        waiting = Delivery.objects.filter(webhook=row.id, delivered_at=None, dead_at=None)
        dead = list(Delivery.objects.filter(webhook=row.id, dead_at__isnull=False).order_by("outbox")[:_SHOWN])
        trouble = Receiver.objects.filter(webhook=row.id).first()
        facts = [
            ("Operator", row.operator),
            ("Address", row.url),
            ("Events", ", ".join(row.kinds) or "all"),
            ("Secret number", row.version),
            ("Secret changed (UTC)", when(row.rotated_at)),
            ("Subscribed (UTC)", when(row.created_at)),
            ("Oldest waiting (UTC)", when(waiting.order_by("outbox").values_list("created_at", flat=True).first())),
            ("Cannot be reached, asked again (UTC)", when(trouble.retry_at) if trouble else NOTHING),
        ]
        return Page(
            row.id,
            chips=[status("enabled" if row.enabled else "disabled")],
            panels=[Facts("Webhook", facts), _grid("Dead deliveries", dead, "None is dead."), _newest(row)],
            template="feed/webhook.html",
            extra={"forms": self._forms(row, bool(dead)) if _may_act(request) else []},
        )

    def _forms(self, row: Webhook, dead: bool) -> list[dict[str, str]]:
        again = [_form(row.id, "redrive", "Send dead deliveries again")] if dead else []
        return [*again, *([_form(row.id, "disable", "Disable")] if row.enabled else [])]

    def get_urls(self) -> list[URLPattern]:
        """Two more addresses: sending dead deliveries again, and switching a webhook off."""
        own = [
            path(f"<path:object_id>/{name}/", self.admin_site.admin_view(require_POST(act)), name=f"feed_{name}")
            for name, act in (("redrive", self.redrive), ("disable", self.disable))
        ]
        return [*own, *super().get_urls()]

    def redrive(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """``delivery`` alone, or everything that is dead."""
        return _act(request, Redrive(webhook=object_id, delivery=request.POST.get("delivery", "")))

    def disable(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Its operator can switch it on again."""
        return _act(request, Disable(webhook=object_id))


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """The newest command first."""

    keyset = ("-outbox", "-pk")
    exact = ("pk",)
    about = "What is sent to webhooks: one row a command and webhook, in order for each round. Its id never changes."
    empty = "A delivery appears when something happens that a webhook wants to be told."
    icon = "send"
    list_display = ("delivery", "state", "kind", "to", "of_round", "attempts", "error", "created", "delivered")

    @display(description="Delivery")
    def delivery(self, row: Delivery) -> Any:
        return row.id

    @display(description="State")
    def state(self, row: Delivery) -> Any:
        return status(row.state)

    @display(description="Webhook")
    def to(self, row: Delivery) -> Any:
        return link(row.webhook, "feed_webhook", row.webhook)

    @display(description="Round")
    def of_round(self, row: Delivery) -> Any:
        return link(row.round, "rounds_round", row.round)

    @display(description="Last error")
    def error(self, row: Delivery) -> Any:
        return row.last_error or NOTHING

    @display(description="Created (UTC)")
    def created(self, row: Delivery) -> Any:
        return when(row.created_at)

    @display(description="Delivered (UTC)")
    def delivered(self, row: Delivery) -> Any:
        return when(row.delivered_at)

    def page(self, request: HttpRequest, row: Delivery) -> Page:
        rows = [
            ("Webhook", link(row.webhook, "feed_webhook", row.webhook)),
            ("Command", link(row.command, "dispatch_receipt", row.command)),
            ("Kind", row.kind),
            ("Round", link(row.round, "rounds_round", row.round)),
            ("First event", link(f"#{row.first_position}", "eventstore_event", row.first_position)),
            ("Last event", link(f"#{row.last_position}", "eventstore_event", row.last_position)),
            ("Created (UTC)", when(row.created_at, precise=True)),
            ("Attempts", row.attempts),
            ("Due (UTC)", when(row.due_at)),
            ("Being sent until (UTC)", when(row.claimed_until)),
            ("Delivered (UTC)", when(row.delivered_at, precise=True)),
            ("Given up (UTC)", when(row.dead_at, precise=True)),
            ("Last error", row.last_error or "none"),
        ]
        again = _form(row.webhook, "redrive", "Send this delivery again", row.id)
        return Page(
            row.id,
            chips=[status(row.state)],
            panels=[Facts("Delivery", rows)],
            template="feed/webhook.html",
            extra={"forms": [again] if row.dead_at and _may_act(request) else []},
        )


def _may_act(request: HttpRequest) -> bool:
    return "supervisor" in staff_caller(request.user).roles


def _form(webhook: str, what: str, title: str, delivery: str = "") -> dict[str, str]:
    action = address("feed_webhook", webhook).removesuffix("change/") + f"{what}/"
    return {"action": action, "title": title, "delivery": delivery, "key": secrets.token_hex(8)}


def _act(request: HttpRequest, command: Redrive | Disable) -> HttpResponse:
    """Sends the command under the key that the form brought, so that a second click is the first one again."""
    if not _may_act(request):
        raise PermissionDenied
    caller = staff_caller(request.user)
    key = caller.key(request.POST.get("key", "") or secrets.token_hex(8))
    answer = execute(Envelope(key, caller.actor, datetime.now(UTC), command))
    if answer.accepted:
        messages.success(request, "Done.")
    else:
        messages.error(request, message(answer.code))
    return HttpResponseRedirect(address("feed_webhook", command.webhook))


def _newest(row: Webhook) -> Grid:
    newest = Delivery.objects.filter(webhook=row.id).order_by("-outbox")[:_SHOWN]
    return _grid("Newest deliveries", list(newest), "Nothing has happened yet that it wants.")


def _grid(title: str, deliveries: list[Delivery], empty: str) -> Grid:
    rows = [
        (
            link(one.id, "feed_delivery", one.id), status(one.state), one.kind,
            link(one.round, "rounds_round", one.round), one.attempts, one.last_error or NOTHING, when(one.created_at),
        )
        for one in deliveries
    ]  # fmt: skip
    columns = ("Delivery", "State", "Kind", "Round", "#Attempts", "Last error", "Created (UTC)")
    return Grid(title, columns, rows, empty, wide=bool(rows))
