"""Rounds in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.decorators import display

from wagering.backoffice.html import NOTHING, link, mono, span, status, when
from wagering.backoffice.language import title
from wagering.backoffice.pages import Facts, Page, Text
from wagering.backoffice.readonly_admin import ReadOnlyAdmin, only_looking
from wagering.backoffice.rule_text import rule_text, rules_link
from wagering.rounds.models import DailyTotal, Round
from wagering.rounds.narrate import reason
from wagering.rounds.page import page
from wagering.rounds.review import review
from wagering.wallet.amounts import currency_of, money, signed


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """The newest round first."""

    keyset = ("-opened_at", "-pk")
    exact = ("pk", "table")
    about = gettext_lazy(
        "Every round with what happened, whether it was paid correctly and whether its record is intact."
    )
    empty = gettext_lazy(
        "A round appears here when a table opens betting. It stays for good, with each card, bet and payout."
    )
    icon = "playing_cards"
    list_display = ("round_id", "state", "table_link", "rules", "opened", "took", "remarks")

    @display(description=gettext_lazy("Round"))
    def round_id(self, row: Round) -> Any:
        return row.id

    @display(description=gettext_lazy("Status"))
    def state(self, row: Round) -> Any:
        return status(row.status)

    @display(description=gettext_lazy("Table"))
    def table_link(self, row: Round) -> Any:
        return link(row.table, "tables_table", row.table)

    @display(description=gettext_lazy("Rules"))
    def rules(self, row: Round) -> Any:
        return rules_link(row.game)

    @display(description=gettext_lazy("Opened (UTC)"))
    def opened(self, row: Round) -> Any:
        return when(row.opened_at)

    @display(description=gettext_lazy("Took"))
    def took(self, row: Round) -> Any:
        return span(row.ended_at - row.opened_at) if row.ended_at else NOTHING

    @display(description=gettext_lazy("Remarks"))
    def remarks(self, row: Round) -> Any:
        remarks = [reason(row.reason)] if row.reason else []
        if row.corrections:
            remarks.append(_("Corrected cards: %(count)s") % {"count": row.corrections})
        return ", ".join(remarks) or NOTHING

    def page(self, request: HttpRequest, row: Round) -> Page:
        return page(review(row))

    def get_urls(self) -> list[URLPattern]:
        rules = path("rules/<str:game>/", self.admin_site.admin_view(self.rules_view), name="rounds_rules")
        return [rules, *super().get_urls()]

    def rules_view(self, request: HttpRequest, game: str) -> HttpResponse:
        """The text of the rules that rounds of ``game`` are settled by."""
        only_looking(request)
        if not self.has_view_permission(request):
            raise PermissionDenied
        found = rule_text(game)
        if found is None:
            raise Http404
        facts = Facts(_("Rules"), [(_("Id"), mono(game)), (_("Game"), title(game)), ("SHA-256", mono(found.digest))])
        note = _("Kept in English beside the code that settles by it; rounds pin its id.")
        shown = Page(game, panels=[facts, Text(_("Text of the rules"), found.text, note, wide=True)])
        return TemplateResponse(
            request, shown.template, self.around(request, shown) | {"title": f"{_('Rules')} {game}"}
        )


@admin.register(DailyTotal)
class DailyTotalAdmin(ReadOnlyAdmin):
    """The newest day first."""

    about = "What was staked, returned and voided, by day of settlement, table, kind of bet and ledger."
    empty = "A line appears when the daily totals have read the first settled bet of a day."
    icon = "calendar_month"
    list_display = ("of_day", "table_link", "kind", "ledger", "bets", "handled", "paid", "revenue")

    @display(description="Day (UTC)")
    def of_day(self, row: DailyTotal) -> Any:
        return row.day.isoformat()

    @display(description="Table")
    def table_link(self, row: DailyTotal) -> Any:
        return link(row.table, "tables_table", row.table)

    @display(description="Handle")
    def handled(self, row: DailyTotal) -> Any:
        return money(row.handle, currency_of(row.ledger))

    @display(description="Returned")
    def paid(self, row: DailyTotal) -> Any:
        return money(row.returned, currency_of(row.ledger))

    @display(description="GGR")
    def revenue(self, row: DailyTotal) -> Any:
        return signed(row.handle - row.returned, currency_of(row.ledger))

    def page(self, request: HttpRequest, row: DailyTotal) -> Page:
        currency = currency_of(row.ledger)
        rows = [
            ("Table", link(row.table, "tables_table", row.table)),
            ("Kind of bet", row.kind),
            ("Ledger", row.ledger),
            ("Bets", row.bets),
            ("Handle", self.handled(row)),
            ("Returned", self.paid(row)),
            ("GGR", self.revenue(row)),
            ("Voided", money(row.voided, currency)),
            ("Refunded", money(row.refunded, currency)),
        ]
        return Page(row.id, panels=[Facts("Total of the day", rows)])
