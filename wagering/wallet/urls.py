"""Addresses of players' accounts, under /api/v1/."""

from django.urls import path

from wagering.wallet import api

urlpatterns = [
    path("operator/players", api.Players.as_view(), name="operator-players"),
    path("operator/players/<id:player>", api.Player.as_view(), name="operator-player"),
    path("operator/players/<id:player>/balance", api.Balance.as_view(), name="operator-balance"),
    path("operator/players/<id:player>/deposits", api.Deposits.as_view(), name="operator-deposits"),
    path("operator/players/<id:player>/withdrawals", api.Withdrawals.as_view(), name="operator-withdrawals"),
    path(
        "operator/players/<id:player>/withdrawals/<id:withdrawal>/pay",
        api.PayWithdrawal.as_view(),
        name="operator-pay-withdrawal",
    ),
    path(
        "operator/players/<id:player>/withdrawals/<id:withdrawal>/refuse",
        api.RefuseWithdrawal.as_view(),
        name="operator-refuse-withdrawal",
    ),
    path("operator/players/<id:player>/bets", api.BetRecords.as_view(), name="operator-bets"),
    path("operator/players/<id:player>/statement", api.Statement.as_view(), name="operator-statement"),
]
