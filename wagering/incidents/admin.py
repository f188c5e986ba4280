"""Incidents in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from wagering.backoffice.html import NOTHING, actor, link, status, when
from wagering.backoffice.pages import Facts, Grid, Page, Panel, Text
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.eventstore.models import Event
from wagering.incidents.events import incident_stream
from wagering.incidents.models import Incident


@admin.register(Incident)
class IncidentAdmin(ReadOnlyAdmin):
    """The newest report first."""

    keyset = ("-reported_at", "-pk")
    about = "Malfunctions from report to resolution. A table stands still while its incident is open."
    empty = "An incident appears when the studio or a supervisor reports that something went wrong at a table."
    icon = "report"
    list_display = ("incident", "state", "note_text", "table_link", "round_link", "reported", "by", "resolved")

    @display(description="Incident")
    def incident(self, row: Incident) -> Any:
        return row.id

    @display(description="State")
    def state(self, row: Incident) -> Any:
        return status(row.resolution or "open")

    @display(description="Note")
    def note_text(self, row: Incident) -> Any:
        return row.note if len(row.note) <= 80 else f"{row.note[:80]}…"

    @display(description="Table")
    def table_link(self, row: Incident) -> Any:
        return link(row.table, "tables_table", row.table)

    @display(description="Round")
    def round_link(self, row: Incident) -> Any:
        return link(row.round, "rounds_round", row.round)

    @display(description="Reported (UTC)")
    def reported(self, row: Incident) -> Any:
        return when(row.reported_at)

    @display(description="By")
    def by(self, row: Incident) -> Any:
        return actor(row.reported_by)

    @display(description="Resolved (UTC)")
    def resolved(self, row: Incident) -> Any:
        return when(row.resolved_at)

    def page(self, request: HttpRequest, row: Incident) -> Page:
        facts = [
            ("Table", link(row.table, "tables_table", row.table)),
            ("Round", link(row.round, "rounds_round", row.round)),
            ("Reported (UTC)", when(row.reported_at, precise=True)),
            ("Reported by", actor(row.reported_by)),
            ("Resolution", row.resolution or "open"),
            ("Resolved (UTC)", when(row.resolved_at, precise=True)),
            ("Resolved by", actor(row.resolved_by) if row.resolved_by else NOTHING),
        ]
        events = Event.objects.filter(stream=incident_stream(row.id)).order_by("version")[:50]
        rows = [
            (e.version, link(e.name, "eventstore_event", e.pk), actor(e.actor), when(e.occurred_at)) for e in events
        ]
        log = Grid("Its events", ("#Version", "Event", "By", "Occurred (UTC)"), rows, "No event.")
        panels: list[Panel] = [
            Text("Note", row.note, "As it was reported, word for word."),
            Facts("Incident", facts),
            log,
        ]
        return Page(row.id, chips=[status(row.resolution or "open")], panels=panels)
