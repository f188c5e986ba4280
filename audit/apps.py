"""Django application `audit`."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Verifies and reports: chain, replay, Merkle log, reconciliation. Nobody imports it."""

    name = "audit"
    label = "audit"
    verbose_name = "Audit"
    default_auto_field = "django.db.models.BigAutoField"
