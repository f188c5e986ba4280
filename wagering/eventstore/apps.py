"""Django application `wagering.eventstore`."""

from django.apps import AppConfig


class EventstoreConfig(AppConfig):
    """The log of immutable events: append, read, hash chain."""

    name = "wagering.eventstore"
    label = "eventstore"
    verbose_name = "Event store"
    default_auto_field = "django.db.models.BigAutoField"
