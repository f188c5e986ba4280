"""English names of what is published by a code; also the keys of their translations."""

from typing import Final

WORDS: Final = {
    "seat": "Seat bet",
    "behind": "Bet behind",
    "pair": "Pair bet",
    "hit": "Hit",
    "stand": "Stand",
    "double": "Double",
    "split": "Split",
    "surrender": "Surrender",
    "insurance": "Insurance",
    "win": "Win",
    "blackjack": "Blackjack",
    "natural": "Natural",
    "push": "Push",
    "lose": "Loss",
    "pair_perfect": "Perfect pair",
    "pair_mixed": "Mixed pair",
    "pair_coloured": "Coloured pair",
}
