"""Addresses of players under /api/v1/."""

from django.urls import path

from wagering.players import api, history_api, own_api

urlpatterns = [
    path("player/me", own_api.Me.as_view(), name="player-me"),
    path("player/rounds", history_api.History.as_view(), name="player-rounds"),
    path("player/rounds/<id:round>", history_api.Recall.as_view(), name="player-round"),
    path("player/connection", own_api.Connections.as_view(), name="player-connection"),
    path("player/withdrawals", own_api.Withdrawals.as_view(), name="player-withdrawals"),
    path("player/limits", own_api.Limits.as_view(), name="player-limits"),
    path("player/pause", own_api.Pauses.as_view(), name="player-pause"),
    path("staff/players/<id:player>/limits", own_api.LimitsForStaff.as_view(), name="staff-player-limits"),
    path("operator/players/<id:player>/sessions", api.Sessions.as_view(), name="operator-sessions"),
]
