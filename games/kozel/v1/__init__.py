"""Kozel with four cards, version 1. The rules with their clause numbers are in ``../RULES.md``."""

from typing import Final

from games.kernel.ruleset import Ruleset
from games.kozel.v1 import events, intents
from games.kozel.v1.decide import decide
from games.kozel.v1.evolve import evolve
from games.kozel.v1.expecting import expects
from games.kozel.v1.fits import fits
from games.kozel.v1.narrate import narrate
from games.kozel.v1.options import BET_KINDS, dump_options, pack, read_options
from games.kozel.v1.settlement import outcome, settle
from games.kozel.v1.state import initial, seats
from games.kozel.v1.view import view
from games.kozel.v1.words import WORDS

_EVENTS: Final = (
    events.MatchOpened,
    events.CardsLaid,
    events.TrickTaken,
    events.GameScored,
    events.MatchEnded,
)

RULESET: Final = Ruleset(
    id="kozel@1",
    title="Kozel",
    bet_kinds=BET_KINDS,
    intents={"act": intents.Act},
    events={event.NAME: event for event in _EVENTS},
    shoe_lasts="deal",
    words=WORDS,
    read_options=read_options,
    dump_options=dump_options,
    pack=pack,
    initial=initial,
    expects=expects,
    decide=decide,
    evolve=evolve,
    fits=fits,
    settle=settle,
    view=view,
    seats=seats,
    narrate=narrate,
    outcome=outcome,
)
