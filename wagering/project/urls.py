"""Addresses of the web process."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from wagering.project.monitoring import views

urlpatterns = [
    path("", RedirectView.as_view(url="/admin/")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("wagering.project.api_urls")),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("metrics", views.metrics, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
]

handler400 = "wagering.project.errors.bad_request"
handler403 = "wagering.project.errors.forbidden"
handler404 = "wagering.project.errors.not_found"
handler500 = "wagering.project.errors.failed"
