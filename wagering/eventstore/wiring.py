"""Finds the composition root by name, as Django finds ROOT_URLCONF: only it knows every subject."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings


def wired(name: str) -> Any:
    """The object `name` of the module that `settings.WAGERING_WIRING` names; AttributeError if it has none."""
    return getattr(import_module(settings.WAGERING_WIRING), name)
