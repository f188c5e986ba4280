"""Django application `wagering.integrations`."""

from django.apps import AppConfig


class IntegrationsConfig(AppConfig):
    """Machine clients: operators, studios, outgoing messages."""

    name = "wagering.integrations"
    label = "integrations"
    verbose_name = "Integrations"
    default_auto_field = "django.db.models.BigAutoField"
