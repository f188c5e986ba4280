"""Tables and shoes in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db import connection
from django.http import HttpRequest
from unfold.decorators import display

from wagering.backoffice import cards
from wagering.backoffice.html import NOTHING, chip, link, listed, mono, side_by_side, status, when
from wagering.backoffice.language import waits
from wagering.backoffice.pages import Facts, Grid, Page, Panel, Text
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.backoffice.rule_text import rules_link
from wagering.tables.models import Draw, Shoe, Table

# By name, because rounds stand above tables.
_ROUNDS = """
SELECT id, status, opened_at, ended_at, reason FROM rounds_round WHERE "table" = %s ORDER BY opened_at DESC LIMIT 20
"""
_RUNNING = "SELECT 1 FROM rounds_round WHERE id = %s AND status = 'running'"
_WAITS = {"idle": "quiet", "paused": "wait", "paying": "wait"}


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """By id."""

    keyset = ("pk",)
    about = "The board: what each table is doing and what it waits for."
    empty = "A table appears when an operator opens it."
    icon = "table_restaurant"
    list_display = ("name", "awaiting", "due", "round_link", "shoe_link", "taken", "currency", "game")

    @display(description="Table")
    def name(self, row: Table) -> Any:
        return row.id

    @display(description="Waits for")
    def awaiting(self, row: Table) -> Any:
        return waits_for(row.game, row.awaits)

    @display(description="Due (UTC)")
    def due(self, row: Table) -> Any:
        return when(row.due_at)

    @display(description="Seats taken")
    def taken(self, row: Table) -> Any:
        return len(row.seats)

    @display(description="Round")
    def round_link(self, row: Table) -> Any:
        return link(row.round, "rounds_round", row.round)

    @display(description="Shoe")
    def shoe_link(self, row: Table) -> Any:
        return link(row.shoe, "tables_shoe", row.shoe)

    def page(self, request: HttpRequest, row: Table) -> Page:
        facts = [
            ("Waits for", self.awaiting(row)),
            ("Due (UTC)", when(row.due_at)),
            ("Round", link(row.round, "rounds_round", row.round)),
            ("Shoe", link(row.shoe, "tables_shoe", row.shoe)),
            ("Rules", rules_link(row.game)),
            ("Currency", row.currency),
            ("Operator", row.operator),
            ("Clock", "wall clock" if row.clock == "wall" else row.clock),
        ]
        seats = [(f"Seat {seat}", link(who, "wallet_wallet", who)) for seat, who in sorted(row.seats.items())]
        nobody = "Nobody sits here. A player appears with the seat as soon as it is taken."
        options = Text(
            "Options", listed(row.options), "Every default written out. A round pins its own copy.", wide=True
        )
        panels: list[Panel] = [
            Facts("Board", facts),
            Grid("Seats", ("Seat", "Player"), seats, nobody),
            _rounds(row),
            options,
        ]
        return Page(row.id, chips=[self.awaiting(row)], panels=panels)


@admin.register(Shoe)
class ShoeAdmin(ReadOnlyAdmin):
    """The last id first."""

    about = "Shoes and every card that left them."
    empty = "A shoe appears when it is mounted at a table."
    icon = "style"
    list_display = ("name", "state", "table_link", "origin", "packs", "burned")

    @display(description="Shoe")
    def name(self, row: Shoe) -> Any:
        return row.id

    @display(description="State")
    def state(self, row: Shoe) -> Any:
        return status(_state(row))

    @display(description="Table")
    def table_link(self, row: Shoe) -> Any:
        return link(row.table, "tables_table", row.table)

    @display(description="Cards come from")
    def origin(self, row: Shoe) -> Any:
        return "a scanner" if row.live else "a sealed order"

    def page(self, request: HttpRequest, row: Shoe) -> Page:
        draws = list(Draw.objects.filter(shoe=row.id).order_by("draw"))
        facts = [
            ("Table", link(row.table, "tables_table", row.table)),
            ("Cards come from", "a scanner at the table" if row.live else "a sealed order"),
            ("Packs", row.packs),
            ("Burned", row.burned),
            ("Cards that left it", max([row.burned, *(draw.draw for draw in draws)])),
            ("Commitment", mono(row.commitment) if row.commitment else NOTHING),
        ]
        return Page(row.id, chips=[status(_state(row))], panels=[Facts("Shoe", facts), _draws(draws)])


def waits_for(game: str, awaits: str) -> Any:
    """What a table waits for, as a label."""
    icons = {"idle": "bedtime", "paused": "pause", "betting": "timer", "paying": "hourglass_top"}
    kind = awaits.partition(" ")[0]
    return chip(waits(game, awaits) or NOTHING, _WAITS.get(kind, "live"), icons.get(kind, "front_hand"))


def _state(row: Shoe) -> str:
    return "retired" if row.retired else "last round" if row.cut_out else "in use"


def _rounds(row: Table) -> Grid:
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, (row.id,))
        found = cursor.fetchall()
    rows = [
        (link(round_id, "rounds_round", round_id), status(state), when(opened), when(ended), reason or NOTHING)
        for round_id, state, opened, ended, reason in found
    ]
    empty = "No round yet. One appears when the table opens betting."
    columns = ("Round", "Status", "Opened (UTC)", "Ended (UTC)", "Reason")
    return Grid("Latest rounds", columns, rows, empty, wide=True)


def _draws(draws: list[Draw]) -> Grid:
    """Cards round by round. A running round may have a card face down, so its cards are left to its own page."""
    by_round: dict[str, list[Draw]] = {}
    for draw in draws:
        by_round.setdefault(draw.round, []).append(draw)
    last = draws[-1].round if draws else ""
    hidden = last if last and _running(last) else None
    rows = []
    for round_id, dealt in by_round.items():
        name = link(round_id, "rounds_round", round_id) if round_id else "burned"
        shown = (
            "on the round's page while it runs"
            if round_id == hidden
            else side_by_side(cards.small(d.card) for d in dealt)
        )
        rows.append((name, _span(dealt[0].draw, dealt[-1].draw), shown))
    empty = "No card has left this shoe yet."
    return Grid("Cards in the order they left", ("Round", "Draws", "Cards"), rows, empty, wide=True)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} – {last}"


def _running(round_id: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_RUNNING, (round_id,))
        return cursor.fetchone() is not None
