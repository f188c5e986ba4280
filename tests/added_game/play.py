"""Plays High Card through the pipeline and prints how it stands; one player of each round leaves it to the clock.

Run with ``python -m tests.added_game.play NUMBER_OF_ROUNDS`` beside a worker and beat with the same settings.
"""

import json
import sys
import time
from datetime import UTC, datetime
from typing import Any

import django

django.setup()

from wagering.dispatch.command import Answer, Envelope  # noqa: E402  (Django first)
from wagering.dispatch.pipeline import execute  # noqa: E402
from wagering.rounds import commands as r  # noqa: E402
from wagering.rounds.models import Round  # noqa: E402
from wagering.rounds.queries import view  # noqa: E402
from wagering.tables.commands import MountShoe, OpenTable  # noqa: E402
from wagering.wallet.commands import OpenWallet  # noqa: E402
from wagering.wallet.models import Bet  # noqa: E402

PLAYERS = ("ana", "bo", "cy")
OPTIONS = {"ante": 1_000, "turn_s": 1}


def send(key: str, actor: str, command: Any) -> Answer:
    answer = execute(Envelope(key, actor, datetime.now(UTC), command))
    if not answer.accepted:
        raise RuntimeError(f"{command}: {answer.content}")
    return answer


def main(rounds: int) -> None:
    game = OpenTable(table="H1", operator="house", game="high_card@1", currency="USD", options=OPTIONS)
    send("table", "operator:house", game)
    for seat, player in enumerate(PLAYERS, 1):
        wallet = OpenWallet(player=player, account_type="real", currency="USD", operator="house", deposit=100_000)
        send(f"wallet-{player}", "operator:house", wallet)
        send(f"sit-{player}", f"player:{player}", r.Sit(table="H1", player=player, seat=seat))
    seen = []
    for number in range(rounds):
        send(f"shoe-{number}", "studio:H1", MountShoe(table="H1", shoe=f"s{number}", source="virtual"))
        send(f"open-{number}", "studio:H1", r.OpenRound(table="H1", round=f"r{number}"))
        seen.append({viewer: dict(view("H1", viewer).cards) for viewer in (*PLAYERS, "public")})
        for player in PLAYERS[:2]:
            act = r.TakeAction(table="H1", player=player, intent="act", fields={"action": "keep"})
            send(f"act-{number}-{player}", f"player:{player}", act)
        until = time.monotonic() + 30
        while Round.objects.get(id=f"r{number}").status != "settled":
            if time.monotonic() > until:
                raise TimeoutError("no worker has folded for the third player")
            time.sleep(0.05)
    bets = [[bet.outcome, bet.stake, bet.returned] for bet in Bet.objects.order_by("id")]
    sys.stdout.write(json.dumps({"views": seen, "bets": bets}))


main(int(sys.argv[1]))
