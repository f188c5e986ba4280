"""Accounts of the back office for the demonstration: one that may do everything, one that may only look."""

import secrets

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.db import transaction

VIEWERS = "Auditors"


def make_staff() -> dict[str, str]:
    """Passwords of the accounts made now, by name; nothing for those that were there. Nobody can read them later."""
    users = get_user_model()
    made: dict[str, str] = {}
    with transaction.atomic():
        group, _ = Group.objects.get_or_create(name=VIEWERS)
        group.permissions.set(Permission.objects.filter(codename__startswith="view_"))
        for name in ("admin", "auditor"):
            if users.objects.filter(username=name).exists():
                continue
            made[name] = secrets.token_urlsafe(12)
            user = users.objects.create_user(name, password=made[name])
            user.is_staff, user.is_superuser = True, name == "admin"
            user.save()
            if name == "auditor":
                user.groups.add(group)
    return made
