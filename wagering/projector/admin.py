"""Catch-up projections in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from wagering.backoffice.html import chip
from wagering.backoffice.pages import Facts, Page
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.projector.models import Checkpoint


@admin.register(Checkpoint)
class CheckpointAdmin(ReadOnlyAdmin):
    """By name."""

    keyset = ("pk",)
    about = "How far each projection has read the log. One that met an event it cannot use is parked in front of it."
    empty = "A checkpoint appears when a catch-up projection has read its first events."
    icon = "bookmark"
    list_display = ("projection", "position", "state")

    @display(description="State")
    def state(self, row: Checkpoint) -> Any:
        return chip("parked", "bad", "pause_circle") if row.parked else chip("reading", "good", "check")

    def page(self, request: HttpRequest, row: Checkpoint) -> Page:
        rows = [("Has read up to position", row.position), ("Parked because", row.parked or "it is not")]
        return Page(row.projection, chips=[self.state(row)], panels=[Facts("Checkpoint", rows)])
