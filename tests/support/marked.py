"""A table of any game that knows since when who may know which of its cards, and asks around while some are hidden.

A live shoe is marked: every spade in it lies face down as a dealer's hole card once, and nowhere else. So a spade that
is named before its round reveals it gives a hole card away, whatever else the eight packs hold.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from django.db.models import Max

from games.catalog import CATALOG
from games.kernel.cards import HIDDEN, PACK, RANKS
from games.kernel.events import CardDealt, CardShown
from games.kernel.expectations import Ask, Deal, Decide
from tests.support import callers
from tests.support.over_http import CARD, HttpTable
from tests.support.receiver import Letter
from tests.support.staff import TOKEN, Staff
from tests.support.traffic import EVERYBODY, Ears, Moment, Pack, Traffic, Wire
from tests.wagering.api.test_hidden_answers import reading
from wagering.eventstore.models import Event
from wagering.rounds.play import Play
from wagering.rounds.queries import view

MARKS: Final = tuple(f"{rank}S" for rank in RANKS)
UNMARKED: Final = tuple(card for card in PACK if card not in MARKS)
SEAT: Final = re.compile(r"\d+")
HAND: Final = re.compile(r"(seat)?\d")
"""Places that are somebody's hand; a trick is everybody's to see."""
LOOKS: Final = 3
"""Questions asked while a hole card lies."""
EVERY: Final = 8
"""Commands, after which one is asked too."""
PATIENCE_S: Final = 0.5


@dataclass
class Window:
    """A hole card lies face down: in the log since ``since``, and to be known from ``until`` on."""

    card: str
    since: float
    until: float = 0.0


class MarkedTable(HttpTable):
    """``letters``: what its operator's webhook receives."""

    def __init__(
        self,
        run: str,
        game: str,
        traffic: Traffic,
        ears: Ears,
        staff: dict[str, Staff],
        letters: list[Letter],
        **how: Any,
    ) -> None:
        super().__init__(run, game, **how)
        self.letters = letters
        self.traffic, self.chance = traffic, Random(run)
        self.packs, self.windows = list[Pack](), list[Window]()
        self.marks, self.cursor, self.sent, self.read = list(MARKS), "0", 0, dict[str, int]()
        self.unmarked = list(UNMARKED) * 7  # the eighth of one kind may be burned
        self.chance.shuffle(self.marks)
        self.chance.shuffle(self.unmarked)
        self.outsider = self.house.player("outsider")
        self.studio = self._wire(self.studio, EVERYBODY)
        self.players = {name: self._wire(heard, name) for name, heard in self.players.items()}
        self.askers = list(self._askers(staff))
        self.streams = list(self._listen(ears))
        self._turn = self._addresses()

    # --- who asks and listens ---

    def _wire(self, api: callers.Api, viewer: str, **more: str) -> Wire:
        return Wire(self.traffic, api._header, viewer, self.table, **more)

    def _askers(self, staff: dict[str, Staff]) -> Iterator[tuple[str, Wire]]:
        for name in (*self.players, self.outsider):
            yield "player", self._wire(callers.player(self.house, name), name)
        yield "studio", self._wire(callers.device(self.house, self.table), EVERYBODY)
        yield "operator", self._wire(callers.operator(self.house), EVERYBODY)
        for one in staff.values():
            cookie = f"sessionid={one._client.cookies['sessionid'].value}; csrftoken={TOKEN}"
            yield "staff", self._wire(one, EVERYBODY, Cookie=cookie)

    def _listen(self, ears: Ears) -> Iterator[Any]:
        for audience, wire in self.askers:
            if audience in ("player", "studio"):
                header = wire.header()
                yield ears.listen(f"/tables/{self.table}", header, wire.viewer, self.table)
            if audience == "player":
                yield ears.listen("/player", header, wire.viewer, self.table)

    def _addresses(self) -> Iterator[tuple[Wire, str, str]]:
        """Everybody's every address, over and over, in an order of this table's own."""
        found = [
            (wire, pattern, name)
            for audience, wire in self.askers
            for pattern, name in reading(audience)
            if name != "player-rules"  # a book, which names cards as examples
        ]
        while True:
            self.chance.shuffle(found)
            yield from found

    def look(self, times: int) -> None:
        """Somebody asks for something."""
        ids = {"table": self.table, "round": self.play.round, "player": next(iter(self.players)), "webhook": "none"}
        for _ in range(times):
            wire, pattern, name = next(self._turn)
            path = re.sub(r"<\w+:(\w+)>", lambda found: ids[found[1]] or "none", pattern)
            query = f"?after={self.cursor}&limit=200" if name == "operator-events" else ""
            wire.source = name
            answer = wire.get(path + query)
            assert answer.status_code in (200, 404), (path, answer.content)
            if query and self.chance.random() < 0.5:  # the same page again, as later events join it
                self.cursor = answer.json()["next"]

    # --- playing ---

    def must(self, who: callers.Api, path: str, body: Any = None, key: str = "") -> Any:
        """Whatever can be seen afterwards may be known since it was sent."""
        since = Moment(time.monotonic(), Event.objects.aggregate(last=Max("position"))["last"])
        if isinstance(body, dict) and body.get("fields", {}).get("action") != "discard" and self.packs:
            self.packs[-1].show(CARD.findall(str(body.get("fields", {}))), EVERYBODY, since)
        answer = super().must(who, path, body, key)
        self._note(self.play, since)
        self.sent += 1
        if self.sent % EVERY == 0:
            self.look(1)
        return answer

    def _note(self, play: Play, since: Moment) -> None:
        if not play.running and self.packs and CATALOG[self.game].shoe_lasts != "until_cut":
            # The round's last pack is retired with it, and a retired one's order is told.
            self.packs[-1].show(self.packs[-1].shown, EVERYBODY, since)
        if play.shoe is None:
            return
        if not self.packs or self.packs[-1].shoe != play.shoe.id:
            self.packs.append(Pack(play.shoe.id, {card: {} for card in (MARKS if play.live else play.order)}))
        pack = self.packs[-1]
        if play.running:
            pack.rounds.add(play.round)
        self._dealt(play, pack, since)
        deciding = play.running and isinstance(play.expects(), Decide | Ask)
        for viewer in (EVERYBODY, *self.players):
            for place, lying in view(self.table, viewer).cards.items():
                if not (deciding and HAND.match(place)):  # what a hand shows meanwhile is not taken from the view
                    pack.show(lying, viewer, since)
        self._watch(play, deciding, since.at)

    def _dealt(self, play: Play, pack: Pack, since: Moment) -> None:
        """A card dealt open is everybody's to see, one dealt face down its seat's alone."""
        dealt = Event.objects.filter(stream=f"round/{play.round}", version__gt=self.read.get(play.round, 0))
        for version, name, body in dealt.order_by("version").values_list("version", "name", "body"):
            self.read[play.round] = version
            if name not in (CardDealt.NAME, CardShown.NAME):
                continue
            card, seat = json.loads(body), SEAT.search(json.loads(body).get("to", ""))
            seated = play.ruleset.seats(play.state).get(int(seat[0])) if seat else None
            viewer = EVERYBODY if card.get("face", "up") == "up" else seated and seated.player
            if viewer:
                pack.show([card["card"]], viewer, since)

    def _watch(self, play: Play, deciding: bool, at: float) -> None:
        """The window ends when its card is turned, or with its round; never while somebody has to decide."""
        open_ = self.windows[-1] if self.windows and not self.windows[-1].until else None
        if open_ is None:
            return
        shown = EVERYBODY in self.packs[-1].shown[open_.card]
        if deciding:
            assert not shown
            assert HIDDEN in view(self.table, EVERYBODY).cards["dealer"]
        elif shown or not play.running:
            open_.until = at

    def scan(self, play: Play) -> None:
        """A mark goes where a card is to lie face down, and any other card where it is to lie open."""
        due = play.expects()
        assert isinstance(due, Deal)
        assert play.shoe is not None
        down = due.face == "down"
        card = self.marks.pop() if down else self.unmarked.pop()
        body = {"shoe": play.shoe.id, "draw": play.shoe.next_draw, "to": due.to, "face": due.face, "card": card}
        if down:
            self.windows.append(Window(card, float("inf")))
        self.must(self.studio, "/studio/cards", body)
        if down and not self.windows[-1].until:
            self._while_it_lies()

    def _while_it_lies(self) -> None:
        """Everybody hears of it; the first time also whoever takes the webhooks, which are sent every second."""
        since = self.windows[-1].since = time.monotonic()
        self.look(LOOKS)

        def heard() -> bool:
            letters = self.letters if len(self.windows) == 1 else None
            return all(one.events and one.last.at > since for one in self.streams) and (
                letters is None or any(one.began > since and self.table in one.body.decode() for one in letters[-50:])
            )

        until = since + (PATIENCE_S if len(self.windows) > 1 else 4 * PATIENCE_S)
        while time.monotonic() < until and not heard():
            time.sleep(0.01)
