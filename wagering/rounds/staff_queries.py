"""What staff see of tables and rounds. While a round runs, no card that lies face down."""

from __future__ import annotations

from datetime import datetime
from typing import Final, LiteralString, cast

from games.kernel.cards import HIDDEN
from games.kernel.events import CardDealt
from games.kernel.ruleset import Rejected
from wagering.access.terminals import terminals
from wagering.eventstore.session import execute
from wagering.incidents.models import Incident
from wagering.rounds import staff_serializers as s
from wagering.rounds import verdict
from wagering.rounds.models import Round
from wagering.rounds.play import Play
from wagering.rounds.queries import NOBODY, PUBLIC, seen
from wagering.rounds.serializers import Status
from wagering.rounds.standing import laid, seats, shoe, standing
from wagering.wallet.amounts import currency_of
from wagering.wallet.serializers import money

_BOARD: Final[LiteralString] = """
SELECT id, operator, game, currency, round, awaits, due_at, paused FROM tables_table
WHERE id > %b::text ORDER BY id LIMIT %b::bigint
"""


def board(after: str, limit: int) -> list[s.StaffTableItem]:
    """At most ``limit`` tables by id, those after ``after``."""
    return [s.StaffTableItem(*row) for row in execute(_BOARD, (after, limit))]


def table_of(round_id: str) -> str:
    """Where a round is or was played; ``Rejected`` unknown_round."""
    table = Round.objects.filter(id=round_id).values_list("table", flat=True).first()
    if table is None:
        raise Rejected("unknown_round", "", f"there is no round {round_id}", "round")
    return table


def table_for_staff(play: Play, now: datetime) -> s.StaffTable:
    """A table with its devices, and why it is paused if it is."""
    devices = [
        s.TerminalStanding(each.device, each.locked, each.used_at, each.heard_at)
        for each in terminals(play.operator, play.table)
    ]
    cards = seen(play, PUBLIC, NOBODY).cards
    return s.StaffTable(
        **standing(play, now), operator=play.operator, game=play.game, currency=play.currency, seats=seats(play),
        cards=laid(cards), shoe=shoe(play), incident=_incident(play),
        devices=devices,
    )  # fmt: skip


def _incident(play: Play) -> s.OpenIncident | None:
    row = Incident.objects.filter(id=play.paused).first() if play.paused else None
    if row is None:
        return None
    due = play.deadline.due if play.deadline else None
    return s.OpenIncident(row.id, row.note, row.reported_by, row.reported_at, due)


def round_for_staff(play: Play) -> s.StaffRound:
    """A round of ``load.load_round``."""
    row = Round.objects.get(id=play.round)
    return s.StaffRound(
        row.id, row.table, play.operator, row.game, cast("Status", row.status), row.opened_at, row.ended_at, row.reason,
        row.corrections, row.outcome, [_draw(play, event) for event in play.history if isinstance(event, CardDealt)],
        [_sums(figures) for figures in verdict.bets(play.round)],
    )  # fmt: skip


def _draw(play: Play, event: CardDealt) -> s.DrawRecord:
    hidden = play.running and event.face != "up"
    return s.DrawRecord(event.shoe, event.draw, event.to, event.face, HIDDEN if hidden else event.card)


def _sums(figures: verdict.BetFigures) -> s.BetSums:
    currency = currency_of(figures.ledger)
    staked, paid = money(figures.staked, currency), money(figures.paid, currency)
    return s.BetSums(figures.ledger, figures.bets, figures.open, staked, paid)
