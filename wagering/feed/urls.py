"""Addresses of the feed and the webhooks, under /api/v1/."""

from django.urls import path

from wagering.feed import api

urlpatterns = [
    path("operator/events", api.Events.as_view(), name="operator-events"),
    path("operator/webhooks", api.Webhooks.as_view(), name="operator-webhooks"),
    path("operator/webhooks/<id:webhook>", api.OneWebhook.as_view(), name="operator-webhook"),
    path("operator/webhooks/<id:webhook>/rotate", api.Rotation.as_view(), name="operator-rotate-webhook"),
    path("operator/webhooks/<id:webhook>/enable", api.Enabling.as_view(), name="operator-enable-webhook"),
    path("operator/webhooks/<id:webhook>/disable", api.Disabling.as_view(), name="operator-disable-webhook"),
    path("operator/webhooks/<id:webhook>/deliveries", api.Deliveries.as_view(), name="operator-deliveries"),
    path("operator/webhooks/<id:webhook>/redrive", api.Redriving.as_view(), name="operator-redrive"),
]
