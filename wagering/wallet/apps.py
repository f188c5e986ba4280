"""Django application `wagering.wallet`."""

from django.apps import AppConfig


class WalletConfig(AppConfig):
    """Players' money: wallets, bets, journals, balances."""

    name = "wagering.wallet"
    label = "wallet"
    verbose_name = "Wallets"
    default_auto_field = "django.db.models.BigAutoField"
