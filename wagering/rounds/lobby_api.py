"""Finding a table and reading its rules, for players."""

from __future__ import annotations

from wagering.access.callers import Caller
from wagering.access.views import PlayerView
from wagering.api.endpoint import NoQuery, query
from wagering.api.paging import PageQuery, paged
from wagering.rounds import lobby
from wagering.rounds.api import AtTable
from wagering.rounds.lobby_serializers import GameRules, LobbyPage, TableTerms


class Tables(PlayerView):
    """The tables of the session."""

    @query("tables", LobbyPage, PageQuery)
    def get(self, caller: Caller, asked: PageQuery) -> LobbyPage:
        """Where the player may sit, by id."""
        rows = lobby.tables(caller.operator, caller.tables, asked.after, asked.rows)
        return LobbyPage(*paged(asked, rows, lambda row: row.table, lambda row: row))


class Terms(AtTable):
    """One table before one sits down."""

    @query("table", TableTerms)
    def get(self, caller: Caller, asked: NoQuery, table: str) -> TableTerms:
        """Limits, prices, times, and which rules hold."""
        return lobby.table(caller.operator, table)


class Rules(PlayerView):
    """The rules of a game."""

    @query("rules", GameRules)
    def get(self, caller: Caller, asked: NoQuery, game: str) -> GameRules:
        """The text, names in the language of Accept-Language, and the messages that the game knows."""
        return lobby.rules(game)
