"""Django application `wagering.clock`."""

from django.apps import AppConfig


class ClockConfig(AppConfig):
    """Deadlines as rows and the sweep that enforces them."""

    name = "wagering.clock"
    label = "clock"
    verbose_name = "Clock"
    default_auto_field = "django.db.models.BigAutoField"
