"""Django application `wagering.access`."""

from django.apps import AppConfig


class AccessConfig(AppConfig):
    """Keys, devices and sessions."""

    name = "wagering.access"
    label = "access"
    verbose_name = "Access"
    default_auto_field = "django.db.models.BigAutoField"
