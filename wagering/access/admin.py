"""Keys, devices and sessions in the back office: whose they are and whether they count, never a secret."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from wagering.access.events import credential_stream
from wagering.access.models import Credential
from wagering.backoffice.html import NOTHING, actor, link, status, when
from wagering.backoffice.pages import Facts, Grid, Page, Panel
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.eventstore.models import Event

_PAGES: Final = {"device": "tables_table", "session": "wallet_wallet"}


@admin.register(Credential)
class CredentialAdmin(ReadOnlyAdmin):
    """By id, which begins with the kind's letter."""

    keyset = ("pk",)
    about = "Operators’ keys, studios’ devices and players’ sessions. Their secrets are stored nowhere."
    empty = "A credential appears when an operator is given a key, binds a device to a table or lets a player in."
    icon = "key"
    list_display = ("credential", "kind", "state", "operator", "holder_link", "issued", "expires")

    @display(description="Credential")
    def credential(self, row: Credential) -> Any:
        return row.id

    @display(description="State")
    def state(self, row: Credential) -> Any:
        return _state(row)

    @display(description="Of")
    def holder_link(self, row: Credential) -> Any:
        return _holder(row)

    @display(description="Issued (UTC)")
    def issued(self, row: Credential) -> Any:
        return when(row.issued_at)

    @display(description="Expires (UTC)")
    def expires(self, row: Credential) -> Any:
        return when(row.expires_at)

    def page(self, request: HttpRequest, row: Credential) -> Page:
        facts = [
            ("Kind", row.kind),
            ("Operator", row.operator),
            ("Of", _holder(row)),
            ("Tables", ", ".join(row.tables) or NOTHING),
            ("Issued (UTC)", when(row.issued_at, precise=True)),
            ("Expires (UTC)", when(row.expires_at, precise=True)),
        ]
        events = Event.objects.filter(stream=credential_stream(row.id)).order_by("version")[:50]
        rows = [
            (e.version, link(e.name, "eventstore_event", e.pk), actor(e.actor), when(e.occurred_at)) for e in events
        ]
        log = Grid("Its events", ("#Version", "Event", "By", "Occurred (UTC)"), rows, "No event.")
        panels: list[Panel] = [Facts("Credential", facts), log]
        return Page(row.id, chips=[_state(row)], panels=panels)


def _state(row: Credential) -> Any:
    if row.revoked:
        return status("revoked")
    if row.expires_at is not None and row.expires_at <= datetime.now(UTC):
        return status("expired")
    return status("active")


def _holder(row: Credential) -> Any:
    model = _PAGES.get(row.kind)
    return link(row.holder, model, row.holder) if model else row.holder
