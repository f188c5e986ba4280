"""A table at play, for its studio's devices: rounds, cards, shoes, incidents. The table is always the device's own."""

from __future__ import annotations

from datetime import UTC, datetime

from games.kernel.expectations import Deal, Shuffle
from wagering.access import terminals
from wagering.access.callers import Caller
from wagering.access.views import StudioView
from wagering.api.endpoint import Empty, NoQuery, command, notice, query
from wagering.incidents.commands import ReportIncident
from wagering.rounds import commands as c
from wagering.rounds import studio_serializers as s
from wagering.rounds.play import Play
from wagering.rounds.queries import current
from wagering.rounds.serializers import TableAnswer
from wagering.rounds.standing import seats, shoe, standing
from wagering.tables.commands import MountShoe, ReportCutCard


class StudioTables(StudioView):
    """Looking at the own table."""

    @query("table", s.StudioTable)
    def get(self, caller: Caller, asked: NoQuery) -> s.StudioTable:
        """What the table awaits, which card or pack is due, and how it stands."""
        play = current(caller.table)
        due = play.expects() if play.running and not play.paused else None
        return s.StudioTable(
            **standing(play, datetime.now(UTC)), game=play.game, live=play.live, seats=seats(play), shoe=shoe(play),
            card=_card(play, due), pack=s.DuePack(due.what) if isinstance(due, Shuffle) else None,
            locked=terminals.locked(caller.credential),
        )  # fmt: skip


class Rounds(StudioView):
    """Beginning a round."""

    @command("open_round", s.OpenRoundBody, TableAnswer)
    def post(self, caller: Caller, body: s.OpenRoundBody) -> c.OpenRound:
        """Open betting, or take the antes."""
        return c.OpenRound(table=caller.table, round=body.round, dealer=body.dealer)


class Closing(StudioView):
    """Ending the betting."""

    @command("close_betting", Empty, TableAnswer)
    def post(self, caller: Caller, body: Empty) -> c.CloseBets:
        """No more bets, before the countdown is over. Without effect if nothing is open."""
        return c.CloseBets(table=caller.table)


class Cards(StudioView):
    """Cards of a live shoe."""

    @command("scan_card", s.CardBody, TableAnswer)
    def post(self, caller: Caller, body: s.CardBody) -> c.ScanCard:
        """A card was read; the Idempotency-Key is the reader's id of this scan."""
        return c.ScanCard(
            table=caller.table, shoe=body.shoe, draw=body.draw, to=body.to, card=body.card, face=body.face
        )


class Shoes(StudioView):
    """Shoes that last for more than one deal."""

    @command("mount_shoe", s.ShoeBody, s.ShoeAnswer)
    def post(self, caller: Caller, body: s.ShoeBody) -> MountShoe:
        """Deal from a new shoe from now on; the one before is retired."""
        return MountShoe(
            table=caller.table, shoe=body.shoe, source=body.source, burn_card=body.burn_card, burned=body.burned,
            cards=body.cards, cut=body.cut,
        )  # fmt: skip


class CutCard(StudioView):
    """The end of a live shoe."""

    @command("report_cut_card", s.CutCardBody, TableAnswer)
    def post(self, caller: Caller, body: s.CutCardBody) -> ReportCutCard:
        """The cut card came out: the running round is the shoe's last. Twice is once."""
        return ReportCutCard(table=caller.table, shoe=body.shoe)


class Packs(StudioView):
    """Packs that are shuffled inside a series or match."""

    @command("deal_pack", s.PackBody, s.ShoeAnswer)
    def post(self, caller: Caller, body: s.PackBody) -> c.DealPack:
        """Deal from a freshly shuffled pack."""
        return c.DealPack(table=caller.table, shoe=body.shoe, what=body.what, cards=body.cards, shown_at=body.shown_at)


class Incidents(StudioView):
    """Malfunctions."""

    @command("report_incident", s.NoteBody, s.IncidentAnswer)
    def post(self, caller: Caller, body: s.NoteBody) -> ReportIncident:
        """Pause the table until a supervisor has looked at it. Without effect on a paused table."""
        return ReportIncident(table=caller.table, note=body.note)


class Heartbeats(StudioView):
    """Being there."""

    idle_allowed = True

    @notice("heartbeat", Empty, s.HeartbeatAnswer)
    def post(self, caller: Caller, body: Empty) -> s.HeartbeatAnswer:
        """The device is there; a locked terminal may say so too, and stays locked."""
        terminals.heard(caller.credential)
        return s.HeartbeatAnswer(terminals.locked(caller.credential), datetime.now(UTC))


def _card(play: Play, due: object) -> s.DueCard | None:
    """A virtual shoe deals by itself."""
    return s.DueCard(due.to, due.face) if play.live and isinstance(due, Deal) else None  # type: ignore[arg-type]
