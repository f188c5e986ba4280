"""Django application `wagering.backoffice`."""

from django.apps import AppConfig


class BackofficeConfig(AppConfig):
    """Templates, styles and helpers of the admin; it has no models."""

    name = "wagering.backoffice"
    label = "backoffice"
    verbose_name = "Back office"
