"""What the application's role may do with the tables that the owner makes."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import connections

# Rights on everything the owner makes from now on, in force before the first table exists. A migration takes away
# what a table must not allow (events: UPDATE and DELETE). TRUNCATE, REFERENCES and TRIGGER are never given.
STATEMENTS: Final = (
    "GRANT USAGE ON SCHEMA public TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO {role}",
)


def app_role() -> str:
    """The application's role, as named in its address."""
    return str(settings.DATABASES["default"].get("USER", ""))


def grant_defaults(using: str) -> None:
    """Gives the application's role its rights on future tables of the alias `using`; nothing if it is the owner."""
    connection = connections[using]
    role = app_role()
    if connection.vendor != "postgresql" or not role or role == connection.settings_dict.get("USER"):
        return
    with connection.cursor() as cursor:
        for statement in STATEMENTS:
            cursor.execute(statement.format(role=connection.ops.quote_name(role)))
