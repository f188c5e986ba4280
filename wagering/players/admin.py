"""Players in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from wagering.backoffice.html import chip
from wagering.backoffice.pages import Page
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.players.models import Player
from wagering.players.page import page


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """By player."""

    keyset = ("pk",)
    about = "Who plays here. A player's page has his rounds, wins and feats by game and period."
    empty = "A player appears when an operator opens a wallet for him."
    icon = "person"
    list_display = ("player", "kind", "operator", "currency")

    @display(description="Account")
    def kind(self, row: Player) -> Any:
        return chip(row.account_type, "live" if row.account_type == "real" else "quiet")

    def page(self, request: HttpRequest, row: Player) -> Page:
        return page(row, request.GET)
