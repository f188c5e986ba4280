"""Opening a player's session: for a short time, at some tables."""

from collections.abc import Mapping
from typing import Any, Final

from games.kernel.ruleset import Rejected
from wagering.access.commands import OpenSession
from wagering.access.decide import issue
from wagering.dispatch.command import check_id
from wagering.dispatch.work import Work
from wagering.tables.models import Table
from wagering.wallet.models import Wallet
from wagering.wallet.queries import unknown_account

SHORTEST_S: Final = 60
LONGEST_S: Final = 3_600
MOST_TABLES: Final = 50


def open_session(command: OpenSession, work: Work) -> Mapping[str, Any]:
    """``Rejected`` unknown_account or unknown_table for another operator's, bad_field for more than an hour."""
    check_id(command.player, "player")
    if not SHORTEST_S <= command.seconds <= LONGEST_S:
        raise Rejected("bad_field", "", f"a session lasts {SHORTEST_S} to {LONGEST_S} seconds", "seconds")
    if not Wallet.objects.filter(player=command.player, operator=command.operator).exists():
        raise unknown_account(command.player)
    tables = tuple(sorted({check_id(table, "tables") for table in command.tables}))
    if len(tables) > MOST_TABLES:
        raise Rejected("bad_field", "", f"a session names at most {MOST_TABLES} tables", "tables")
    if Table.objects.filter(id__in=tables, operator=command.operator).count() < len(tables):
        raise Rejected("unknown_table", "", "one of the tables does not exist", "tables")
    return issue(work, "session", command.operator, command.player, tables, command.seconds)
