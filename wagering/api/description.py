"""The description of the interface, for machines."""

from __future__ import annotations

from functools import cache

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from rest_framework.request import Request

from wagering.api.views import ApiView


class Description(ApiView):
    """OpenAPI 3.1 as JSON."""

    schema = None

    def get(self, request: Request) -> HttpResponse:
        """The same for everybody."""
        return HttpResponse(document(), content_type=OpenApiJsonRenderer.media_type)


@cache
def document() -> bytes:
    """Made once a process: it takes a second, and whoever asks need not say who he is."""
    found = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return bytes(OpenApiJsonRenderer().render(found))
