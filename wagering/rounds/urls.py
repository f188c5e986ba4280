"""Addresses of a table at play, under /api/v1/."""

from django.urls import path

from wagering.rounds import api

urlpatterns = [
    path("player/tables/<id:table>/seats", api.Seats.as_view(), name="player-seats"),
    path("player/tables/<id:table>/leave", api.Leaving.as_view(), name="player-leave"),
    path("player/tables/<id:table>/bets", api.Bets.as_view(), name="player-bets"),
    path("player/tables/<id:table>/actions", api.Actions.as_view(), name="player-actions"),
]
