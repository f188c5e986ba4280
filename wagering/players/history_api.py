"""A player's own history, and each round of it card by card."""

from __future__ import annotations

from datetime import UTC, datetime

from wagering.access.callers import Caller
from wagering.access.views import PlayerView
from wagering.api.endpoint import query
from wagering.api.paging import paged
from wagering.players import history_serializers as s
from wagering.players.history import check_kept, cursor, played, recalled, told
from wagering.rounds.recall import recall


class History(PlayerView):
    """The bet record."""

    @query("rounds", s.HistoryPage, s.HistoryQuery)
    def get(self, caller: Caller, asked: s.HistoryQuery) -> s.HistoryPage:
        """The player's own rounds that are over, the newest first: of three months, or since a time within twelve."""
        rows = played(caller.player, asked.since, asked.after, asked.rows, datetime.now(UTC))
        return s.HistoryPage(*paged(asked, rows, cursor, told))


class Recall(PlayerView):
    """One round."""

    @query("recall", s.Recall, s.RecallQuery)
    def get(self, caller: Caller, asked: s.RecallQuery, round: str) -> s.Recall:  # noqa: A002  (as the address has it)
        """A round the player took part in, card by card as he could see it; a running one up to now."""
        check_kept(caller.player, round, datetime.now(UTC))
        return recalled(recall(round, caller.player), caller.player, asked)
