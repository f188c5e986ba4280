"""Deadlines as rows and the sweep that enforces them."""
