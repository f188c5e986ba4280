"""Django application `wagering.rounds`."""

from django.apps import AppConfig


class RoundsConfig(AppConfig):
    """Rounds from opening to settlement."""

    name = "wagering.rounds"
    label = "rounds"
    verbose_name = "Rounds"
    default_auto_field = "django.db.models.BigAutoField"
