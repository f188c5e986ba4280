"""Django application `wagering.projector`."""

from django.apps import AppConfig


class ProjectorConfig(AppConfig):
    """Read models kept from the log: inline, catch-up, rebuild."""

    name = "wagering.projector"
    label = "projector"
    verbose_name = "Projections"
    default_auto_field = "django.db.models.BigAutoField"
