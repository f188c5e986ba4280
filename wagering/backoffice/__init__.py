"""What every page of the back office shares: read-only admin, keyset pages, cards, words and looks."""
