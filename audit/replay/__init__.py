"""Repeats a recorded round from its events: in words, and by the rules it was pinned to."""
