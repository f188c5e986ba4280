"""Addresses of tables under /api/v1/."""

from django.urls import path

from wagering.tables import api

urlpatterns = [
    path("operator/tables", api.Tables.as_view(), name="operator-tables"),
    path("operator/tables/<id:table>", api.Table.as_view(), name="operator-table"),
    path("operator/tables/<id:table>/devices", api.Devices.as_view(), name="operator-devices"),
]
