"""Django application `wagering.incidents`."""

from django.apps import AppConfig


class IncidentsConfig(AppConfig):
    """Malfunctions, corrections, voids and refunds."""

    name = "wagering.incidents"
    label = "incidents"
    verbose_name = "Incidents"
    default_auto_field = "django.db.models.BigAutoField"
