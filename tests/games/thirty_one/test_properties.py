"""What must hold for any cards and any player: ten thousand random series, and a closer look at some of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, product
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel.events import CardDealt, DealCancelled, PackShuffled, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.expectations import Decide, Over
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import Rejected
from games.thirty_one.sample import legal
from games.thirty_one.v1 import RULESET
from games.thirty_one.v1.events import ChoiceMade, GameScored, SeriesEnded, SeriesOpened, TurnTaken
from games.thirty_one.v1.intents import Act
from games.thirty_one.v1.options import PACKS, SEATS
from games.thirty_one.v1.ranking import ends_at_once
from games.thirty_one.v1.state import State, initial, still_in
from tests.games.thirty_one.random_play import series
from tests.games.thirty_one.tables import FUNDS, NAMES, SEATED, dealt, opened, options, table

SERIES, CHUNKS = 10_000, 20
VIEWERS = (*NAMES, "public")

seeds = st.integers(min_value=0, max_value=2**32)
some = settings(max_examples=40, deadline=None)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_series_end_conserve_cards_and_money_and_repeat(chunk: int) -> None:
    for seed in range(chunk, SERIES, CHUNKS):
        found = series(Random(seed))
        assert again(found) == found.state
        assert found.rules.expects(found.state) == Over()
        check_money(found)


def again(found: Playthrough) -> State:
    """The state that the events alone lead to; every one of them fits, and no card is lost or doubled on the way."""
    state = initial(found.options, found.state.seats)
    left: list[str] = []
    for event in found.events:
        assert RULESET.fits(state, event), event
        if isinstance(event, PackShuffled):
            due: Any = RULESET.expects(state)
            left = list(due.cards)
        elif isinstance(event, CardDealt):
            left.remove(event.card)
        state = RULESET.evolve(state, event)
        if not isinstance(event, SeriesOpened | DealCancelled | CardDealt):
            check_cards(state, left)
    return state


def check_cards(state: State, left: list[str]) -> None:
    """Every card of the pack is in exactly one place: a hand, the table, aside or the stock."""
    game = state.game
    everywhere = [*chain.from_iterable(game.hands), *game.table, *game.aside, *left]
    if state.phase == "reshuffle":
        assert len(left) < 3
    assert len(everywhere) == state.options.pack
    assert set(everywhere) == set(PACKS[state.options.pack])
    if state.phase == "turn":
        assert len(game.table) == 3
        assert all(len(game.hands[seat]) == 3 for seat in still_in(state))
        assert not any(ends_at_once(game.hands[seat]) for seat in still_in(state))
        assert game.passes < len(still_in(state)) or game.knocker


def check_money(found: Playthrough) -> None:
    options, outcome = found.options, RULESET.outcome(found.state)
    seated = {seat.player for seat in found.state.seats}
    stake = options.series_stake + options.crown_stake
    assert {found.book.wallets[player] for player in seated} == {FUNDS - stake}
    won = (len(seated) - 1) * (options.series_stake + outcome["crown"] * options.crown_stake)
    lost = options.series_stake + outcome["crown"] * options.crown_stake
    for bet, result in found.settle():
        assert sum(line.stake for line in result.lines) == bet.stake == stake
        assert sum(line.returned for line in result.lines) == result.returned
        assert result.returned - bet.stake == (won if bet.player == outcome["winner"] else -lost)
    assert sum(found.book.wallets.values()) == FUNDS * len(NAMES)
    assert [player for player, held in outcome["score"].items() if held != "out"] == [outcome["winner"]]
    assert outcome["crown"] == (outcome["score"][outcome["winner"]] == options.tokens)


@some
@given(seeds)
def test_nobody_sees_what_is_hidden(seed: int) -> None:
    """A viewer knows his own hand and the table, and nothing of anybody else's hand while cards are played."""

    def look(found: Playthrough, awaited: Decide) -> None:
        game = found.state.game
        for viewer in VIEWERS:
            seen = RULESET.view(found.state, viewer, found.book)
            for player in found.state.players:
                shown = seen.cards.get(f"seat{player.seat}", ())
                own = player.player == viewer
                assert shown == (game.hands[player.seat] if own else ("??",) * len(game.hands[player.seat]))
            assert seen.cards.get("table", ()) == game.table
            assert seen.cards.keys() <= {"table", *(f"seat{seat}" for seat in SEATS)}
            assert seen.may == (awaited.actions if viewer == awaited.player else ())

    series(Random(seed), look)


@some
@given(seeds)
def test_only_what_is_legal_changes_anything(seed: int) -> None:
    """What is not in the list of legal actions is refused, whoever sends it, and what is in it is taken."""
    random = Random(seed)

    def look(found: Playthrough, awaited: Decide) -> None:
        if random.random() < 0.8:
            return
        allowed = set(legal(found.state, awaited, awaited.actions))
        for player, action in product(VIEWERS, RULESET.words):
            cards = [random.choice(PACKS[52]) for _ in range(2)] if action == "swap" else []
            act = Act(player, action, *cards)
            assert accepted(found, act) == (act in allowed)
        assert all(accepted(found, act) for act in allowed)

    series(random, look)


def accepted(found: Playthrough, act: Act) -> bool:
    before = found.state
    try:
        RULESET.decide(found.state, act, found.book)
    except Rejected as refusal:
        assert refusal.code in {"illegal_action", "not_your_turn", "not_your_seat"}  # noqa: PT017
        return False
    finally:
        assert found.state is before
    return True


@some
@given(seeds)
def test_events_and_state_survive_the_store(seed: int) -> None:
    def look(found: Playthrough, _: Decide) -> None:
        assert msgspec.json.decode(msgspec.json.encode(found.state), type=State) == found.state

    found = series(Random(seed), look)
    for event in found.events:
        written = msgspec.json.encode(event)
        assert msgspec.json.decode(written, type=type(event)) == event
        assert str(RULESET.narrate(event)).endswith(".")
    msgspec.json.encode(RULESET.outcome(found.state))


# --- records that could not have happened ----------------------------------------------------------------------------


@some
@given(seeds)
def test_a_changed_record_does_not_fit(seed: int) -> None:
    """Another card, seat, count or order of events than the recorded one is noticed at that event."""
    found = series(Random(seed))
    state = initial(found.options, found.state.seats)
    for before, event in zip([None, *found.events], found.events, strict=False):
        for other in changed(state, event):
            assert not RULESET.fits(state, other), other
        if before is not None and type(before) is not type(event):
            assert not RULESET.fits(state, before)
        state = RULESET.evolve(state, event)
    assert not any(RULESET.fits(state, event) for event in found.events)


def changed(state: State, event: Any) -> list[Any]:
    """Records of this event that could not have happened."""
    match event:
        case SeriesOpened():
            changes: list[dict[str, Any]] = [{"dealer": 0}, {"series_stake": -1}, {"crown_stake": 7}]
        case PackShuffled():
            changes = [{"shown_at": 1}, {"what": "reshuffle" if event.what == "deal" else "deal"}]
        case CardDealt():
            lying = (*chain.from_iterable(state.game.hands), *state.game.table, *state.game.aside)
            changes = [{"to": "seat0"}, {"face": "sideways"}, {"draw": event.draw + 1}, {"shoe": "other"}]
            changes += [{"card": card} for card in (*lying, "1C")]
        case ChoiceMade():
            changes = [{"action": "pass"}, {"seat": 0}, {"by": "bot"}]
            changes += [{"action": {"keep": "put_down", "put_down": "keep"}[event.action]}] * (event.by == "silence")
        case TurnTaken():
            changes = [{"action": "keep"}, {"seat": 0}, {"by": "bot"}, {"give": "1C"}, {"take": "1C"}]
        case GameScored():
            changes = [{"losers": ()}, {"void": not event.void}, {"hands": event.hands[1:]}, {"standings": ()}]
        case SeriesEnded():
            changes = [{"seat": 0}, {"crown": not event.crown}]
        case _:
            changes = []
    return [replace(event, **change) for change in changes]


def test_seats_change_and_games_are_void_only_where_that_can_be() -> None:
    taken, left = SeatTaken(seat=3, player="cy"), SeatLeft(seat=2, player="bo", reason="left")
    state = table().state
    assert RULESET.fits(state, taken)
    assert RULESET.fits(state, left)
    opening = SeriesOpened(dealer=1, series_stake=500, crown_stake=0)
    assert RULESET.fits(state, opening)
    assert not RULESET.fits(initial(options(), SEATED[:1]), opening)
    for event in (
        replace(taken, seat=2), replace(taken, seat=10), replace(taken, player="bo"), replace(left, seat=1),
        replace(left, player="ana"), replace(left, reason="sat_out"), replace(opening, dealer=3),
        DealCancelled(), RoundCancelled(),
    ):  # fmt: skip
        assert not RULESET.fits(state, event)
    running = opened(dealt({1: "7C 8D 9H", 2: "8C 9D 7H"})).state
    assert RULESET.fits(running, DealCancelled())
    assert RULESET.fits(running, RoundCancelled())
    assert not RULESET.fits(running, left)
    again = RULESET.evolve(running, DealCancelled())
    assert not RULESET.fits(again, DealCancelled())
    assert RULESET.fits(again, RoundCancelled())


def test_random_play_reaches_the_rare_states() -> None:
    """The properties above are worth what this says: everything the rules know happens in a few hundred series."""
    seen: Counter[str] = Counter()
    for seed in range(500):
        found = series(Random(seed))
        for event in found.events:
            seen[event.NAME] += 1
            if isinstance(event, TurnTaken | ChoiceMade):
                seen[f"{event.by} {event.action}"] += 1
            elif isinstance(event, PackShuffled):
                seen[event.what] += 1
            elif isinstance(event, GameScored):
                seen["void"] += event.void
                seen["several lose"] += len(event.losers) > 1
                seen["31"] += any(hand.halves == 62 for hand in event.hands)
                seen["three aces"] += any({card[0] for card in hand.cards} == {"A"} for hand in event.hands)
        seen["crown"] += RULESET.outcome(found.state)["crown"]
    wanted = {*RULESET.events, DealCancelled.NAME, "reshuffle", "void", "several lose", "31", "three aces", "crown"}
    wanted |= {f"player {action}" for action in ("keep", "put_down", "swap", "swap_all", "pass", "knock", "new_cards")}
    wanted |= {f"silence {action}" for action in ("keep", "put_down", "pass", "knock")}
    assert wanted <= (+seen).keys()
