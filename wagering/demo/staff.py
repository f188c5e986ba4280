"""Accounts of the back office for the demonstration: who runs it, and one member of staff of each role."""

import secrets
from collections.abc import Mapping
from typing import Final

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.db import transaction

from wagering.access.staff import ROLES

ACCOUNTS: Final[Mapping[str, str]] = {"admin": "", "maya": "supervisor", "auditor": "compliance", "fiona": "finance"}
"""Name and role; ``admin`` may do everything in the back office and has no role."""


def make_staff() -> dict[str, str]:
    """Passwords of the accounts made now, by name; nothing for those that were there. Nobody can read them later."""
    users = get_user_model()
    made: dict[str, str] = {}
    with transaction.atomic():
        views = Permission.objects.filter(codename__startswith="view_")
        for group in Group.objects.filter(name__in=ROLES.values()):
            group.permissions.set(views)
        for name, role in ACCOUNTS.items():
            if users.objects.filter(username=name).exists():
                continue
            made[name] = secrets.token_urlsafe(12)
            user = users.objects.create_user(name, password=made[name])
            user.is_staff, user.is_superuser = True, not role
            user.save()
            if role:
                user.groups.add(Group.objects.get(name=ROLES[role]))
    return made
