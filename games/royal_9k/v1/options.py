"""Parameters of a table. Everything a house may choose is here; a pinned round carries the complete set.

Reading is strict: an unknown key or a bool where a number is due is a ``ValueError`` that names the field.
``dump_options`` writes every default out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from games.kernel.cards import PACK
from games.royal_9k.v1.ranking import CATEGORIES

SEATS: Final = range(1, 7)
BET_KINDS: Final = ("pot",)
WHOLE: Final = 10_000
"""Parts of a pot in which the rake is counted."""

_SHOES: Final = ("live", "virtual")
_REQUIRED: Final = ("ante", "unit", "turn_s", "incident_s")
_BETWEEN: Final[Mapping[str, tuple[int, int | None]]] = {
    "ante": (1, None),
    "unit": (1, None),
    "betting_rounds": (0, 2),
    "max_raises": (0, None),
    "rake_bp": (0, WHOLE),
    "turn_s": (1, None),
    "incident_s": (1, None),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Amounts in minor units, times in whole seconds."""

    ante: int  # §3.1.4: of each player
    unit: int  # §3.4.2: of a bet, and of a raise
    turn_s: int
    incident_s: int
    betting_rounds: int = 2  # §3.3: after the second card, and after the third
    max_raises: int = 3  # §3.4.4: in each betting round
    rake_bp: int = 500  # §5.4: of each pot, in 1/10000
    category_order: tuple[str, ...] = CATEGORIES  # §4.3: low to high
    shoe: str = "virtual"  # live: cards are scanned; virtual: drawn from a sealed order


def pack(_: Options) -> tuple[str, ...]:
    """The 52 cards of every game (§2.4)."""
    return PACK


def read_options(given: Mapping[str, Any]) -> Options:
    """Options from JSON. Required: everything without a default above; ``category_order`` is a list."""
    known = [f.name for f in fields(Options)]
    for name in sorted(map(str, given)):
        if name not in known:
            raise ValueError(f"{name}: no such option")
    for name in _REQUIRED:
        if name not in given:
            raise ValueError(f"{name}: is missing")
    return Options(**{name: _read(name, value) for name, value in given.items()})


def dump_options(options: Options) -> dict[str, Any]:
    """JSON of every option, defaults included; ``read_options`` of it gives the same options."""
    dumped = {f.name: getattr(options, f.name) for f in fields(Options)}
    return {**dumped, "category_order": list(options.category_order)}


def _read(name: str, value: Any) -> Any:
    if name == "shoe":
        if not isinstance(value, str) or value not in _SHOES:
            raise ValueError(f"{name}: one of {', '.join(_SHOES)} is needed, not {value!r}")
        return value
    if name == "category_order":
        if not isinstance(value, list | tuple) or sorted(map(str, value)) != sorted(CATEGORIES):
            raise ValueError(f"{name}: {', '.join(CATEGORIES)} are needed in some order, not {value!r}")
        return tuple(value)
    low, high = _BETWEEN[name]
    if type(value) is not int or value < low or (high is not None and value > high):
        limit = f"at least {low}" if high is None else f"{low} to {high}"
        raise ValueError(f"{name}: a whole number, {limit}, is needed, not {value!r}")
    return value
