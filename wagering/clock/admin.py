"""Deadlines and periodic jobs in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from wagering.backoffice.html import NOTHING, chip, link, when
from wagering.backoffice.pages import Facts, Page
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.clock.models import Deadline, PeriodicRun


@admin.register(Deadline)
class DeadlineAdmin(ReadOnlyAdmin):
    """By subject: there are never more than tables."""

    keyset = ("pk",)
    about = "Every question that is open now, with the time at which the rules answer it themselves."
    empty = "A deadline appears while a table waits for bets, for a player or for a supervisor. None is open now."
    icon = "timer"
    list_display = ("subject", "what", "number", "due", "runs_on", "claimed")

    @display(description="Due (UTC)")
    def due(self, row: Deadline) -> Any:
        return when(row.due_at)

    @display(description="Clock")
    def runs_on(self, row: Deadline) -> Any:
        return chip("wall clock", "live", "schedule") if row.clock == "wall" else chip(row.clock, "quiet", "history")

    @display(description="Being handled")
    def claimed(self, row: Deadline) -> Any:
        return when(row.claimed_until)

    def page(self, request: HttpRequest, row: Deadline) -> Page:
        kind, _, name = row.subject.partition("/")
        subject = link(name, "tables_table", name) if kind == "table" else row.subject
        rows = [
            ("Subject", subject),
            ("Waits for", row.what),
            ("Question number", row.number),
            ("Due (UTC)", when(row.due_at, precise=True)),
            ("Clock", row.clock),
            ("Being handled until", when(row.claimed_until) if row.claimed_until else NOTHING),
        ]
        return Page(row.subject, chips=[chip(row.what, "live", "timer")], panels=[Facts("Deadline", rows)])


@admin.register(PeriodicRun)
class PeriodicRunAdmin(ReadOnlyAdmin):
    """The newest run first."""

    about = "Each periodic job claims its period once, so that two schedulers do no harm."
    empty = "A run appears when a periodic job begins its period."
    icon = "event_repeat"
    list_display = ("job", "of_period", "ran")

    @display(description="Period (UTC)")
    def of_period(self, row: PeriodicRun) -> Any:
        return when(row.period)

    @display(description="Ran (UTC)")
    def ran(self, row: PeriodicRun) -> Any:
        return when(row.ran_at)

    def page(self, request: HttpRequest, row: PeriodicRun) -> Page:
        rows = [("Job", row.job), ("Period (UTC)", when(row.period)), ("Ran (UTC)", when(row.ran_at, precise=True))]
        return Page(f"{row.job} {row.period:%Y-%m-%d %H:%M}", panels=[Facts("Run", rows)])
