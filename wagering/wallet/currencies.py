"""Our own table of currency exponents; no formatting library decides how many digits a minor unit has.

MMK has two in the ledger (ISO 4217) although formatters show none; FUN is play money and never converted.
"""

from collections.abc import Mapping
from typing import Final

from games.kernel.ruleset import Rejected

EXPONENTS: Final[Mapping[str, int]] = {
    "USD": 2,
    "EUR": 2,
    "GBP": 2,
    "INR": 2,
    "MMK": 2,
    "KHR": 2,
    "THB": 2,
    "CNY": 2,
    "RUB": 2,
    "JPY": 0,
    "VND": 0,
    "KRW": 0,
    "KWD": 3,
    "FUN": 2,
}

LARGEST_AMOUNT: Final = 10**15
"""No single amount may exceed this many minor units."""

LARGEST_BALANCE: Final = 10**18
"""No deposit may lift a balance beyond this; a bigint holds nine times as much, which no winnings will need."""


def exponent(currency: str) -> int:
    """Digits of a minor unit; ``Rejected`` unknown_currency."""
    if currency not in EXPONENTS:
        raise Rejected("unknown_currency", "", f"{currency} is not in the currency table", "currency")
    return EXPONENTS[currency]


def decimal(amount: int, currency: str) -> str:
    """``-1234`` USD as ``-12.34``; for people, never for calculation."""
    digits = exponent(currency)
    sign, whole = ("-" if amount < 0 else ""), abs(amount)
    if not digits:
        return f"{sign}{whole:,}"
    return f"{sign}{whole // 10**digits:,}.{whole % 10**digits:0{digits}d}"


def check_amount(amount: object, step: int = 1) -> int:
    """``amount`` if it is a positive integer, in range and a multiple of ``step``; ``Rejected`` bad_amount."""
    if type(amount) is not int or not 0 < amount <= LARGEST_AMOUNT or amount % step:
        raise Rejected("bad_amount", "", f"an amount is a positive whole multiple of {step} minor units", "amount")
    return amount
