"""Finds the composition root by name, as Django finds ROOT_URLCONF: only ``project`` knows every subject."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from wagering.eventstore.wiring import wired


@cache
def handlers() -> Mapping[type, Callable[[Any, Any], Mapping[str, Any]]]:
    """Command type -> the function that decides it."""
    found: Mapping[type, Callable[[Any, Any], Mapping[str, Any]]] = wired("HANDLERS")
    return found


@cache
def event_types() -> Mapping[str, type]:
    """Stored name -> event type, of every subject and every released game."""
    found: Mapping[str, type] = wired("EVENT_TYPES")
    return found
