"""Parameters of a table. Everything a house may choose is here; a pinned round carries the complete set.

Reading is strict: an unknown key or a bool where a number is due is a ``ValueError`` that names the field.
``dump_options`` writes every default out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from games.kernel.cards import PACK, from_rank

SEATS: Final = range(1, 10)
BET_KINDS: Final = ("series",)
HAND: Final = 3

PACKS: Final = {32: from_rank("7"), 52: PACK}
_CHOICES: Final[Mapping[str, tuple[Any, ...]]] = {
    "shoe": ("virtual",),
    "pack": tuple(PACKS),
    "first_card": ("after_dealer", "dealer"),
    "first_turn": ("after_dealer", "dealer"),
    "next_dealer": ("clockwise", "same"),
    "silent_choice": ("keep", "put_down"),
    "silent_turn": ("pass", "knock"),
    "new_cards": (False, True),
}
_LOWEST: Final = {"series_stake": 0, "crown_stake": 0, "tokens": 1, "choice_s": 1, "turn_s": 1, "incident_s": 1}
_REQUIRED: Final = ("choice_s", "turn_s", "incident_s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Stakes in minor units, times in whole seconds."""

    choice_s: int
    turn_s: int
    incident_s: int
    series_stake: int = 0  # §5.1: of each player
    crown_stake: int = 0  # §5.4: of each player, goes only to a winner with the crown
    pack: int = 32  # §2.4
    tokens: int = 3  # §2.3
    first_card: str = "after_dealer"  # §2.5: or the dealer himself
    first_turn: str = "after_dealer"  # §2.7: or the dealer himself
    next_dealer: str = "clockwise"  # §2.6: or the same player as long as he is in
    silent_choice: str = "keep"  # §3.8.1
    silent_turn: str = "pass"  # §3.8.2: or a knock, where one is allowed
    new_cards: bool = False  # §3.5
    shoe: str = "virtual"  # every pack is drawn from a sealed order


def pack(options: Options) -> tuple[str, ...]:
    """The cards of every deal (§2.4)."""
    return PACKS[options.pack]


def stakes(options: Options) -> dict[str, int]:
    """What one player pays for a series, by the parts of his bet (§5.1, §5.4)."""
    return {"1": options.series_stake, "crown": options.crown_stake}


def read_options(given: Mapping[str, Any]) -> Options:
    """Options from JSON. Required: everything without a default above."""
    known = [f.name for f in fields(Options)]
    for name in sorted(map(str, given)):
        if name not in known:
            raise ValueError(f"{name}: no such option")
    for name in _REQUIRED:
        if name not in given:
            raise ValueError(f"{name}: is missing")
    for name, value in given.items():
        if name in _LOWEST:
            if type(value) is not int or value < _LOWEST[name]:
                raise ValueError(f"{name}: a whole number, at least {_LOWEST[name]}, is needed, not {value!r}")
        elif not any(type(value) is type(choice) and value == choice for choice in _CHOICES[name]):
            raise ValueError(f"{name}: one of {', '.join(map(str, _CHOICES[name]))} is needed, not {value!r}")
    return Options(**given)


def dump_options(options: Options) -> dict[str, Any]:
    """JSON of every option, defaults included; ``read_options`` of it gives the same options."""
    return {f.name: getattr(options, f.name) for f in fields(Options)}
