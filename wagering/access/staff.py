"""Staff by role. A role is a group of the back office; a superuser has none of them by that alone."""

from collections.abc import Mapping
from typing import Any, Final

ROLES: Final[Mapping[str, str]] = {
    "supervisor": "Supervisors",
    "compliance": "Compliance",
    "finance": "Finance",
}
"""Role and the group that has it."""


def roles_of(user: Any) -> frozenset[str]:
    """The roles of a member of staff. Being able to make groups is not being in one."""
    groups = set(user.groups.values_list("name", flat=True))
    return frozenset(role for role, group in ROLES.items() if group in groups)
