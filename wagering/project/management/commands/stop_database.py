"""`manage.py stop_database`: ends the embedded server; its data stays."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from wagering.project import database


class Command(BaseCommand):
    """Stops the embedded PostgreSQL server of this folder, if it runs."""

    help = "Stops the embedded PostgreSQL server. The data stays; the next command starts it again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Says what it did; nothing to do is no error."""
        if not database.embedded_in_use():
            self.stdout.write("DATABASE_URL is set: there is no embedded server.")
            return
        database.embedded_server().stop()
        self.stdout.write("The embedded server is stopped.")
