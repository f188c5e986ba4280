"""Django's settings. Everything that differs between installations comes from the environment (env.py)."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dj_database_url
from cryptography.fernet import Fernet

from wagering.project import database, env
from wagering.project.brokers import broker_settings
from wagering.project.navigation import UNFOLD as UNFOLD
from wagering.project.schedule import BEAT_SCHEDULE

BASE_DIR = env.ROOT
PRODUCTION = env.production()
DEBUG = env.flag("DEBUG")


def _development_secret(path: Path, make: Callable[[], str] = lambda: secrets.token_urlsafe(50)) -> str:
    """A secret that is made once and kept, so that sessions survive a restart of the demonstration."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        draft.touch(mode=0o600)
        draft.write_text(make())
        # Linking, unlike renaming, never replaces the secret that another process has just made.
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text()


# Empty in production when it is not given: Django refuses to start then, and so do our checks.
SECRET_KEY = env.text("SECRET_KEY") or ("" if PRODUCTION else _development_secret(env.var_folder() / "secret_key"))
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

# The composition root, found by name as ROOT_URLCONF is, so that only it knows every subject.
WAGERING_WIRING = "wagering.project.wiring"
# Undealt cards of virtual shoes are kept under this key (Fernet: 32 bytes, URL-safe base64).
SHOE_SEAL_KEY = env.text("SHOE_SEAL_KEY") or (
    ""
    if PRODUCTION
    else _development_secret(env.var_folder() / "shoe_seal_key", lambda: Fernet.generate_key().decode())
)

# Operators' keys, device and session tokens and webhook secrets are derived from it, never stored.
API_SECRET = env.text("API_SECRET") or ("" if PRODUCTION else _development_secret(env.var_folder() / "api_secret"))

INSTALLED_APPS = [
    "wagering.project.apps.ProjectConfig",
    # The back office replaces templates of Unfold, and Unfold those of the admin, so they come first.
    "wagering.backoffice",
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "wagering.eventstore",
    "wagering.projector",
    "wagering.dispatch",
    "wagering.api",
    "wagering.access",
    "wagering.clock",
    "wagering.wallet",
    "wagering.tables",
    "wagering.rounds",
    "wagering.players",
    "wagering.feed",
    "wagering.live",
    "wagering.incidents",
    "wagering.integrations",
    "wagering.demo",
    "audit",
]

MIDDLEWARE = [
    "wagering.project.monitoring.requests.RequestMonitor",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "wagering.backoffice.csp.AdminContentSecurityPolicy",
]

ROOT_URLCONF = "wagering.project.urls"
WSGI_APPLICATION = "wagering.project.wsgi.application"
ASGI_APPLICATION = "wagering.project.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


def _database(url: str, application: str) -> dict[str, Any]:
    """One database alias. An empty address (production, unset) gives Django's dummy, which refuses every query."""
    if not url:
        return {"ENGINE": "django.db.backends.dummy"}
    parsed: dict[str, Any] = {**dj_database_url.parse(url)}
    options = parsed.setdefault("OPTIONS", {})
    options.setdefault("application_name", application)
    options.setdefault("connect_timeout", 10)
    # A pool is for processes that never fork after loading it: children of a prefork worker would share its sockets.
    if size := env.number("DATABASE_POOL_SIZE"):
        options["pool"] = {"min_size": 1, "max_size": size, "timeout": 10}
    parsed["CONN_MAX_AGE"] = 0 if size else env.number_or_none("DATABASE_CONN_MAX_AGE")
    parsed["CONN_HEALTH_CHECKS"] = not size
    parsed["DISABLE_SERVER_SIDE_CURSORS"] = env.flag("DISABLE_SERVER_SIDE_CURSORS")
    return parsed


DATABASES = {
    "default": _database(database.app_url(), "wagering"),
    # The same database as its owner: only migrations use it. It is never pooled or kept.
    "owner": {**_database(database.owner_url(), "wagering-owner"), "CONN_MAX_AGE": 0},
}
DATABASES["owner"].get("OPTIONS", {}).pop("pool", None)
# Notifications and session locks belong to one connection to the server, which a pooler does not give.
DATABASE_DIRECT_URL = database.direct_url()
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "/admin/login/"
LOGIN_REDIRECT_URL = "/admin/"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("my", "မြန်မာ"), ("te", "తెలుగు"), ("km", "ខ្មែរ"), ("ru", "Русский")]
LOCALE_PATHS = [BASE_DIR / "games" / "locale", BASE_DIR / "wagering" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = env.var_folder() / "static"
# In development files are served from where the packages keep them; production runs collectstatic.
WHITENOISE_USE_FINDERS = not PRODUCTION
_STATIC = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _STATIC if PRODUCTION else "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
MEDIA_ROOT = env.var_folder() / "media"

SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", unset=PRODUCTION)
# Probes and scrapers come to the process itself and speak no HTTPS.
SECURE_REDIRECT_EXEMPT = ["^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = env.number("SECURE_HSTS_SECONDS", unset=31_536_000 if PRODUCTION else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
SECURE_REFERRER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.flag("TRUST_PROXY_HEADER") else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = env.flag("SECURE_COOKIES", unset=PRODUCTION)
SESSION_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
X_FRAME_OPTIONS = "DENY"

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "wagering.api.schemas.ApiSchema",
    "EXCEPTION_HANDLER": "wagering.api.problems.handle",
    # Views say who may call them; whoever forgets to lets nobody in.
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "UNAUTHENTICATED_USER": None,
}

# Requests a second and how many at once, by audience and caller; kept in the database (wagering/api/throttle.py).
API_RATES = env.rates("API_RATES")

SPECTACULAR_SETTINGS = {
    "TITLE": "Wagering back office",
    "DESCRIPTION": "Operators' machines, studios' devices, players and staff at the card tables.\n\n"
    "Every command brings an Idempotency-Key: sent again under it, it does nothing and is answered the same. Every "
    "error is a problem (RFC 9457) with a stable code; /api/v1/problems lists them. Amounts are whole minor units, "
    "times are RFC 3339 in UTC.",
    "TAGS": [
        {"name": "operator", "description": "Operators' machines; each request is signed with a key."},
        {"name": "studio", "description": "Terminals and card readers, at their own table."},
        {"name": "player", "description": "Players, for as long as their session lasts."},
        {"name": "staff", "description": "Supervisors decide; compliance and finance look."},
        {"name": "stream", "description": "Server-Sent Events: each message is the whole state."},
        {"name": "meta", "description": "What problems mean."},
    ],
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "PREPROCESSING_HOOKS": ["drf_spectacular.hooks.preprocess_exclude_path_format"],
    # The default one looks for enumerations of Django's kind; those of structs are described where they stand.
    "POSTPROCESSING_HOOKS": [],
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "operatorSignature": {
                "type": "apiKey", "in": "header", "name": "Authorization",
                "description": "WAGERING-HMAC-SHA256 key=..., timestamp=..., nonce=..., signature=... of each request",
            },
            "deviceToken": {"type": "http", "scheme": "bearer", "description": "Of a studio's device: d-...."},
            "sessionToken": {"type": "http", "scheme": "bearer", "description": "Of a player's session: s-...."},
            "staffSession": {
                "type": "apiKey", "in": "cookie", "name": "sessionid",
                "description": "Of the back office; commands also bring X-CSRFToken",
            },
        },
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}  # fmt: skip

CELERY = {**broker_settings(), "beat_schedule": BEAT_SCHEDULE}

_JSON = (env.choice("LOG_FORMAT", "", "json", "line") or ("json" if PRODUCTION else "line")) == "json"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    # By name: they are imported when the settings are complete.
    "formatters": {"line": {"()": f"wagering.project.monitoring.logs.{'JsonLines' if _JSON else 'ReadableLines'}"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.text("LOG_LEVEL")},
    "loggers": {
        # Its poll loop reports every empty look at the queue.
        "pgmq": {"level": "WARNING"},
        "psycopg.pool": {"level": "WARNING"},
        # It reports every address it calls, and an operator's webhook may have a secret in its query.
        "httpx": {"level": "WARNING"},
        # The access line says what it would say of refused requests, with the route's name instead of the path.
        "django.request": {"level": "ERROR"},
    },
}
