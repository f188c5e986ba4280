"""English names of what is published by a code; also the keys of their translations."""

from typing import Final

WORDS: Final = {
    "match": "Match stake",
    "lead": "Lead",
    "beat": "Beat",
    "discard": "Discard",
    "pull": "Pull",
    "turn": "Turn",
    "win": "Win",
    "lose": "Loss",
    "goat": "Goat",
    "goat with eggs": "Goat with eggs",
    "egg": "Egg",
    "eggs": "Eggs",
    "A": "Team A",
    "B": "Team B",
}
