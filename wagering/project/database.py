"""Where the databases are: addresses of both roles and of the broker, and the embedded server when none is named.

Two roles see one database. `wagering_app` is what the application runs as: it may not change the tables, and the
event tables give it INSERT and SELECT only. `wagering_owner` owns the tables and runs the migrations.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from wagering.project import env
from wagering.project.embedded_postgres import Server

APP_ROLE: Final = "wagering_app"
OWNER_ROLE: Final = "wagering_owner"
DATABASE: Final = "wagering"
BROKER_DATABASE: Final = "wagering_broker"


@lru_cache(maxsize=1)
def embedded_server() -> Server:
    """The embedded server of this project folder; asking for it starts nothing."""
    return Server(env.var_folder() / "pg")


def embedded_in_use() -> bool:
    """True when the embedded server is the database: no DATABASE_URL, and not production."""
    return not env.given("DATABASE_URL") and not env.production()


def app_url() -> str:
    """Address for the application's role; empty in production when DATABASE_URL is missing."""
    if env.given("DATABASE_URL"):
        return env.text("DATABASE_URL")
    return embedded_server().url(APP_ROLE, DATABASE) if embedded_in_use() else ""


def direct_url() -> str:
    """Address for the application's role past any pooler; the application's address when no other is named."""
    return env.text("DATABASE_DIRECT_URL") if env.given("DATABASE_DIRECT_URL") else app_url()


def owner_url() -> str:
    """Address for the tables' owner; the application's address when no other is named."""
    if env.given("DATABASE_OWNER_URL"):
        return env.text("DATABASE_OWNER_URL")
    return embedded_server().url(OWNER_ROLE, DATABASE) if embedded_in_use() else app_url()


def broker_url() -> str:
    """Celery's broker as given, else queues inside PostgreSQL: a `postgresql://` address."""
    if env.given("CELERY_BROKER_URL"):
        return env.text("CELERY_BROKER_URL")
    return embedded_server().url(APP_ROLE, BROKER_DATABASE) if embedded_in_use() else app_url()


def broker_in_postgres() -> bool:
    """True when the broker's address means queues inside PostgreSQL."""
    return urlsplit(broker_url()).scheme in {"postgresql", "postgres"}


def ensure_database() -> None:
    """Starts the embedded server if it is the database and does not run; otherwise does nothing.

    Raises `embedded_postgres.ServerError` with advice when it cannot be started.
    """
    if embedded_in_use():
        server = embedded_server()
        server.ensure(lambda: provision(server, DATABASE, BROKER_DATABASE))


def ensure_broker() -> None:
    """Installs the queue functions where the broker is PostgreSQL and they are missing; otherwise does nothing.

    Raises psycopg's error when the role may not create a schema there.
    """
    if broker_in_postgres():
        install_queues(broker_url())


def provision(server: Server, database: str, broker: str | None) -> None:
    """Creates both roles, the database of the owner and the broker's of the application, each if it is missing."""
    import psycopg

    with psycopg.connect(server.url("postgres", "postgres"), autocommit=True) as connection:
        for role in (OWNER_ROLE, APP_ROLE):
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
                connection.execute(psycopg.sql.SQL("CREATE ROLE {} LOGIN").format(psycopg.sql.Identifier(role)))
        for name, owner in ((database, OWNER_ROLE), (broker, APP_ROLE)):
            if name and not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                statement = psycopg.sql.SQL("CREATE DATABASE {} OWNER {}")
                connection.execute(statement.format(psycopg.sql.Identifier(name), psycopg.sql.Identifier(owner)))
    if broker:
        install_queues(server.url(APP_ROLE, broker))


def install_queues(address: str) -> None:
    """Runs pgmq's SQL once in the database of `address`; safe when several processes do it at the same time."""
    import psycopg
    from pgmq.install import get_embedded_install_sql

    with psycopg.connect(address) as connection:
        # Released by the commit; a session lock would be lost behind a transaction pooler.
        connection.execute("SELECT pg_advisory_xact_lock(hashtext('wagering.queues'))")
        if connection.execute("SELECT to_regclass('pgmq.meta')").fetchone() == (None,):
            connection.execute(get_embedded_install_sql().encode())
