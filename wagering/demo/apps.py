"""Django application `wagering.demo`."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    """A simulated studio and bots for the one-command demonstration."""

    name = "wagering.demo"
    label = "demo"
    verbose_name = "Demonstration"
    default_auto_field = "django.db.models.BigAutoField"
