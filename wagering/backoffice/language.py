"""Names of what the rules publish by a code, in the language of whoever looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalog import CATALOG
from games.kernel.words import Sentence

# Translates texts of the rules. They stand in games/, so whoever collects texts finds them there.
_of_rules = _

# Outcomes that the wagering side gives a bet without asking the rules.
_OURS: Final[Mapping[str, Any]] = {
    "void": gettext_lazy("Void"),
    "refunded": gettext_lazy("Refunded"),
    "undone": gettext_lazy("Undone"),
}
# What a table may wait for, as its board names it; the other things (insurance, turn) have names in the game's words.
_WAITS: Final[Mapping[str, Any]] = {
    "betting": gettext_lazy("betting"),
    "deal": gettext_lazy("card or pack"),
    "decision": gettext_lazy("decision"),
    "follow": gettext_lazy("answer of the back bets"),
    "idle": gettext_lazy("idle"),
    "over": gettext_lazy("end of the round"),
    "paused": gettext_lazy("paused"),
    "paying": gettext_lazy("paying"),
    "proceed": gettext_lazy("system"),
    "reshuffle": gettext_lazy("shuffle"),
}


def told(sentence: Sentence) -> str:
    """The sentence in the active language."""
    return sentence.render(_of_rules)


def title(game: str) -> str:
    """The name of a game by the id of its rules; the id if this release does not know it."""
    return _of_rules(CATALOG[game].title) if game in CATALOG else game


def word(game: str, code: str) -> str:
    """The name of a bet kind, an action, an outcome or a question of ``game``.

    A code without a name, or of a game that this release does not know, is shown as it is stored.
    """
    if code in _OURS:
        return str(_OURS[code])
    known: Mapping[str, str] = CATALOG[game].words if game in CATALOG else {}
    return _of_rules(known[code]) if code in known else code.replace("_", " ")


def words(game: str, codes: str) -> str:
    """The names of several codes joined by ``+``, as the outcomes of split hands are stored."""
    return " + ".join(word(game, code) for code in codes.split("+")) if codes else ""


def waits(game: str, awaits: str) -> str:
    """What a table waits for (``decision 3.1``, ``double:3.1``) in words, with the place as it is."""
    what, _space, place = awaits.replace(":", " ").partition(" ")
    return f"{_WAITS[what] if what in _WAITS else word(game, what)} {place}".rstrip()


def on_seat(game: str, seat: object, kind: str) -> str:
    """Where a bet lies."""
    return _("seat %(seat)s, %(kind)s") % {"seat": seat, "kind": word(game, kind)}


def on_bet(game: str, bet: str) -> str:
    """Where a bet lies, by its id (``round/seat/kind/player``)."""
    parts = bet.split("/")
    return on_seat(game, parts[1], parts[2]) if len(parts) == 4 else bet


def part_name(game: str, part: str) -> str:
    """What a part of a stake rides on: a hand, a pot or a side question."""
    name, _colon, number = part.partition(":")
    if part.isdigit():
        return _("hand %(number)s") % {"number": part}
    if name == "pot":
        return _("pot %(number)s") % {"number": number}
    if name == "rake":
        return _("rake of pot %(number)s") % {"number": number}
    return word(game, part)
