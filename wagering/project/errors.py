"""What is answered where no view answers: problems under /api/, Django's pages elsewhere."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from wagering.api.problems import bare


def _ours(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: a request that Django itself refuses."""
    return bare(request, "bad_request") if _ours(request) else defaults.bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return bare(request, "forbidden") if _ours(request) else defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return bare(request, "not_found") if _ours(request) else defaults.page_not_found(request, exception)


def failed(request: HttpRequest, *_: Any) -> HttpResponse:
    """500, without a word about why."""
    return bare(request, "internal") if _ours(request) else defaults.server_error(request)
