"""The WSGI application: `granian --interface wsgi wagering.project.wsgi:application`."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wagering.project.settings")

from django.core.wsgi import get_wsgi_application

from wagering.project import checks, database

database.ensure_database()
application = get_wsgi_application()
checks.refuse_unsafe()
