"""Royal Blackjack, version 1. The rules with their clause numbers are in ``../RULES.md``."""

from typing import Final

from games.kernel.ruleset import Ruleset
from games.royal_blackjack.v1 import events, intents
from games.royal_blackjack.v1.betting import accept
from games.royal_blackjack.v1.decide import decide
from games.royal_blackjack.v1.evolve import evolve
from games.royal_blackjack.v1.expecting import expects, extra_stake
from games.royal_blackjack.v1.fits import fits
from games.royal_blackjack.v1.narrate import narrate
from games.royal_blackjack.v1.options import BET_KINDS, dump_options, pack, read_options
from games.royal_blackjack.v1.settlement import outcome, settle
from games.royal_blackjack.v1.state import initial, seats
from games.royal_blackjack.v1.view import view
from games.royal_blackjack.v1.words import WORDS

_EVENTS: Final = (events.BettingOpened, events.BettingClosed, events.ActionTaken, events.Leaving)

RULESET: Final = Ruleset(
    id="royal_blackjack@1",
    title="Royal Blackjack",
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
    accept=accept,
    extra_stake=extra_stake,
    settle=settle,
    view=view,
    seats=seats,
    narrate=narrate,
    outcome=outcome,
)
