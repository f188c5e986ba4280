"""Plays High Card over the interface and prints how it stands; one player of each round leaves it to the clock.

Run with ``python -m tests.added_game.play NUMBER_OF_ROUNDS`` beside a worker and beat with the same settings.
"""

import json
import sys
import time
from datetime import UTC, datetime
from typing import Any

import django

django.setup()

from tests.support import callers  # noqa: E402  (Django first)
from tests.support.callers import Api  # noqa: E402
from tests.support.house import House  # noqa: E402
from wagering.rounds.models import Round  # noqa: E402
from wagering.rounds.queries import view  # noqa: E402
from wagering.wallet.models import Bet  # noqa: E402

PLAYERS = ("ana", "bo", "cy")
OPTIONS = {"ante": 1_000, "turn_s": 1}


def must(who: Api, path: str, body: Any = None) -> Any:
    answer = who.post(path, body)
    if answer.status_code not in (200, 201):
        raise RuntimeError(f"{path} {body}: {answer.content}")
    return answer.json()


def main(rounds: int) -> None:
    house = House("house")
    house.now = datetime.now(UTC)
    operator = callers.operator(house)
    must(operator, "/operator/tables", {"table": "H1", "game": "high_card@1", "currency": "USD", "options": OPTIONS})
    for player in PLAYERS:
        must(operator, "/operator/players", {"player": player, "kind": "real", "currency": "USD", "deposit": 100_000})
    studio, players = callers.device(house, "H1"), {player: callers.player(house, player) for player in PLAYERS}
    for seat, player in enumerate(PLAYERS, 1):
        must(players[player], "/player/tables/H1/seats", {"seat": seat})
    seen = []
    for number in range(rounds):
        must(studio, "/studio/shoes", {"shoe": f"s{number}", "source": "virtual"})
        must(studio, "/studio/rounds", {"round": f"r{number}"})
        looks = {player: players[player].get("/player/tables/H1/view").json()["cards"] for player in PLAYERS}
        seen.append({**looks, "public": dict(view("H1", "public").cards)})
        for player in PLAYERS[:2]:
            question = players[player].get("/player/tables/H1/view").json()["number"]
            keep = {"intent": "act", "fields": {"action": "keep"}, "decision": question}
            must(players[player], "/player/tables/H1/actions", keep)
        until = time.monotonic() + 30
        while Round.objects.get(id=f"r{number}").status != "settled":
            if time.monotonic() > until:
                raise TimeoutError("no worker has folded for the third player")
            time.sleep(0.05)
    bets = [[bet.outcome, bet.stake, bet.returned] for bet in Bet.objects.order_by("id")]
    sys.stdout.write(json.dumps({"views": seen, "bets": bets}))


main(int(sys.argv[1]))
