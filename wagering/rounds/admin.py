"""Rounds in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from wagering.backoffice.html import NOTHING, link, span, status, when
from wagering.backoffice.pages import Page
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.rounds.models import Round
from wagering.rounds.page import page
from wagering.rounds.review import review


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """The newest round first."""

    keyset = ("-opened_at", "-pk")
    exact = ("pk", "table")
    about = "Every round with what happened, whether it was paid correctly and whether its record is intact."
    empty = "A round appears here when a table opens betting. It stays for good, with each card, bet and payout."
    icon = "playing_cards"
    list_display = ("round_id", "state", "table_link", "rules", "opened", "took", "remarks")

    @display(description="Round")
    def round_id(self, row: Round) -> Any:
        return row.id

    @display(description="Status")
    def state(self, row: Round) -> Any:
        return status(row.status)

    @display(description="Table")
    def table_link(self, row: Round) -> Any:
        return link(row.table, "tables_table", row.table)

    @display(description="Rules")
    def rules(self, row: Round) -> Any:
        return row.game

    @display(description="Opened (UTC)")
    def opened(self, row: Round) -> Any:
        return when(row.opened_at)

    @display(description="Took")
    def took(self, row: Round) -> Any:
        return span(row.ended_at - row.opened_at) if row.ended_at else NOTHING

    @display(description="Remarks")
    def remarks(self, row: Round) -> Any:
        remarks = [row.reason] if row.reason else []
        if row.corrections:
            remarks.append(f"{row.corrections} card{'s' if row.corrections > 1 else ''} corrected")
        return ", ".join(remarks) or NOTHING

    def page(self, request: HttpRequest, row: Round) -> Page:
        return page(review(row))
