"""A player's own record: the rounds he took part in, three months at hand and twelve on request."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Final

from django.db.models import Q

from games.kernel.ruleset import Rejected
from wagering.api.problems import Problem
from wagering.backoffice.language import title
from wagering.players import history_serializers as s
from wagering.players.models import PlayerRound
from wagering.rounds.recall import Recalled, Step
from wagering.rounds.standing import laid, seats
from wagering.wallet.amounts import currency_of
from wagering.wallet.records import bets_of
from wagering.wallet.serializers import BetRecord, bet_record, money

AT_HAND: Final = 3
KEPT: Final = 12
"""Months."""

_CURSOR: Final = re.compile(r"([0-9]{1,17})/([A-Za-z0-9_.-]{1,100})\Z")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def months_before(at: datetime, months: int) -> datetime:
    """The same time of the same day, so many months earlier; of a shorter month its last day."""
    year, month = divmod(at.year * 12 + at.month - 1 - months, 12)
    return at.replace(year=year, month=month + 1, day=min(at.day, monthrange(year, month + 1)[1]))


def played(player: str, since: datetime | None, after: str, limit: int, now: datetime) -> list[PlayerRound]:
    """At most ``limit`` rounds that ended ``since`` then, which reaches no further than is kept; the newest first.

    ``after``: the ``cursor`` of a round; ``Problem`` bad_cursor.
    """
    first = months_before(now, AT_HAND) if since is None else max(since, months_before(now, KEPT))
    found = PlayerRound.objects.filter(player=player, ended_at__gte=first)
    if after:
        ended_at, round_id = _read(after)
        found = found.filter(
            Q(ended_at__lt=ended_at) | Q(ended_at=ended_at, round__lt=round_id), ended_at__lte=ended_at
        )
    return list(found.order_by("-ended_at", "-round")[:limit])


def cursor(row: PlayerRound) -> str:
    """Where a page goes on that ended with this round."""
    return f"{(row.ended_at - _EPOCH) // _MICROSECOND}/{row.round}"


def _read(text: str) -> tuple[datetime, str]:
    found = _CURSOR.match(text)
    if found is None:
        raise Problem("bad_cursor", "the cursor must be one that was given out", "after")
    return _EPOCH + int(found[1]) * _MICROSECOND, found[2]


def check_kept(player: str, round_id: str, now: datetime) -> None:
    """``Rejected`` unknown_round for a round that ended longer ago than is kept."""
    if PlayerRound.objects.filter(player=player, round=round_id, ended_at__lt=months_before(now, KEPT)).exists():
        raise Rejected("unknown_round", "", f"there is no round {round_id}", "round")


def told(row: PlayerRound) -> s.PlayedRound:
    """A round of his history."""
    currency = currency_of(row.ledger)
    staked, returned, net, voided, refunded = (
        money(amount, currency) for amount in (row.staked, row.returned, row.net, row.voided, row.refunded)
    )
    return s.PlayedRound(
        row.round, row.table, row.game, title(row.game), row.status, row.ended_at, row.bets, staked, returned, net,
        voided, refunded, row.feats,
    )  # fmt: skip


def recalled(found: Recalled, player: str, asked: s.RecallQuery) -> s.Recall:
    """A page of the steps of a round, and his bets on it."""
    play = found.play
    steps: list[s.RecallStep] = []
    before: dict[str, list[str]] = {}
    for step in found.steps:
        cards = laid(step.cards)
        if step.number > asked.after:
            steps.append(_step(step, cards if cards != before else None))
        before = cards
    shown = steps[: asked.limit]
    return s.Recall(
        play.round, play.table, play.game, title(play.game), play.status, play.opened_at or _EPOCH, play.ended_at,
        play.reason, play.corrections, seats(play), shown, shown[-1].number if len(steps) > len(shown) else None,
        _bets(play.round, player, play.currency),
    )  # fmt: skip


def _step(step: Step, cards: dict[str, list[str]] | None) -> s.RecallStep:
    return s.RecallStep(step.number, step.at, step.name, step.words, cards)


def _bets(round_id: str, player: str, currency: str) -> list[BetRecord]:
    """Ids of bets begin with their round's."""
    found = bets_of(player, f"{round_id}/", 200)
    return [bet_record(bet, currency) for bet in takewhile(lambda bet: bet.round == round_id, found)]
