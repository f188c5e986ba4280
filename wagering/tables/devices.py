"""Binding a studio's device to a table."""

from collections.abc import Mapping
from typing import Any

from wagering.access.commands import RegisterDevice
from wagering.access.decide import issue
from wagering.dispatch.command import check_id
from wagering.dispatch.work import Work
from wagering.tables.models import Table
from wagering.tables.queries import unknown_table


def register_device(command: RegisterDevice, work: Work) -> Mapping[str, Any]:
    """``Rejected`` unknown_table, also for another operator's."""
    check_id(command.table, "table")
    if not Table.objects.filter(id=command.table, operator=command.operator).exists():
        raise unknown_table(command.table)
    return issue(work, "device", command.operator, command.table)
