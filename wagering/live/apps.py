"""Django application `wagering.live`."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """The notifier and the streams."""

    name = "wagering.live"
    label = "live"
    verbose_name = "Live view"
    default_auto_field = "django.db.models.BigAutoField"
