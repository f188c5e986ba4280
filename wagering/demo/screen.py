"""The console that commands of the demonstration write to."""

import sys

from rich.console import Console

WIDE = 160
"""Columns where the output is no terminal: nothing is cut off in a log."""


def console() -> Console:
    """As wide as the terminal; long lines are left to it."""
    return Console(soft_wrap=True) if sys.stdout.isatty() else Console(width=WIDE, soft_wrap=True)
