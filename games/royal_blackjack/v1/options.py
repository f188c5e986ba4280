"""Parameters of a table. Everything a house may choose is here; a pinned round carries the complete set.

Reading is strict: an unknown key, a bool where a number is due or a step the pay table cannot divide is a
``ValueError`` that names the field. ``dump_options`` writes every default out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import lcm
from typing import Any, Final

from games.kernel.cards import PACK
from games.kernel.money import Odds

SEATS: Final = 6
BET_KINDS: Final = ("seat",)
NOTHING: Final = Odds(0, 1)

_NUMBERS: Final = ("chip_step", "min_seat", "max_seat", "bet_s", "decision_s", "incident_s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """Net win per unit staked, as ``Odds(n, d)`` (§5). ``push`` may be negative, down to the whole bet."""

    blackjack: Odds
    win: Odds
    push: Odds = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Amounts in minor units, times in whole seconds."""

    shoe: str  # live: cards are scanned; virtual: drawn from a sealed order
    chip_step: int
    min_seat: int
    max_seat: int
    pay: Pay
    bet_s: int
    decision_s: int
    incident_s: int
    packs: int = 1
    odd_stakes: bool = False  # a step that the pay table does not divide evenly is allowed
    second_card: str = "down"  # §3.4.1: how the dealer's second card lies
    silence_draws_to: int = 0  # §3.6: the system draws while a silent player's score is not above this


def pack(options: Options) -> tuple[str, ...]:
    """Every card of a round's pack (§2.4)."""
    return PACK * options.packs


def read_options(given: Mapping[str, Any]) -> Options:
    """Options from JSON. Required: everything without a default above; ``pay`` holds ``[n, d]`` pairs."""
    _no_strangers(given, Options, "")
    values: dict[str, Any] = {"shoe": _one_of(_required(given, "shoe"), "shoe", ("live", "virtual"))}
    for name in _NUMBERS:
        values[name] = _whole(_required(given, name), name, 1)
    if "packs" in given:
        values["packs"] = _whole(given["packs"], "packs", 1)
    if "odd_stakes" in given:
        values["odd_stakes"] = _switch(given["odd_stakes"], "odd_stakes")
    if "second_card" in given:
        values["second_card"] = _one_of(given["second_card"], "second_card", ("down", "up"))
    if "silence_draws_to" in given:
        values["silence_draws_to"] = _whole(given["silence_draws_to"], "silence_draws_to", 0)
        if values["silence_draws_to"] > 20:
            raise ValueError("silence_draws_to: nobody draws above 20")
    options = Options(pay=_read_pay(_required(given, "pay")), **values)
    if options.min_seat > options.max_seat:
        raise ValueError(f"max_seat: {options.max_seat} is below min_seat {options.min_seat}")
    _check_step(options)
    return options


def dump_options(options: Options) -> dict[str, Any]:
    """JSON of every option, defaults included; ``read_options`` of it gives the same options."""
    dumped: dict[str, Any] = {f.name: getattr(options, f.name) for f in fields(Options)}
    dumped["pay"] = {f.name: list(getattr(options.pay, f.name)) for f in fields(Pay)}
    return dumped


def _read_pay(given: Any) -> Pay:
    if not isinstance(given, Mapping):
        raise ValueError("pay: an object of [n, d] pairs is needed")
    _no_strangers(given, Pay, "pay.")
    push = _odds(given["push"], "pay.push", may_cost=True) if "push" in given else NOTHING
    return Pay(
        blackjack=_odds(_required(given, "blackjack", "pay."), "pay.blackjack"),
        win=_odds(_required(given, "win", "pay."), "pay.win"),
        push=push,
    )


def _check_step(options: Options) -> None:
    """An evenly dividing step makes every payout exact, so that nothing is ever rounded (§2.6)."""
    pay = options.pay
    step = lcm(pay.blackjack.d, pay.win.d, pay.push.d)
    if options.chip_step % step and not options.odd_stakes:
        raise ValueError(f"chip_step: must be a multiple of {step} for this pay table, or set odd_stakes")


def _no_strangers(given: Mapping[str, Any], known: type[Options | Pay], where: str) -> None:
    names = {f.name for f in fields(known)}
    for name in sorted(map(str, given)):
        if name not in names:
            raise ValueError(f"{where}{name}: no such option")


def _required(given: Mapping[str, Any], name: str, where: str = "") -> Any:
    if name not in given:
        raise ValueError(f"{where}{name}: is missing")
    return given[name]


def _whole(value: Any, name: str, low: int) -> int:
    if type(value) is not int or value < low:
        raise ValueError(f"{name}: a whole number, at least {low}, is needed, not {value!r}")
    return value


def _switch(value: Any, name: str) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{name}: true or false is needed, not {value!r}")
    return value


def _one_of(value: Any, name: str, choices: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: one of {', '.join(choices)} is needed, not {value!r}")
    return value


def _odds(value: Any, name: str, *, may_cost: bool = False) -> Odds:
    if not isinstance(value, list | tuple) or len(value) != 2 or any(type(v) is not int for v in value):
        raise ValueError(f"{name}: [n, d] is needed, not {value!r}")
    n, d = value
    if d < 1 or n < (-d if may_cost else 0):
        raise ValueError(f"{name}: a payout of {n} for {d} makes no sense")
    return Odds(n, d)
