"""Parameters of a table. Everything a house may choose is here; a pinned round carries the complete set.

Reading is strict: an unknown key, a bool where a number is due or a step the pay table cannot divide is a
``ValueError`` that names the field. ``dump_options`` writes every default out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import lcm
from typing import Any, Final

from games.kernel.cards import PACK
from games.kernel.money import Odds, win

SEATS: Final = 7
MAX_SEATS_PER_PLAYER: Final = 2
BET_KINDS: Final = ("seat", "behind", "pair")
ROUNDINGS: Final = ("down", "up")
HALF: Final = Odds(1, 2)

_NUMBERS: Final = ("packs", "chip_step", *(f"{end}_{kind}" for end in ("min", "max") for kind in BET_KINDS))
_SECONDS: Final = ("bet_s", "insurance_s", "decision_s", "follow_s", "incident_s")
_SWITCHES: Final = ("odd_stakes", "trial_may_bet_behind", "share_second_seat", "keep_lower_seat", "undo_bets")
_ODDS: Final = ("blackjack", "win", "insurance", "pair_perfect", "pair_mixed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """Net win per unit staked, as ``Odds(n, d)`` (§5). Without ``pair_coloured`` every unlike pair is mixed (D3)."""

    blackjack: Odds
    win: Odds
    insurance: Odds
    pair_perfect: Odds
    pair_mixed: Odds
    pair_coloured: Odds | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Amounts in minor units, times in whole seconds."""

    shoe: str  # live: cards are scanned; virtual: drawn from a sealed order
    packs: int
    chip_step: int
    min_seat: int
    max_seat: int
    min_behind: int
    max_behind: int
    min_pair: int
    max_pair: int
    pay: Pay
    bet_s: int
    insurance_s: int
    decision_s: int
    follow_s: int
    incident_s: int
    odd_stakes: bool = False  # a step that halves or the pay table do not divide evenly is allowed
    trial_may_bet_behind: bool = True  # §3.2.9: trial and play-for-fun accounts may bet behind and on pairs
    share_second_seat: bool = True  # §3.2.3: a second seat may share the first one's bet when money is short
    keep_lower_seat: bool = True  # §3.1.3: money for one seat only keeps the lower one; else both are lost
    undo_bets: bool = True  # §3.2.11: a bet may be undone while bets are open
    rounding: str = "down"  # §2.9: where a quotient is no whole minor unit


def limits(options: Options, kind: str) -> tuple[int, int]:
    """Minimum and maximum of one bet of this kind, minor units (§3.2.5)."""
    if kind == "seat":
        return options.min_seat, options.max_seat
    if kind == "behind":
        return options.min_behind, options.max_behind
    return options.min_pair, options.max_pair


def pack(options: Options) -> tuple[str, ...]:
    """Every card of a new shoe (§2.1)."""
    return PACK * options.packs


def quotient(options: Options, amount: int, odds: Odds) -> int:
    """``amount x n / d`` in whole minor units, rounded the way this table rounds (§2.9)."""
    if options.rounding == "up":
        return -(-amount * odds.n // odds.d)
    return win(amount, odds)


def half(options: Options, bet: int) -> int:
    """Half a bet: the price of insurance and what a surrender gives back (§3.5.2, §5.3)."""
    return quotient(options, bet, HALF)


def read_options(given: Mapping[str, Any]) -> Options:
    """Options from JSON. Required: everything without a default above; ``pay`` holds ``[n, d]`` pairs."""
    known = {f.name for f in fields(Options)}
    _no_strangers(given, known, "")
    values: dict[str, Any] = {"shoe": _one_of(given, "shoe", ("live", "virtual"))}
    for name in _NUMBERS + _SECONDS:
        values[name] = _positive(_required(given, name), name)
    for name in _SWITCHES:
        if name in given:
            values[name] = _switch(given[name], name)
    if "rounding" in given:
        values["rounding"] = _one_of(given, "rounding", ROUNDINGS)
    options = Options(pay=_read_pay(_required(given, "pay")), **values)
    for kind in BET_KINDS:
        low, high = limits(options, kind)
        if low > high:
            raise ValueError(f"max_{kind}: {high} is below min_{kind} {low}")
    _check_step(options)
    return options


def dump_options(options: Options) -> dict[str, Any]:
    """JSON of every option, defaults included; ``read_options`` of it gives the same options."""
    dumped: dict[str, Any] = {f.name: getattr(options, f.name) for f in fields(Options)}
    pay = {f.name: getattr(options.pay, f.name) for f in fields(Pay)}
    dumped["pay"] = {name: list(odds) for name, odds in pay.items() if odds is not None}
    return dumped


def _read_pay(given: Any) -> Pay:
    if not isinstance(given, Mapping):
        raise ValueError("pay: an object of [n, d] pairs is needed")
    _no_strangers(given, {*_ODDS, "pair_coloured"}, "pay.")
    coloured = given.get("pair_coloured")
    return Pay(
        **{name: _odds(_required(given, name, "pay."), f"pay.{name}") for name in _ODDS},
        pair_coloured=None if coloured is None else _odds(coloured, "pay.pair_coloured"),
    )


def _check_step(options: Options) -> None:
    """An evenly dividing step makes every payout exact, so that nothing is ever rounded (§2.9)."""
    if options.odd_stakes:
        return
    pay = options.pay
    odds = (pay.blackjack, pay.win, pay.insurance, pay.pair_perfect, pay.pair_mixed, pay.pair_coloured or Odds(1, 1))
    step = lcm(2, *(each.d for each in odds))
    if options.chip_step % step:
        raise ValueError(f"chip_step: must be a multiple of {step} for this pay table, or set odd_stakes")


def _no_strangers(given: Mapping[str, Any], known: set[str], where: str) -> None:
    for name in sorted(map(str, given)):
        if name not in known:
            raise ValueError(f"{where}{name}: no such option")


def _required(given: Mapping[str, Any], name: str, where: str = "") -> Any:
    if name not in given:
        raise ValueError(f"{where}{name}: is missing")
    return given[name]


def _positive(value: Any, name: str) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"{name}: a whole number above zero is needed, not {value!r}")
    return value


def _switch(value: Any, name: str) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{name}: true or false is needed, not {value!r}")
    return value


def _one_of(given: Mapping[str, Any], name: str, choices: tuple[str, ...]) -> str:
    value = _required(given, name)
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: one of {', '.join(choices)} is needed, not {value!r}")
    return value


def _odds(value: Any, name: str) -> Odds:
    if not isinstance(value, list | tuple) or len(value) != 2 or any(type(v) is not int for v in value):
        raise ValueError(f"{name}: [n, d] is needed, not {value!r}")
    n, d = value
    if n < 0 or d < 1:
        raise ValueError(f"{name}: a payout of {n} for {d} makes no sense")
    return Odds(n, d)
