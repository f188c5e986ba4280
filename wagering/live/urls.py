"""Addresses of `live` under /api/v1/."""

from django.urls import path

from wagering.live.api import PlayerStream, TableStream

urlpatterns = [
    path("stream/tables/<id:table>", TableStream.as_view(), name="stream-table"),
    path("stream/player", PlayerStream.as_view(), name="stream-player"),
]
