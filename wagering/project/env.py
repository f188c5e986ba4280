"""Environment variables: one table of all of them, and typed reading.

The table is what the README's configuration chapter is checked against. A name that is not in the table cannot be
read through this module, so the two cannot drift apart.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent


class InvalidVariableError(ValueError):
    """A variable has a value that cannot be understood; the message names the variable and what is expected."""


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable. `default` is the text used when it is unset; `meaning` is one sentence for people."""

    name: str
    default: str
    meaning: str


VARIABLES: Final[tuple[Variable, ...]] = (
    Variable("WAGERING_ENV", "development", "`development` or `production`; production refuses to start when unsafe."),
    Variable("WAGERING_VAR", "var", "Folder of the embedded database, logs and generated keys."),
    Variable(
        "SECRET_KEY", "", "Django's secret; made and kept in the var folder in development, required in production."
    ),
    Variable("SHOE_SEAL_KEY", "", "Fernet key of undealt cards; made and kept in the var folder in development."),
    Variable("API_SECRET", "", "Keys, tokens and webhook secrets follow from it; made and kept in development."),
    Variable(
        "API_RATES",
        "player=20:60,studio=50:100,operator=200:400,staff=20:60,anonymous=10:40",
        "Requests a second and how many at once, for each caller of an audience.",
    ),
    Variable("DEBUG", "false", "Django's debug pages; never in production."),
    Variable("LOG_LEVEL", "INFO", "Level of the application's log on standard error."),
    Variable(
        "LOG_FORMAT",
        "",
        "`json` for machines, `line` for people; unset means: in production json, in development line.",
    ),
    Variable("METRICS_TOKEN", "", "Bearer token for `/metrics`; unset: only programs of this machine may read it."),
    Variable(
        "PROMETHEUS_MULTIPROC_DIR",
        "",
        "Folder by which several processes answer `/metrics` together; to be emptied before they start.",
    ),
    Variable("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]", "Host names that are answered, comma separated."),
    Variable(
        "CSRF_TRUSTED_ORIGINS", "", "Origins such as `https://office.example` that may post forms, comma separated."
    ),
    Variable("SECURE_COOKIES", "", "Cookies over HTTPS only; unset means: in production yes, in development no."),
    Variable("SECURE_SSL_REDIRECT", "", "Answer HTTP with a redirect to HTTPS; unset means: in production yes."),
    Variable(
        "SECURE_HSTS_SECONDS", "", "Strict-Transport-Security age in seconds; unset means: in production one year."
    ),
    Variable("TRUST_PROXY_HEADER", "false", "Believe X-Forwarded-Proto; only behind a proxy that always sets it."),
    Variable(
        "DATABASE_URL", "", "PostgreSQL as the application's role; unset means the embedded server (development)."
    ),
    Variable(
        "DATABASE_OWNER_URL", "", "The same database as the tables' owner, for `migrate`; unset means DATABASE_URL."
    ),
    Variable(
        "DATABASE_DIRECT_URL", "", "The same past any pooler, for LISTEN and session locks; unset means DATABASE_URL."
    ),
    Variable("DATABASE_CONN_MAX_AGE", "none", "Seconds a connection is kept, or `none` for as long as it is healthy."),
    Variable("DATABASE_POOL_SIZE", "0", "Connections in a pool per process, 0 for none; never with prefork workers."),
    Variable("WEB_THREADS", "8", "Threads of a web process for staff, studios and operators; each has a connection."),
    Variable("WEB_PLAYER_THREADS", "8", "Threads of a web process for players; each has a connection."),
    Variable("DISABLE_SERVER_SIDE_CURSORS", "false", "Set behind PgBouncer in transaction mode."),
    Variable("PG_BIN", "", "Folder of PostgreSQL's programs for the embedded server instead of the packaged ones."),
    Variable(
        "CELERY_BROKER_URL", "", "amqp://, redis://, or postgresql:// for queues in PostgreSQL; unset means the latter."
    ),
    Variable(
        "CELERY_VISIBILITY_TIMEOUT", "60", "Seconds until an unfinished message of a lost worker is handed out again."
    ),
)

_BY_NAME: Final = {variable.name: variable for variable in VARIABLES}
_YES: Final = frozenset({"1", "true", "yes", "on"})
_NO: Final = frozenset({"0", "false", "no", "off", ""})


def text(name: str) -> str:
    """The variable's text, or its default. KeyError for a name that is not in the table."""
    return os.environ.get(name, "").strip() or _BY_NAME[name].default


def given(name: str) -> bool:
    """True when the variable is set to something, whatever its default is."""
    return bool(os.environ.get(_BY_NAME[name].name, "").strip())


def flag(name: str, *, unset: bool = False) -> bool:
    """A yes or no. `unset` is the answer when neither a value nor a default is there."""
    value = text(name).lower()
    if value == "":
        return unset
    if value in _YES or value in _NO:
        return value in _YES
    raise InvalidVariableError(f"{name} is {value!r}; expected true or false")


def number(name: str, *, unset: int = 0) -> int:
    """A whole number that is not negative. `unset` is the answer when neither a value nor a default is there."""
    value = text(name)
    if value == "":
        return unset
    if value.isascii() and value.isdigit():
        return int(value)
    raise InvalidVariableError(f"{name} is {value!r}; expected a whole number, 0 or more")


def number_or_none(name: str) -> int | None:
    """A whole number, or None for the text `none`."""
    return None if text(name).lower() == "none" else number(name)


def words(name: str) -> list[str]:
    """A comma-separated list without empty entries."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def rates(name: str) -> dict[str, tuple[float, float]]:
    """``player=20:60,...`` as tokens a second and size of the bucket, for each audience of the default."""
    expected = _rates(_BY_NAME[name].default)
    try:
        found = _rates(text(name))
    except ValueError:
        found = {}
    if found.keys() != expected.keys() or not all(rate > 0 and burst >= 1 for rate, burst in found.values()):
        raise InvalidVariableError(f"{name} is {text(name)!r}; expected like {_BY_NAME[name].default}")
    return found


def _rates(value: str) -> dict[str, tuple[float, float]]:
    found = {}
    for word in value.split(","):
        audience, _, limit = word.strip().partition("=")
        rate, burst = limit.split(":")
        found[audience] = float(rate), float(burst)
    return found


def choice(name: str, *allowed: str) -> str:
    """One of the allowed texts."""
    value = text(name)
    if value not in allowed:
        raise InvalidVariableError(f"{name} is {value!r}; expected one of {', '.join(allowed)}")
    return value


def production() -> bool:
    """True in production, where nothing unsafe and nothing embedded is accepted."""
    return choice("WAGERING_ENV", "development", "production") == "production"


def var_folder() -> Path:
    """Where the embedded database, logs and generated keys live; a relative path counts from the project's root."""
    return (ROOT / text("WAGERING_VAR")).resolve()
