"""Deluxe Blackjack, version 1. The rules with their clause numbers are in ``../RULES.md``."""

from typing import Final

from games.deluxe_blackjack.v1 import events, intents
from games.deluxe_blackjack.v1.betting import accept, retract
from games.deluxe_blackjack.v1.dealer import burn
from games.deluxe_blackjack.v1.decide import decide
from games.deluxe_blackjack.v1.evolve import evolve
from games.deluxe_blackjack.v1.expecting import asks, expects, extra_stake
from games.deluxe_blackjack.v1.fits import fits
from games.deluxe_blackjack.v1.narrate import narrate
from games.deluxe_blackjack.v1.options import BET_KINDS, dump_options, pack, read_options
from games.deluxe_blackjack.v1.settlement import outcome, settle
from games.deluxe_blackjack.v1.state import initial, seats
from games.deluxe_blackjack.v1.view import view
from games.deluxe_blackjack.v1.words import WORDS
from games.kernel.ruleset import Ruleset

_EVENTS: Final = (
    events.BettingOpened,
    events.BettingClosed,
    events.InsuranceOffered,
    events.InsuranceSkipped,
    events.InsuranceClosed,
    events.ActionTaken,
    events.FollowClosed,
    events.Preselected,
    events.Leaving,
)

RULESET: Final = Ruleset(
    id="deluxe_blackjack@1",
    title="Deluxe Blackjack",
    bet_kinds=BET_KINDS,
    ahead=frozenset({"preselect"}),
    intents={
        "act": intents.Act,
        "preselect": intents.Preselect,
        "insurance": intents.Insurance,
        "follow": intents.Follow,
    },
    events={event.NAME: event for event in _EVENTS},
    shoe_lasts="until_cut",
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
    retract=retract,
    asks=asks,
    extra_stake=extra_stake,
    settle=settle,
    view=view,
    seats=seats,
    narrate=narrate,
    outcome=outcome,
    burn=burn,
)
