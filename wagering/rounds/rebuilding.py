"""The projections of tables, shoes, rounds and incidents from zero."""

from collections.abc import Sequence
from typing import Any, Final

from games.kernel.events import CardDealt
from wagering.dispatch.wiring import event_types
from wagering.eventstore.codec import decode
from wagering.eventstore.read import read_stream
from wagering.incidents.events import IncidentReported, IncidentResolved
from wagering.projector.rebuild import Happened
from wagering.projector.shadow import Patch, Shadow, Target
from wagering.rounds.events import CardCorrected
from wagering.rounds.evolve import evolve, opened
from wagering.rounds.play import Play, round_stream
from wagering.rounds.projections import burn_row, deadline_row, draw_row, round_row, shoe_row, table_row
from wagering.tables import events as t

_LATE_ROUND: Final = Patch(columns=("status", "ended_at", "outcome", "reason", "corrections"))
_CORRECTED: Final = Patch(columns=("card",))


class RoundPart:
    """One ``Play`` a table. A round is written when the next one begins; what happens to it later is a patch."""

    kinds: Sequence[str] = ("table", "round", "shoe")
    follows: str = ""
    targets: Sequence[Target] = (
        Target("tables_table", ("id",)),
        Target("tables_shoe", ("id",)),
        Target("tables_draw", ("id",)),
        Target("rounds_round", ("id",)),
        # A worker's claim on a deadline is no fact about the round.
        Target("clock_deadline", ("subject",), ignored=("claimed_until",)),
    )

    def __init__(self) -> None:
        self._first: dict[str, Play] = {}
        self._plays: dict[str, Play] = {}
        self._late: dict[str, Play] = {}
        self._table_of: dict[str, str] = {}  # of the current round and shoe of every table, by stream
        self._shoes: dict[str, dict[str, Any]] = {}

    def apply(self, happened: Happened, shadow: Shadow) -> None:
        kind, owner, event = happened.kind, happened.owner, happened.event
        if isinstance(event, t.TableOpened):
            self._first[owner] = self._plays[owner] = opened(event)
            return
        if kind == "shoe":
            self._shoe(owner, event, shadow)
        if isinstance(event, CardCorrected):
            draw = f"{event.shoe}/{event.draw}"
            shadow.patch("tables_draw", draw, {"card": event.card}, _CORRECTED)
        table = owner if kind == "table" else self._table_of.get(f"{kind}/{owner}")
        if table is None:
            if kind == "round":  # a shoe that was changed meanwhile is no part of any play
                self._after_the_next(happened, shadow)
            return
        play = self._plays[table]
        if isinstance(event, t.TableRoundOpened):
            if play.round:
                shadow.write("rounds_round", round_row(play))
                self._table_of.pop(round_stream(play.round), None)
            self._table_of[round_stream(event.round)] = table
        play = self._plays[table] = evolve(play, kind, event, happened.at)
        if isinstance(event, CardDealt):
            shadow.write("tables_draw", draw_row(event, play.round))

    def finish(self, shadow: Shadow) -> None:
        for play in self._plays.values():
            shadow.write("tables_table", table_row(play))
            if play.round:
                shadow.write("rounds_round", round_row(play))
            if (deadline := deadline_row(play)) is not None:
                shadow.write("clock_deadline", deadline)
        for row in self._shoes.values():
            shadow.write("tables_shoe", row)

    def _shoe(self, shoe: str, event: Any, shadow: Shadow) -> None:
        if isinstance(event, t.ShoeMounted):
            before = self._plays[event.table].shoe
            if before is not None:
                self._table_of.pop(f"shoe/{before.id}", None)
            self._table_of[f"shoe/{shoe}"] = event.table
            self._shoes[shoe] = dict(shoe_row(event))
            if event.burn_card:
                shadow.write("tables_draw", burn_row(event))
        elif isinstance(event, t.CutCardOut):
            self._shoes[shoe]["cut_out"] = True
        elif isinstance(event, t.ShoeRetired):
            shadow.write("tables_shoe", {**self._shoes.pop(shoe), "retired": True})

    def _after_the_next(self, happened: Happened, shadow: Shadow) -> None:
        """A remedy on a round that another one has followed: its play is read back from the log."""
        play = self._late.get(happened.owner)
        if play is None:
            play = self._read_back(happened)
        play = self._late[happened.owner] = evolve(play, "round", happened.event, happened.at)
        shadow.patch("rounds_round", play.round, round_row(play), _LATE_ROUND)

    def _read_back(self, happened: Happened) -> Play:
        play: Play | None = None
        for stored in read_stream(round_stream(happened.owner)):
            if stored.version >= happened.version:
                break
            event = decode(event_types(), stored.name, stored.body)
            if play is None:
                play = self._first[event.table]
            play = evolve(play, "round", event, stored.occurred_at)
        if play is None:
            raise LookupError(f"round {happened.owner} has no beginning")
        return play


class IncidentPart:
    kinds: Sequence[str] = ("incident",)
    follows: str = ""
    targets: Sequence[Target] = (Target("incidents_incident", ("id",)),)

    def __init__(self) -> None:
        self._open: dict[str, dict[str, Any]] = {}

    def apply(self, happened: Happened, shadow: Shadow) -> None:
        event = happened.event
        if isinstance(event, IncidentReported):
            self._open[event.incident] = {
                "id": event.incident, "table": event.table, "round": event.round, "note": event.note,
                "reported_by": happened.actor, "reported_at": happened.at, "resolution": "", "resolved_by": "",
                "resolved_at": None,
            }  # fmt: skip
        elif isinstance(event, IncidentResolved):
            resolved = {"resolution": event.resolution, "resolved_by": event.by, "resolved_at": happened.at}
            shadow.write("incidents_incident", {**self._open.pop(happened.owner), **resolved})

    def finish(self, shadow: Shadow) -> None:
        for row in self._open.values():
            shadow.write("incidents_incident", row)
