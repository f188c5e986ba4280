"""Django application `wagering.dispatch`."""

from django.apps import AppConfig


class DispatchConfig(AppConfig):
    """The command pipeline: permission, idempotency, one transaction, retry."""

    name = "wagering.dispatch"
    label = "dispatch"
    verbose_name = "Commands"
    default_auto_field = "django.db.models.BigAutoField"
