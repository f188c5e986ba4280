"""Addresses of the web process."""

from __future__ import annotations

from django.contrib import admin
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.views.decorators.http import require_safe


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answers 200 when the database answers, else 503; says nothing about anything else."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"status": "no database"}, status=503)
    return JsonResponse({"status": "ok"})


urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("wagering.project.api_urls")),
    path("healthz", healthz),
    path("i18n/", include("django.conf.urls.i18n")),
]

handler400 = "wagering.project.errors.bad_request"
handler403 = "wagering.project.errors.forbidden"
handler404 = "wagering.project.errors.not_found"
handler500 = "wagering.project.errors.failed"
