"""Receipts of commands in the back office."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from wagering.backoffice.html import NOTHING, actor, link, mono, pretty, status, when
from wagering.backoffice.pages import Facts, Page, Text
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.dispatch.models import Receipt
from wagering.dispatch.refusals import message


def _answer(row: Receipt) -> dict[str, Any]:
    try:
        answer = json.loads(row.answer)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


@admin.register(Receipt)
class ReceiptAdmin(ReadOnlyAdmin):
    """By key."""

    about = "What every command was answered first; the same key gets the same answer for ever."
    empty = "A receipt appears for each command that was carried out or refused."
    icon = "receipt_long"
    list_display = ("key", "result", "kind", "by", "refusal", "recorded")

    @display(description="Result")
    def result(self, row: Receipt) -> Any:
        return status("accepted" if row.accepted else "refused")

    @display(description="By")
    def by(self, row: Receipt) -> Any:
        return actor(row.actor)

    @display(description=_("Why refused"))
    def refusal(self, row: Receipt) -> Any:
        return NOTHING if row.accepted else message(str(_answer(row).get("code", NOTHING)))

    @display(description="Recorded (UTC)")
    def recorded(self, row: Receipt) -> Any:
        return when(row.recorded_at)

    def page(self, request: HttpRequest, row: Receipt) -> Page:
        answer = _answer(row)
        rows = [
            ("Command", row.kind),
            ("By", actor(row.actor)),
            ("Recorded (UTC)", when(row.recorded_at, precise=True)),
            ("Round", link(answer.get("round"), "rounds_round", answer.get("round"))),
            ("Table", link(answer.get("table"), "tables_table", answer.get("table"))),
            ("Fingerprint of the request", mono(bytes(row.fingerprint).hex())),
        ]
        if not row.accepted:
            reasons = (("Code", "code"), ("Rule", "clause"), ("Why", "why"))
            meaning = message(str(answer.get("code", NOTHING)))
            rows[1:1] = [
                (str(_("Refused")), meaning),
                *((name, str(answer.get(key) or NOTHING)) for name, key in reasons),
            ]
        chips = [status("accepted" if row.accepted else "refused")]
        return Page(row.key, chips=chips, panels=[Facts("Receipt", rows), Text("Answer", pretty(row.answer))])
