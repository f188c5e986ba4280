"""``manage.py notifier``: wakes whoever watches a table or an account."""

from __future__ import annotations

import signal
import sys
from typing import Any

from django.core.management.base import BaseCommand

from wagering.live import notifier


class Command(BaseCommand):
    """Runs until it is ended."""

    help = "Follow the log and wake the listeners of the live view. One works, further ones wait to take over."

    def handle(self, *args: Any, **options: Any) -> None:
        """Ends at SIGTERM and Ctrl-C; being killed loses nothing either."""
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        try:
            notifier.run()
        except KeyboardInterrupt:
            return
