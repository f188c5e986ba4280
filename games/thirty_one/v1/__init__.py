"""Thirty-One, version 1. The rules with their clause numbers are in ``../RULES.md``."""

from typing import Final

from games.kernel.ruleset import Ruleset
from games.thirty_one.v1 import events, intents
from games.thirty_one.v1.decide import decide
from games.thirty_one.v1.evolve import evolve
from games.thirty_one.v1.expecting import expects
from games.thirty_one.v1.fits import fits
from games.thirty_one.v1.narrate import narrate
from games.thirty_one.v1.options import BET_KINDS, dump_options, pack, read_options
from games.thirty_one.v1.settlement import outcome, settle
from games.thirty_one.v1.state import initial, seats
from games.thirty_one.v1.view import view
from games.thirty_one.v1.words import WORDS

_EVENTS: Final = (
    events.SeriesOpened,
    events.ChoiceMade,
    events.TurnTaken,
    events.GameScored,
    events.SeriesEnded,
)

RULESET: Final = Ruleset(
    id="thirty_one@1",
    title="Thirty-One",
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
