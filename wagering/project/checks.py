"""Django system checks that refuse an unsafe production; in development they find nothing.

`manage.py` commands run them by themselves. Web and worker processes call `refuse_unsafe()` before they serve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured

from wagering.project import env

_REQUIRED: Final[tuple[tuple[str, Callable[[], bool], str, str], ...]] = (
    ("wagering.E001", lambda: not settings.DEBUG, "DEBUG is on.", "Unset DEBUG."),
    ("wagering.E002", lambda: _good_secret(), "SECRET_KEY is missing or weak.", "Set SECRET_KEY to 50 or more random characters."),
    ("wagering.E003", lambda: _hosts_named(), "ALLOWED_HOSTS names no host, or all.", "Set ALLOWED_HOSTS to the served names."),
    ("wagering.E004", lambda: bool(settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE),
     "Cookies are sent without HTTPS.", "Unset SECURE_COOKIES."),
    ("wagering.E005", lambda: settings.SECURE_HSTS_SECONDS > 0, "Strict-Transport-Security is off.", "Unset SECURE_HSTS_SECONDS."),
    ("wagering.E006", lambda: env.given("DATABASE_URL"), "No database is named; the embedded one is for development.",
     "Set DATABASE_URL to the application's role."),
    ("wagering.E007", lambda: env.given("CELERY_BROKER_URL"), "No broker is named.", "Set CELERY_BROKER_URL."),
    ("wagering.E008", lambda: not str(settings.CELERY["broker_url"]).startswith(("memory", "filesystem", "sqla")),
     "The broker loses the messages of a killed worker.", "Set CELERY_BROKER_URL to RabbitMQ, Redis or PostgreSQL."),
)  # fmt: skip

_ADVISED: Final[tuple[tuple[str, Callable[[], bool], str, str], ...]] = (
    ("wagering.W001", lambda: _separate_owner(), "The application connects as the owner of its tables.",
     "Set DATABASE_OWNER_URL for migrations and give the application a role that owns nothing."),
    ("wagering.W002", lambda: bool(settings.SECURE_SSL_REDIRECT), "HTTP is not redirected to HTTPS.",
     "Leave SECURE_SSL_REDIRECT unset, unless a proxy does it."),
)  # fmt: skip


@checks.register(checks.Tags.security)
def production_is_safe(app_configs: Any = None, **_: Any) -> list[checks.CheckMessage]:
    """Errors E001 to E008 and warnings W001 and W002, in production only."""
    if not env.production():
        return []
    errors = [checks.Error(text, hint=hint, id=code) for code, holds, text, hint in _REQUIRED if not holds()]
    warnings = [checks.Warning(text, hint=hint, id=code) for code, holds, text, hint in _ADVISED if not holds()]
    return [*errors, *warnings]


def refuse_unsafe() -> None:
    """Raises ImproperlyConfigured with every error when production is unsafe."""
    if errors := list(_errors()):
        raise ImproperlyConfigured("\n".join(errors))


def _errors() -> Iterator[str]:
    for message in production_is_safe():
        if message.is_serious():
            yield f"{message.id}: {message.msg} {message.hint or ''}".strip()


def _good_secret() -> bool:
    secret = env.text("SECRET_KEY")
    return len(secret) >= 50 and len(set(secret)) >= 5 and not secret.startswith("django-insecure-")


def _hosts_named() -> bool:
    return env.given("ALLOWED_HOSTS") and bool(settings.ALLOWED_HOSTS) and "*" not in settings.ALLOWED_HOSTS


def _separate_owner() -> bool:
    default, owner = settings.DATABASES["default"], settings.DATABASES["owner"]
    return default.get("USER") != owner.get("USER")
