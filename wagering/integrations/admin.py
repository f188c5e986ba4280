"""The outbox and the notices in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from wagering.backoffice.html import link, status, when
from wagering.backoffice.pages import Facts, Page
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.integrations.models import Notice, Outbox


def _state(row: Outbox) -> str:
    return "delivered" if row.delivered_at else "dead" if row.dead_at else "waiting"


@admin.register(Outbox)
class OutboxAdmin(ReadOnlyAdmin):
    """The newest row first."""

    about = "What leaves the system: one row a command, kept until it is delivered, in order for each round."
    empty = "A row appears with every command that wrote events."
    icon = "outbox"
    list_display = ("number", "state", "kind", "of_round", "positions", "created", "attempts", "delivered")

    @display(description="Number")
    def number(self, row: Outbox) -> Any:
        return row.id

    @display(description="State")
    def state(self, row: Outbox) -> Any:
        return status(_state(row))

    @display(description="Round")
    def of_round(self, row: Outbox) -> Any:
        return link(row.correlation, "rounds_round", row.correlation)

    @display(description="Events")
    def positions(self, row: Outbox) -> Any:
        return f"#{row.first_position} – #{row.last_position}"

    @display(description="Created (UTC)")
    def created(self, row: Outbox) -> Any:
        return when(row.created_at)

    @display(description="Delivered (UTC)")
    def delivered(self, row: Outbox) -> Any:
        return when(row.delivered_at)

    def page(self, request: HttpRequest, row: Outbox) -> Page:
        rows = [
            ("Command", link(row.command, "dispatch_receipt", row.command)),
            ("Kind", row.kind),
            ("Round", link(row.correlation, "rounds_round", row.correlation)),
            ("First event", link(f"#{row.first_position}", "eventstore_event", row.first_position)),
            ("Last event", link(f"#{row.last_position}", "eventstore_event", row.last_position)),
            ("Created (UTC)", when(row.created_at, precise=True)),
            ("Attempts", row.attempts),
            ("Being delivered until", when(row.claimed_until)),
            ("Delivered (UTC)", when(row.delivered_at, precise=True)),
            ("Given up (UTC)", when(row.dead_at, precise=True)),
            ("Last error", row.last_error or "none"),
        ]
        return Page(f"Outbox {row.id}", chips=[status(_state(row))], panels=[Facts("Delivery", rows)])


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """The newest notice first."""

    about = "What operators are told, once and in order."
    empty = "A notice appears when the outbox has delivered its row."
    icon = "notifications"
    list_display = ("number", "kind", "of_round", "taken_in")

    @display(description="Number")
    def number(self, row: Notice) -> Any:
        return row.id

    @display(description="Round")
    def of_round(self, row: Notice) -> Any:
        return link(row.correlation, "rounds_round", row.correlation)

    @display(description="Taken in (UTC)")
    def taken_in(self, row: Notice) -> Any:
        return when(row.taken_in_at)

    def page(self, request: HttpRequest, row: Notice) -> Page:
        rows = [
            ("Kind", row.kind),
            ("Round", link(row.correlation, "rounds_round", row.correlation)),
            ("First event", link(f"#{row.first_position}", "eventstore_event", row.first_position)),
            ("Last event", link(f"#{row.last_position}", "eventstore_event", row.last_position)),
            ("Taken in (UTC)", when(row.taken_in_at, precise=True)),
        ]
        return Page(f"Notice {row.id}", panels=[Facts("Notice", rows)])
