"""Royal 9K, version 1. The rules with their clause numbers are in ``../RULES.md``."""

from typing import Final

from games.kernel.ruleset import Ruleset
from games.royal_9k.v1 import events, intents
from games.royal_9k.v1.decide import decide
from games.royal_9k.v1.evolve import evolve
from games.royal_9k.v1.expecting import expects
from games.royal_9k.v1.fits import fits
from games.royal_9k.v1.narrate import narrate
from games.royal_9k.v1.options import BET_KINDS, dump_options, pack, read_options
from games.royal_9k.v1.settlement import outcome, settle
from games.royal_9k.v1.state import initial, seats
from games.royal_9k.v1.view import view
from games.royal_9k.v1.words import WORDS

_EVENTS: Final = (
    events.GameOpened,
    events.Asked,
    events.ActionTaken,
    events.Leaving,
    events.BettingEnded,
    events.HandsShown,
    events.WonUnseen,
)

RULESET: Final = Ruleset(
    id="royal_9k@1",
    title="Royal 9K",
    bet_kinds=BET_KINDS,
    intents={"act": intents.Act},
    events={event.NAME: event for event in _EVENTS},
    shoe_lasts="round",
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
