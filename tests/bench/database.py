"""The benchmark's own database, beside the one in use on the same server: made anew for a run and dropped after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

import psycopg
from django.core.management import call_command
from django.db import connections
from psycopg import sql

# What a rate depends on; shown with the figures.
SETTINGS = ("server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers")


@contextmanager
def own_database(name: str, admin: str, *, keep: bool) -> Iterator[Mapping[str, str]]:
    """Django's aliases mean the new database `name` inside; the value is the server's settings.

    `admin` is the address of a role that may create databases, empty for the superuser of the embedded server.
    """
    owner = str(connections["owner"].settings_dict["USER"])
    before = {alias: connections[alias].settings_dict["NAME"] for alias in ("default", "owner")}
    with psycopg.connect(**_administrator(admin), autocommit=True) as server:
        settings = {key: _shown(server, key) for key in SETTINGS}
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        create = sql.SQL("CREATE DATABASE {} TEMPLATE template0 OWNER {}")
        server.execute(create.format(sql.Identifier(name), sql.Identifier(owner)))
    try:
        _point_at(dict.fromkeys(before, name))
        call_command("migrate", database="owner", verbosity=0)
        close()
        yield settings
    finally:
        _point_at(before)
        if not keep:
            with psycopg.connect(**_administrator(admin), autocommit=True) as server:
                server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def close() -> None:
    """Close this process's connections: before a fork, and to begin with none of its prepared statements."""
    for alias in ("default", "owner"):
        connections[alias].close()


def connect(alias: str = "default") -> psycopg.Connection[tuple[Any, ...]]:
    """A psycopg connection of its own, without Django, in autocommit."""
    parameters = connections[alias].get_connection_params()
    wanted = {key: parameters[key] for key in ("dbname", "user", "password", "host", "port") if parameters.get(key)}
    return cast("psycopg.Connection[tuple[Any, ...]]", psycopg.connect(**wanted, autocommit=True))


def _administrator(address: str) -> dict[str, Any]:
    if address:
        return {"conninfo": address}
    settings = connections["default"].settings_dict
    place = {"host": settings["HOST"] or settings["OPTIONS"].get("host"), "port": settings["PORT"]}
    return {"dbname": "postgres", "user": "postgres", **{key: value for key, value in place.items() if value}}


def _point_at(names: Mapping[str, Any]) -> None:
    close()
    for alias, name in names.items():
        connections[alias].settings_dict["NAME"] = name


def _shown(server: psycopg.Connection[Any], setting: str) -> str:
    row = server.execute("SELECT current_setting(%s)", [setting]).fetchone()
    return str(row[0]) if row else ""
