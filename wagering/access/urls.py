"""Addresses of keys, devices and sessions under /api/v1/."""

from django.urls import path

from wagering.access import api

urlpatterns = [
    path("operator/keys", api.Keys.as_view(), name="operator-keys"),
    path("operator/keys/<id:credential>/revoke", api.RevokeKey.as_view(), name="operator-revoke-key"),
    path("operator/devices/<id:credential>/revoke", api.RevokeDevice.as_view(), name="operator-revoke-device"),
    path("operator/devices/<id:credential>/unlock", api.UnlockTerminal.as_view(), name="operator-unlock-device"),
    path("operator/sessions/<id:credential>/revoke", api.RevokeSession.as_view(), name="operator-revoke-session"),
]
