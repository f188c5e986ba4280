"""Django application `wagering.eventstore`."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class EventstoreConfig(AppConfig):
    """The log of immutable events: append, read, hash chain."""

    name = "wagering.eventstore"
    label = "eventstore"
    verbose_name = "Event store"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connections learn the store's array types as they are opened."""
        from wagering.eventstore.arrays import register

        connection_created.connect(register)
