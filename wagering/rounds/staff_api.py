"""Tables and rounds for staff: everybody there may look, supervisors pause, resume, void and correct.

A remedy that takes two people is refused here as four_eyes: nobody signs for somebody else.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from wagering.access.callers import Caller
from wagering.access.commands import UnlockDevice
from wagering.access.serializers import CredentialAnswer
from wagering.access.views import StaffView
from wagering.api.endpoint import Empty, NoQuery, Reply, command, query
from wagering.api.headers import etag
from wagering.api.paging import PageQuery, paged
from wagering.incidents.commands import ReportIncident, ResumeTable
from wagering.rounds import commands as c
from wagering.rounds import staff_serializers as s
from wagering.rounds.load import load_round
from wagering.rounds.play import awaits, round_stream
from wagering.rounds.queries import current
from wagering.rounds.serializers import TableAnswer
from wagering.rounds.staff_queries import board, round_for_staff, table_for_staff, table_of
from wagering.rounds.studio_serializers import IncidentAnswer
from wagering.rounds.versions import seen_at, stream_of, version_of


class LookView(StaffView):
    """For everybody on the staff."""

    roles = frozenset({"supervisor", "compliance", "finance"})


class StaffTables(LookView):
    """All tables."""

    @query("tables", s.StaffTablePage, PageQuery)
    def get(self, caller: Caller, asked: PageQuery) -> s.StaffTablePage:
        """Every table of every operator, and what each waits for."""
        return s.StaffTablePage(*paged(asked, board(asked.after, asked.rows), lambda row: row.table, lambda row: row))


class StaffTable(LookView):
    """One table."""

    @query("table", s.StaffTable)
    def get(self, caller: Caller, asked: NoQuery, table: str) -> Reply:
        """How the table stands. The ETag is what a remedy there is based on."""
        play = current(table)
        return Reply(table_for_staff(play, datetime.now(UTC)), {"ETag": etag(version_of(play))})


class StaffRound(LookView):
    """One round, running or over."""

    @query("round", s.StaffRound)
    def get(self, caller: Caller, asked: NoQuery, round: str) -> Reply:  # noqa: A002  (as the address has it)
        """The round with its cards and bets. The ETag is what a remedy of it is based on."""
        play = load_round(table_of(round), round)
        return Reply(round_for_staff(play), {"ETag": etag(version_of(play))})


class OnTable(StaffView):
    """A supervisor's command about a table as he has seen it."""

    def seen(self, version: int, **path: str) -> tuple[str, int]:
        """What the ETag stood for."""
        return seen_at(version, stream_of(current(path["table"])))

    def current(self, caller: Caller, code: str, **path: str) -> dict[str, Any] | None:
        """The version that he has not seen yet."""
        if code != "stale_version":
            return None
        play = current(path["table"])
        return {"round": play.round or None, "awaits": awaits(play), "etag": etag(version_of(play))}


class Pausing(OnTable):
    """Stopping a table."""

    @command("pause_table", s.PauseBody, IncidentAnswer, versioned=True)
    def post(self, caller: Caller, body: s.PauseBody, table: str) -> ReportIncident:
        """Pause the running round; its clocks stand still."""
        return ReportIncident(table=table, note=body.note)


class Resuming(OnTable):
    """Going on."""

    @command("resume_table", Empty, TableAnswer, versioned=True)
    def post(self, caller: Caller, body: Empty, table: str) -> ResumeTable:
        """Go on where the round stopped, with the time that was left."""
        return ResumeTable(table=table, supervisor=caller.id)


class VoidingDeal(OnTable):
    """A game of a series or match."""

    @command("void_deal", s.VoidBody, TableAnswer, versioned=True)
    def post(self, caller: Caller, body: s.VoidBody, table: str) -> c.VoidDeal:
        """The game in progress at a paused table does not count and is dealt again."""
        return c.VoidDeal(table=table, reason=body.reason, supervisor=caller.id)


class OnRound(StaffView):
    """A supervisor's command about a round as he has seen it."""

    def seen(self, version: int, **path: str) -> tuple[str, int]:
        """What the ETag stood for."""
        return seen_at(version, round_stream(path["round"]))

    def current(self, caller: Caller, code: str, **path: str) -> dict[str, Any] | None:
        """The version that he has not seen yet."""
        if code != "stale_version":
            return None
        play = load_round(table_of(path["round"]), path["round"])
        return {"round": play.round, "status": play.status, "etag": etag(version_of(play))}


class VoidingRound(OnRound):
    """A round that does not count."""

    @command("void_round", s.VoidBody, TableAnswer, versioned=True)
    def post(self, caller: Caller, body: s.VoidBody, round: str) -> c.VoidRound:  # noqa: A002
        """Every bet of the round goes back. A running one must be paused; one that is paid takes two people."""
        return c.VoidRound(table=table_of(round), round=round, reason=body.reason, supervisor=caller.id)


class Corrections(OnRound):
    """A card that was recorded wrongly."""

    @command("correct_card", s.CorrectionBody, TableAnswer, versioned=True)
    def post(self, caller: Caller, body: s.CorrectionBody, round: str) -> c.CorrectCard:  # noqa: A002
        """Repeat the recorded play with the card as it was. A round that is paid takes two people."""
        return c.CorrectCard(
            table=table_of(round), round=round, shoe=body.shoe, draw=body.draw, card=body.card, reason=body.reason,
            supervisor=caller.id,
        )  # fmt: skip


class Unlocking(StaffView):
    """A terminal that was idle."""

    @command("unlock_device", Empty, CredentialAnswer)
    def post(self, caller: Caller, body: Empty, credential: str) -> UnlockDevice:
        """The terminal may be used again."""
        return UnlockDevice(device=credential)
