"""Tables and their devices, for the operators they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wagering.access.callers import Caller
from wagering.access.commands import RegisterDevice
from wagering.access.secrets import token
from wagering.access.views import OperatorView
from wagering.api.endpoint import Empty, NoQuery, command, query
from wagering.api.paging import PageQuery, paged
from wagering.dispatch.command import Answer, Command
from wagering.tables import serializers as s
from wagering.tables.commands import OpenTable
from wagering.tables.queries import table_of, tables_of


class Tables(OperatorView):
    """The operator's tables."""

    @command("open_table", s.OpenTableBody, s.OpenedTable, status=201)
    def post(self, caller: Caller, body: s.OpenTableBody) -> OpenTable:
        """Open a table of a released game; its options are pinned."""
        return OpenTable(
            table=body.table, operator=caller.operator, game=body.game, currency=body.currency, options=body.options
        )

    @query("tables", s.OperatorTablePage, PageQuery)
    def get(self, caller: Caller, asked: PageQuery) -> s.OperatorTablePage:
        """The operator's tables, by id."""
        rows = tables_of(caller.operator, asked.after, asked.rows)
        return s.OperatorTablePage(*paged(asked, rows, lambda row: row.table, lambda row: s.OperatorTable(*row)))


class Table(OperatorView):
    """One of them."""

    @query("table", s.OperatorTable)
    def get(self, caller: Caller, asked: NoQuery, table: str) -> s.OperatorTable:
        """The table as it stands now."""
        return s.OperatorTable(*table_of(caller.operator, table))


class Devices(OperatorView):
    """Terminals and card readers."""

    @command("register_device", Empty, s.DeviceAnswer, status=201)
    def post(self, caller: Caller, body: Empty, table: str) -> RegisterDevice:
        """Bind a new device to this table; its token is told here, and whenever the same command is sent again."""
        return RegisterDevice(operator=caller.operator, table=table)

    def answered(self, answer: Answer, sent: Command) -> Mapping[str, Any]:
        """With the token, which no receipt holds."""
        device = answer.content["credential"]
        return {"device": device, "table": answer.content["holder"], "token": token("device", device)}
