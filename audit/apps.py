"""Django application `audit`."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Verifies and reports: chain, replay, Merkle log, reconciliation. Nobody imports it."""

    name = "audit"
    label = "audit"
    verbose_name = "Audit"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Adds the audit's figures to those of monitoring, which cannot import them."""
        from audit.gauges import chains
        from wagering.project.monitoring.gauges import SOURCES

        SOURCES.append(chains)
