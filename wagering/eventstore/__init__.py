"""The log of immutable events: append, read, hash chain."""
