"""Amounts and ledger accounts as the back office shows them; never for calculation."""

from __future__ import annotations

from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from wagering.wallet.currencies import EXPONENTS, decimal

MINUS: Final = "\N{MINUS SIGN}"


def currency_of(ledger: str) -> str:
    """The currency in ``operator.currency.purse``."""
    return ledger.rsplit(".", 2)[-2] if ledger.count(".") >= 2 else ""


def purse_of(ledger: str) -> str:
    """``real money`` or ``play money``."""
    return _("real money") if ledger.endswith(".cash") else _("play money")


def plain(amount: int, currency: str) -> str:
    """``12.34``; bare minor units where the currency is not in the table."""
    text = decimal(abs(amount), currency) if currency in EXPONENTS else f"{abs(amount):,} minor units"
    return f"{MINUS}{text}" if amount < 0 else text


def money(amount: int, currency: str) -> SafeString:
    """An amount with its currency."""
    sign = " bo-minus" if amount < 0 else ""
    return format_html(
        '<span class="bo-money{}">{}&nbsp;<small>{}</small></span>', sign, plain(amount, currency), currency
    )


def signed(amount: int, currency: str) -> SafeString:
    """An amount that was moved: plus or minus always shown."""
    tone = "bo-plus" if amount > 0 else "bo-minus" if amount < 0 else ""
    text = f"+{plain(amount, currency)}" if amount > 0 else plain(amount, currency)
    return format_html('<span class="bo-money {}">{}&nbsp;<small>{}</small></span>', tone, text, currency)


def short_account(account: str) -> str:
    """``player/ana`` of ``operator.USD.cash:player/ana``."""
    return account.partition(":")[2] or account
