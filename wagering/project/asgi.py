"""The ASGI application: `granian --interface asgi wagering.project.asgi:application`."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wagering.project.settings")
# Each request runs in a thread of its own, so a connection kept per thread would never be used again.
os.environ.setdefault("DATABASE_POOL_SIZE", "8")

from django.core.asgi import get_asgi_application

from wagering.project import checks, database

database.ensure_database()
application = get_asgi_application()
checks.refuse_unsafe()
