"""Django application `wagering.feed`."""

from django.apps import AppConfig


class FeedConfig(AppConfig):
    """Subscriptions and deliveries."""

    name = "wagering.feed"
    label = "feed"
    verbose_name = "Feed and webhooks"
    default_auto_field = "django.db.models.BigAutoField"
