"""Django application `wagering.players`."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Rounds by player, and statistics of them."""

    name = "wagering.players"
    label = "players"
    verbose_name = "Players"
    default_auto_field = "django.db.models.BigAutoField"
