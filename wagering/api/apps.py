"""Django application `wagering.api`."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Middleware tables of the interface: buckets of rate."""

    name = "wagering.api"
    label = "api"
    verbose_name = "API"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Imports what registers itself."""
        from wagering.api import ids, schemas  # noqa: F401  (importing registers)
