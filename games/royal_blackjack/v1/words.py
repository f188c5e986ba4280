"""English names of what is published by a code; also the keys of their translations."""

from typing import Final

WORDS: Final = {
    "seat": "Seat bet",
    "draw": "Draw",
    "stand": "Stand",
    "split": "Split",
    "win": "Win",
    "blackjack": "Blackjack",
    "natural": "Natural",
    "push": "Push",
    "lose": "Loss",
}
