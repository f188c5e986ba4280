"""The ASGI application: `granian --interface asgi wagering.project.asgi:application`."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wagering.project.settings")

import django
from django.core.handlers.wsgi import WSGIHandler

from wagering.project import checks, database, env
from wagering.project.serving import Dispatcher, StreamHandler, Threads

database.ensure_database()
django.setup(set_prefix=False)
wsgi = WSGIHandler()
application = Dispatcher(
    StreamHandler(),
    players=Threads(wsgi, env.number("WEB_PLAYER_THREADS")),
    others=Threads(wsgi, env.number("WEB_THREADS")),
)
checks.refuse_unsafe()
