"""Our own table of currency exponents; no formatting library decides how many digits a minor unit has.

The currencies of ISO 4217. MMK has two in the ledger although formatters show none. FUN is play money, never converted.
"""

from collections.abc import Mapping
from typing import Final

from games.kernel.ruleset import Rejected

_DIGITS: Final[Mapping[int, str]] = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
        CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR
        ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV
        MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
        SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
        FUN
    """,
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}

EXPONENTS: Final[Mapping[str, int]] = {code: digits for digits, codes in _DIGITS.items() for code in codes.split()}

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
