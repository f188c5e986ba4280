"""Pure rules of the card games: standard library only, no clock, no randomness, no input or output."""
