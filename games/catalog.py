"""The released rulesets, one line each. A round pins the id; a changed behaviour is a new version, never an edit."""

from collections.abc import Mapping
from typing import Final

from games.deluxe_blackjack import sample as deluxe_blackjack_sample
from games.deluxe_blackjack import v1 as deluxe_blackjack_1
from games.kernel.ruleset import Ruleset
from games.kernel.sample import Sample
from games.kozel import sample as kozel_sample
from games.kozel import v1 as kozel_1
from games.royal_9k import sample as royal_9k_sample
from games.royal_9k import v1 as royal_9k_1
from games.royal_blackjack import sample as royal_blackjack_sample
from games.royal_blackjack import v1 as royal_blackjack_1
from games.thirty_one import sample as thirty_one_sample
from games.thirty_one import v1 as thirty_one_1

CATALOG: Final[Mapping[str, Ruleset]] = {
    "deluxe_blackjack@1": deluxe_blackjack_1.RULESET,
    "royal_blackjack@1": royal_blackjack_1.RULESET,
    "royal_9k@1": royal_9k_1.RULESET,
    "kozel@1": kozel_1.RULESET,
    "thirty_one@1": thirty_one_1.RULESET,
}

# Games that can be simulated and demonstrated; the rules do not need it.
SAMPLES: Final[Mapping[str, Sample]] = {
    "deluxe_blackjack@1": deluxe_blackjack_sample.SAMPLE,
    "royal_blackjack@1": royal_blackjack_sample.SAMPLE,
    "royal_9k@1": royal_9k_sample.SAMPLE,
    "kozel@1": kozel_sample.SAMPLE,
    "thirty_one@1": thirty_one_sample.SAMPLE,
}


class UnknownRulesetError(LookupError):
    """No such game in this release."""


def find(ruleset_id: str) -> Ruleset:
    """The ruleset of this id; ``UnknownRulesetError`` lists what there is."""
    try:
        return CATALOG[ruleset_id]
    except KeyError:
        raise UnknownRulesetError(f"no ruleset {ruleset_id!r}; there are {', '.join(sorted(CATALOG))}") from None
