"""English names of what is published by a code; also the keys of their translations."""

from typing import Final

WORDS: Final = {
    "pot": "Pot",
    "ante": "Ante",
    "check": "Check",
    "bet": "Bet",
    "call": "Call",
    "raise": "Raise",
    "fold": "Fold",
    "turn": "Turn",
    "win": "Win",
    "lose": "Loss",
    "rake": "Rake",
    "uncalled": "Not called",
    "ordinary": "Ordinary hand",
    "flush": "Flush",
    "straight": "Straight",
    "ung": "Ung",
    "straight_flush": "Straight flush",
    "sam": "Sam",
}
