"""Django system checks that refuse an unsafe production; in development they find nothing.

`manage.py` commands run them by themselves. Web and worker processes call `refuse_unsafe()` before they serve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from cryptography.fernet import Fernet
from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured

from wagering.project import env


def _good_secret() -> bool:
    secret = env.text("SECRET_KEY")
    return len(secret) >= 50 and len(set(secret)) >= 5 and not secret.startswith("django-insecure-")


def _hosts_named() -> bool:
    return env.given("ALLOWED_HOSTS") and bool(settings.ALLOWED_HOSTS) and "*" not in settings.ALLOWED_HOSTS


def _separate_owner() -> bool:
    default, owner = settings.DATABASES["default"], settings.DATABASES["owner"]
    return default.get("USER") != owner.get("USER")


def _cookies_secure() -> bool:
    return bool(settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE)


def _hsts() -> bool:
    return int(settings.SECURE_HSTS_SECONDS) > 0


def _database_named() -> bool:
    return env.given("DATABASE_URL")


def _broker_keeps() -> bool:
    return not str(settings.CELERY["broker_url"]).startswith(("memory", "filesystem", "sqla"))


def _shoes_sealed() -> bool:
    try:
        Fernet(settings.SHOE_SEAL_KEY)
    except ValueError:
        return False
    return True


Rule = tuple[str, Callable[[], bool], str, str]

# Code, what must hold, what is wrong otherwise, what to do.
_REQUIRED: Final[tuple[Rule, ...]] = (
    ("E001", lambda: not settings.DEBUG, "DEBUG is on.", "Unset DEBUG."),
    ("E002", _good_secret, "SECRET_KEY is missing or weak.", "Set SECRET_KEY to 50 or more random characters."),
    ("E003", _hosts_named, "ALLOWED_HOSTS names no host, or all.", "Set ALLOWED_HOSTS to the served names."),
    ("E004", _cookies_secure, "Cookies are sent without HTTPS.", "Unset SECURE_COOKIES."),
    ("E005", _hsts, "Strict-Transport-Security is off.", "Unset SECURE_HSTS_SECONDS."),
    ("E006", _database_named, "No database is named.", "Set DATABASE_URL; the embedded server is for development."),
    ("E007", lambda: env.given("CELERY_BROKER_URL"), "No broker is named.", "Set CELERY_BROKER_URL."),
    ("E008", _broker_keeps, "The broker loses a killed worker's messages.", "Use RabbitMQ, Redis or PostgreSQL."),
    (
        "E009",
        _shoes_sealed,
        "SHOE_SEAL_KEY is missing or no Fernet key.",
        "Set it to 32 random bytes in URL-safe base64.",
    ),
    ("E010", lambda: len(settings.API_SECRET) >= 40, "API_SECRET is missing or short.", "Set 40 random characters."),
)
_ADVISED: Final[tuple[Rule, ...]] = (
    ("W001", _separate_owner, "The application owns its tables.", "Set DATABASE_OWNER_URL to another role."),
    ("W002", lambda: bool(settings.SECURE_SSL_REDIRECT), "HTTP is not redirected.", "Unset SECURE_SSL_REDIRECT."),
)


@checks.register(checks.Tags.security)
def production_is_safe(app_configs: Any = None, **_: Any) -> list[checks.CheckMessage]:
    """Errors E001 to E008 and warnings W001 and W002, in production only."""
    if not env.production():
        return []
    errors = [
        checks.Error(text, hint=hint, id=f"wagering.{code}") for code, holds, text, hint in _REQUIRED if not holds()
    ]
    warnings = [
        checks.Warning(text, hint=hint, id=f"wagering.{code}") for code, holds, text, hint in _ADVISED if not holds()
    ]
    return [*errors, *warnings]


def refuse_unsafe() -> None:
    """Raises ImproperlyConfigured with every error when production is unsafe."""
    if errors := list(_errors()):
        raise ImproperlyConfigured("\n".join(errors))


def _errors() -> Iterator[str]:
    for message in production_is_safe():
        if message.is_serious():
            yield f"{message.id}: {message.msg} {message.hint or ''}".strip()
