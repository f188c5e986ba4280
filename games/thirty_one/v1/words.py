"""English names of what is published by a code; also the keys of their translations."""

from typing import Final

WORDS: Final = {
    "series": "Series stake",
    "keep": "Keep",
    "put_down": "Put down",
    "swap": "Swap one card",
    "swap_all": "Swap all",
    "pass": "Pass",
    "knock": "Knock",
    "new_cards": "New table cards",
    "choice": "Dealer's choice",
    "turn": "Turn",
    "win": "Win",
    "lose": "Loss",
    "uncalled": "Not played for",
    "swim": "Swims",
    "out": "Out",
    "crown": "Crown",
    "free_ride": "Free ride",
}
