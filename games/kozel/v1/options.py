"""Parameters of a table. Everything a house may choose is here; a pinned round carries the complete set.

Reading is strict: an unknown key or a bool where a number is due is a ``ValueError`` that names the field.
``dump_options`` writes every default out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from games.kernel.cards import from_rank

SEATS: Final = range(4)
BET_KINDS: Final = ("match",)
PACK: Final = from_rank("6")
HAND: Final = 4

_CHOICES: Final = {
    "shoe": ("virtual",),
    "next_dealer": ("clockwise", "same"),
    "first_lead": ("after_dealer", "dealer"),
    "pull_until": ("played", "led"),
}
_LOWEST: Final = {"match_stake": 0, "loss_limit": 1, "turn_s": 1, "incident_s": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The stake in minor units, times in whole seconds."""

    turn_s: int
    incident_s: int
    match_stake: int = 0  # §5.1: of each player
    loss_limit: int = 12  # §4.4: so many loss points lose the match
    next_dealer: str = "clockwise"  # §2.6: or the same player deals all match long
    first_lead: str = "after_dealer"  # §2.7: or the dealer himself
    pull_until: str = "played"  # §3.5.2: until the claimant has played to the trick, or until its first card is laid
    shoe: str = "virtual"  # every pack is drawn from a sealed order


def pack(_: Options) -> tuple[str, ...]:
    """The 36 cards of every deal (§2.3)."""
    return PACK


def read_options(given: Mapping[str, Any]) -> Options:
    """Options from JSON. Required: everything without a default above."""
    known = [f.name for f in fields(Options)]
    for name in sorted(map(str, given)):
        if name not in known:
            raise ValueError(f"{name}: no such option")
    for name in ("turn_s", "incident_s"):
        if name not in given:
            raise ValueError(f"{name}: is missing")
    for name, value in given.items():
        if name in _LOWEST:
            if type(value) is not int or value < _LOWEST[name]:
                raise ValueError(f"{name}: a whole number, at least {_LOWEST[name]}, is needed, not {value!r}")
        elif not isinstance(value, str) or value not in _CHOICES[name]:
            raise ValueError(f"{name}: one of {', '.join(_CHOICES[name])} is needed, not {value!r}")
    return Options(**given)


def dump_options(options: Options) -> dict[str, Any]:
    """JSON of every option, defaults included; ``read_options`` of it gives the same options."""
    return {f.name: getattr(options, f.name) for f in fields(Options)}
