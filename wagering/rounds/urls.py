"""Addresses of a table at play, under /api/v1/."""

from django.urls import path

from wagering.rounds import api, lobby_api, staff_api, studio_api

urlpatterns = [
    path("player/tables", lobby_api.Tables.as_view(), name="player-tables"),
    path("player/tables/<id:table>", lobby_api.Terms.as_view(), name="player-table"),
    path("player/rules/<str:game>", lobby_api.Rules.as_view(), name="player-rules"),
    path("player/tables/<id:table>/view", api.Views.as_view(), name="player-view"),
    path("player/tables/<id:table>/seats", api.Seats.as_view(), name="player-seats"),
    path("player/tables/<id:table>/leave", api.Leaving.as_view(), name="player-leave"),
    path("player/tables/<id:table>/bets", api.Bets.as_view(), name="player-bets"),
    path("player/tables/<id:table>/bets/undo", api.Undo.as_view(), name="player-undo-bet"),
    path("player/tables/<id:table>/actions", api.Actions.as_view(), name="player-actions"),
    path("studio/table", studio_api.StudioTables.as_view(), name="studio-table"),
    path("studio/rounds", studio_api.Rounds.as_view(), name="studio-rounds"),
    path("studio/betting/close", studio_api.Closing.as_view(), name="studio-betting-close"),
    path("studio/cards", studio_api.Cards.as_view(), name="studio-cards"),
    path("studio/shoes", studio_api.Shoes.as_view(), name="studio-shoes"),
    path("studio/cut-card", studio_api.CutCard.as_view(), name="studio-cut-card"),
    path("studio/packs", studio_api.Packs.as_view(), name="studio-packs"),
    path("studio/incidents", studio_api.Incidents.as_view(), name="studio-incidents"),
    path("studio/heartbeat", studio_api.Heartbeats.as_view(), name="studio-heartbeat"),
    path("staff/tables", staff_api.StaffTables.as_view(), name="staff-tables"),
    path("staff/tables/<id:table>", staff_api.StaffTable.as_view(), name="staff-table"),
    path("staff/tables/<id:table>/pause", staff_api.Pausing.as_view(), name="staff-pause"),
    path("staff/tables/<id:table>/resume", staff_api.Resuming.as_view(), name="staff-resume"),
    path("staff/tables/<id:table>/void-deal", staff_api.VoidingDeal.as_view(), name="staff-void-deal"),
    path("staff/rounds/<id:round>", staff_api.StaffRound.as_view(), name="staff-round"),
    path("staff/rounds/<id:round>/void", staff_api.VoidingRound.as_view(), name="staff-void-round"),
    path("staff/rounds/<id:round>/corrections", staff_api.Corrections.as_view(), name="staff-corrections"),
    path("staff/devices/<id:credential>/unlock", staff_api.Unlocking.as_view(), name="staff-unlock-device"),
]
