"""``manage.py texts``: the catalogs of translations follow the code (tests/support/texts.py)."""

from importlib import import_module
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Take new texts into every catalog, drop those that are gone, and compile; needs the development packages."

    def handle(self, *args: Any, **options: Any) -> None:
        # By name: the code lies with the tests, which nothing that is installed imports.
        texts = import_module("tests.support.texts")
        for part in texts.PARTS:
            for language in texts.LANGUAGES:
                missing = texts.update(part, language)
                self.stdout.write(f"{part}/locale/{language}: {missing} without a translation")
