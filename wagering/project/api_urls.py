"""Addresses under /api/v1/, each subject's own."""

from django.urls import include, path

urlpatterns = [
    # First, since they are tried in turn and most requests are about a table at play.
    path("", include("wagering.rounds.urls")),
    path("", include("wagering.api.urls")),
    path("", include("wagering.access.urls")),
    path("", include("wagering.wallet.urls")),
    path("", include("wagering.tables.urls")),
    path("", include("wagering.players.urls")),
    path("", include("wagering.feed.urls")),
    path("", include("wagering.live.urls")),
]
