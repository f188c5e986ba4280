"""The log in the back office."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from wagering.backoffice import chain
from wagering.backoffice.html import actor, chip, clock, link, mono, pretty, side_by_side, when
from wagering.backoffice.pages import Answer, Facts, Grid, Page, Text
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.eventstore.models import Event, Stream

_OVER: Final = ("round.decided@1", "round.voided@1")
_CARD: Final = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][CDHS](?![A-Za-z0-9])")
_AROUND: Final = 3


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """The newest event first."""

    exact = ("position", "stream", "correlation")
    about = "Everything that ever happened, in order. Nothing here can be changed, by anybody."
    empty = "An event appears here for every deal, action, bet and payout, the moment it is committed."
    icon = "database"
    list_display = ("place", "name", "of_stream", "at_version", "by", "occurred", "of_round")

    @display(description="Position")
    def place(self, row: Event) -> Any:
        return row.position

    @display(description="Stream")
    def of_stream(self, row: Event) -> Any:
        return link(row.stream, "eventstore_stream", row.stream)

    @display(description="Version")
    def at_version(self, row: Event) -> Any:
        return row.version

    @display(description="By")
    def by(self, row: Event) -> Any:
        return actor(row.actor)

    @display(description="Occurred (UTC)")
    def occurred(self, row: Event) -> Any:
        return when(row.occurred_at, precise=True)

    @display(description="Round")
    def of_round(self, row: Event) -> Any:
        return link(row.correlation, "rounds_round", row.correlation)

    def page(self, request: HttpRequest, row: Event) -> Page:
        return _event_page(row)


@admin.register(Stream)
class StreamAdmin(ReadOnlyAdmin):
    """By name."""

    keyset = ("pk",)
    about = "One row a stream: how many events it has and the hash it ends with."
    empty = "A stream appears with its first event: a table, a round, a wallet, a shoe or an incident."
    icon = "linear_scale"
    list_display = ("stream", "version", "ends_with")

    @display(description="Ends with hash")
    def ends_with(self, row: Stream) -> Any:
        return mono(bytes(row.hash).hex()[:24] + "…")

    def page(self, request: HttpRequest, row: Stream) -> Page:
        events = Event.objects.filter(stream=row.stream).order_by("-version")[:100]
        rows = [
            (e.version, link(e.name, "eventstore_event", e.pk), actor(e.actor), when(e.occurred_at)) for e in events
        ]
        facts = Facts("Head", [("Version", row.version), ("Hash", mono(bytes(row.hash).hex()))])
        columns = ("#Version", "Event", "By", "Occurred (UTC)")
        note = "The newest 100 events." if row.version > 100 else ""
        return Page(row.stream, panels=[facts, Grid("Events", columns, rows, "No event.", note=note)])


def _event_page(row: Event) -> Page:
    linked = chain.at_position(row.position)
    intact = linked is not None and linked.intact
    previous = linked.previous.hex() if linked and linked.previous else "none: this is the stream's first event"
    answer = Answer("Is it intact?", "No: its hash does not fit", "bad", "link_off", ["Content or order was changed"])
    if intact:
        details = ["Recomputed from what is stored, after the event before it"]
        answer = Answer("Is it intact?", "Yes, its hash fits", "good", "verified", details)
    facts = Facts(
        "Event",
        [
            ("Position", row.position),
            ("Stream", link(row.stream, "eventstore_stream", row.stream)),
            ("Version", row.version),
            ("By", actor(row.actor)),
            ("Command", link(row.command, "dispatch_receipt", row.command)),
            ("Round", link(row.correlation, "rounds_round", row.correlation)),
            ("Occurred (UTC)", when(row.occurred_at, precise=True)),
            ("Recorded (UTC)", when(row.recorded_at, precise=True)),
        ],
    )
    hashes = Facts("Hash chain", [("Hash", mono(bytes(row.hash).hex())), ("Follows", mono(previous))])
    body, note = _body(row)
    return Page(
        f"#{row.position} {row.name}", chips=[chip("immutable", "quiet", "lock")], answers=[answer],
        panels=[facts, Text("Body", body, note), _neighbours(row), hashes],
    )  # fmt: skip


def _body(row: Event) -> tuple[str, str]:
    """The body for people. Cards of a running round are nobody's to know, staff included, unless they lie face up."""
    note = "The stored text, indented. Amounts are whole minor units."
    try:
        body = json.loads(row.body)
    except ValueError:
        return row.body, note
    # Of a used-up pack too: what was dealt from it may still be in somebody's hand.
    of_shoe = f"round/{row.correlation}" if row.stream.startswith("shoe/") and row.correlation else ""
    stream = row.stream if row.stream.startswith("round/") else of_shoe
    hidden = stream and isinstance(body, dict) and body.get("face") != "up" and _CARD.search(row.body)
    if hidden and not Event.objects.filter(stream=stream, name__in=_OVER).exists():
        return _CARD.sub("??", pretty(row.body)), "Cards are shown once the round is over."
    return pretty(row.body), note


def _neighbours(row: Event) -> Grid:
    near = range(max(1, row.version - _AROUND), row.version + _AROUND + 1)
    events = Event.objects.filter(stream=row.stream, version__in=list(near)).order_by("version")
    rows = [(e.version, _name_or_link(e, row), clock(e.occurred_at)) for e in events]
    return Grid("Around it in its stream", ("#Version", "Event", "Time"), rows, "No other event.")


def _name_or_link(event: Event, shown: Event) -> Any:
    if event.pk != shown.pk:
        return link(event.name, "eventstore_event", event.pk)
    return side_by_side([event.name, chip("this event", "live")])
