"""Django application `wagering.project`: registers the checks, the Celery application and the roles' rights."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import pre_migrate


class ProjectConfig(AppConfig):
    """The composition root; it has no models."""

    name = "wagering.project"
    label = "project"
    verbose_name = "Project"

    def ready(self) -> None:
        """Imports what registers itself."""
        from wagering.project import celery, checks  # noqa: F401  (importing registers)

        # Sent once per application with models; any one will do to run before the first table is made.
        pre_migrate.connect(_before_migrate, sender=apps.get_app_config("contenttypes"))


def _before_migrate(using: str, **_: Any) -> None:
    from wagering.project.privileges import grant_defaults

    grant_defaults(using)
