"""Django application `wagering.tables`."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Card tables, their shoes and their settings."""

    name = "wagering.tables"
    label = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"
