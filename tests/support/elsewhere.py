"""Another database than the one that all tests of a process share, in which anything may lie."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections

from tests.support import databases
from wagering.rounds import cache as tables
from wagering.wallet import cache as wallets


@contextmanager
def leading_to(name: str) -> Iterator[None]:
    """Django's aliases lead to the database `name` inside."""
    before = {alias: connections[alias].settings_dict["NAME"] for alias in ("default", "owner")}

    def switch(names: dict[str, str]) -> None:
        for alias, target in names.items():
            connections[alias].close()
            connections[alias].settings_dict["NAME"] = target
        tables.clear()
        wallets.clear()

    switch(dict.fromkeys(before, name))
    try:
        yield
    finally:
        switch(before)


@contextmanager
def created(name: str) -> Iterator[str]:
    """A fresh, migrated database of this name, dropped afterwards."""
    databases.create(name)
    try:
        yield name
    finally:
        databases.drop(name)
