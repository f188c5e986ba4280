"""What must hold for any cards, any money and any player: ten thousand random games, and a closer look at some."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.expectations import Decide
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import Rejected, Seated
from games.royal_9k.sample import SAMPLE
from games.royal_9k.v1 import RULESET
from games.royal_9k.v1.events import ActionTaken, Asked, BettingEnded, GameOpened, HandsShown, Leaving, WonUnseen
from games.royal_9k.v1.intents import Act
from games.royal_9k.v1.settlement import pots, uncalled
from games.royal_9k.v1.state import State
from tests.games.royal_9k.random_play import PLAYERS, games, table
from tests.games.royal_9k.tables import options

GAMES, CHUNKS = 10_000, 20
VIEWERS = (*PLAYERS, "public")
ACTIONS = ("check", "bet", "call", "raise", "fold", "hit")

seeds = st.integers(min_value=0, max_value=2**32)
some = settings(max_examples=60, deadline=None)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_end_conserve_money_and_repeat(chunk: int) -> None:
    played, seed = 0, chunk
    while played < GAMES // CHUNKS:
        random = Random(seed)
        for play, before in games(table(random), random, 5):
            assert again(play, before) == play.state
            check_money(play)
            played += 1
        seed += CHUNKS


def again(play: Playthrough, before: dict[int, Seated]) -> State:
    """The state that the events alone lead to; every one of them fits."""
    state: State = RULESET.initial(play.options, tuple(before.values()))
    for event in play.events:
        assert RULESET.fits(state, event), event
        state = RULESET.evolve(state, event)
    return state


def check_money(play: Playthrough) -> None:
    """Stakes less the rake of each pot come back, to the unit, in lines that add up."""
    state, book = play.state, play.book
    assert {bet.seat: bet.stake for bet in book.bets()} == {hand.seat: hand.staked for hand in state.hands}
    everything = sum(book.wallets.values()) + sum(bet.stake for bet in book.bets())
    rake = sum(pot.rake for pot in pots(state))
    assert all(pot.rake == pot.amount * state.options.rake_bp // 10_000 for pot in pots(state))
    assert sum(pot.amount for pot in pots(state)) + uncalled(state)[1] == sum(hand.staked for hand in state.hands)
    moved: Counter[str] = Counter()
    for bet, result in play.settle():
        assert sum(line.stake for line in result.lines) == bet.stake
        assert sum(line.returned for line in result.lines) == result.returned >= 0
        for line in result.lines:
            moved[line.part] += line.stake - line.returned
    assert sum(book.wallets.values()) + rake == everything
    # Every pot is emptied by its winner, and every rake has left the table.
    assert all(amount == 0 for part, amount in moved.items() if not part.startswith("rake:"))
    assert sum(amount for part, amount in moved.items() if part.startswith("rake:")) == rake


@some
@given(seeds)
def test_nobody_sees_what_is_hidden(seed: int) -> None:
    def look(play: Playthrough, awaited: Decide) -> None:
        for viewer in VIEWERS:
            seen = RULESET.view(play.state, viewer, play.book)
            for hand in play.state.hands:
                assert seen.cards[hand.place] == (
                    hand.cards if hand.player == viewer else ("??",) * len(hand.cards)
                )  # fmt: skip
            assert seen.cards.keys() == {hand.place for hand in play.state.hands}
            assert bool(seen.may) == (viewer == awaited.player)
            assert set(seen.may) <= set(awaited.actions)

    random = Random(seed)
    for play, _ in games(table(random), random, 2, look):
        shown = {seat for e in play.events if isinstance(e, HandsShown) for seat in e.seats}
        for viewer in VIEWERS:
            seen = RULESET.view(play.state, viewer, play.book)
            for hand in play.state.hands:
                hidden = hand.seat not in shown and hand.player != viewer
                assert seen.cards[hand.place] == (("??",) * len(hand.cards) if hidden else hand.cards)
            assert not seen.may
        play.settle()


@some
@given(seeds)
def test_only_what_is_open_changes_anything(seed: int) -> None:
    """What ``may`` offers is taken, everything else is refused, whoever sends it."""

    def look(play: Playthrough, awaited: Decide) -> None:
        before = play.state
        for player in PLAYERS:
            may = RULESET.view(play.state, player, play.book).may
            for action in ACTIONS:
                try:
                    RULESET.decide(play.state, Act(player, action), play.book)
                except Rejected as refusal:
                    assert action not in may
                    poor = player == awaited.player and action in awaited.actions
                    assert (refusal.code == "insufficient_funds") == poor  # noqa: PT017
                else:
                    assert action in may
        assert play.state is before

    random = Random(seed)
    for play, _ in games(table(random), random, 2, look):
        play.settle()


@some
@given(seeds)
def test_events_and_state_survive_the_store(seed: int) -> None:
    def look(play: Playthrough, _: Decide) -> None:
        assert msgspec.json.decode(msgspec.json.encode(play.state), type=State) == play.state

    random = Random(seed)
    for play, _ in games(table(random), random, 2, look):
        for event in play.events:
            written = msgspec.json.encode(event)
            assert msgspec.json.decode(written, type=type(event)) == event
            assert str(RULESET.narrate(event)).endswith(".")
        msgspec.json.encode(RULESET.outcome(play.state))
        play.settle()


@some
@given(seeds)
def test_a_changed_record_does_not_fit(seed: int) -> None:
    """Another seat, card, amount or order of events than the recorded one is noticed at that event."""
    random = Random(seed)
    for play, seated in games(table(random), random, 1):
        state = RULESET.initial(play.options, tuple(seated.values()))
        for before, event in zip([None, *play.events], play.events, strict=False):
            for other in changed(event, state):
                assert not RULESET.fits(state, other), other
            if before is not None and type(before) is not type(event):
                assert not RULESET.fits(state, before), before
            state = RULESET.evolve(state, event)
        assert not any(RULESET.fits(state, e) for e in play.events if not isinstance(e, SeatTaken | SeatLeft))
        play.settle()


def changed(event: Any, state: State) -> list[Any]:
    """Records of this event that could not have happened."""
    folded = tuple(hand.seat for hand in state.hands if hand.folded)
    match event:
        case GameOpened():
            changes: list[dict[str, Any]] = [
                {"dealer": 0}, {"ante": event.ante + 1}, {"seats": event.seats[1:]}, {"seats": event.seats[::-1]},
            ]  # fmt: skip
        case CardDealt():
            lying = [card for hand in state.hands for card in hand.cards]
            changes = [{"to": "seat7"}, {"face": "up"}, {"card": "1C"}, *({"card": card} for card in lying)]
        case Asked():
            changes = [{"seat": 7}, {"owes": event.owes + 1}, {"broke": (7,)}, {"broke": (event.seat,)}]
            changes += [{"broke": folded}] if folded else []
        case BettingEnded():
            changes = [{"betting": event.betting + 1}, {"skipped": not event.skipped}, {"broke": (7,)}]
        case ActionTaken():
            changes = [{"action": "hit"}, {"seat": 7}, {"by": "bot"}, {"amount": -1}, {"all_in": not event.all_in}]
            changes += [{"amount": event.amount + 1}] if not event.all_in else []
            changes += [{"by": "silence"}] if event.action in ("bet", "call", "raise") else []
        case Leaving():
            changes = [{"seat": 7}, {"player": "hal"}, {"folds": not event.folds}]
        case HandsShown():
            changes = [{"seats": event.seats[1:]}, {"seats": (*event.seats, 7)}]
        case WonUnseen():
            changes = [{"seat": folded[0]}]
        case SeatLeft():
            changes = [{"seat": 7}, {"player": "hal"}, {"reason": "sat_out"}]
        case _:
            changes = [{"seat": 7}]
    return [other for change in changes if (other := replace(event, **change)) != event]


def test_seats_change_only_where_that_can_be() -> None:
    state = RULESET.initial(options(), [Seated(1, "ana"), Seated(2, "bo")])
    taken, left = SeatTaken(seat=3, player="cy"), SeatLeft(seat=1, player="ana", reason="left")
    assert RULESET.fits(state, taken)
    assert RULESET.fits(state, left)
    assert RULESET.fits(state, replace(left, reason="below_minimum"))
    assert RULESET.fits(state, SeatLeft(seat=2, player="bo", reason="left"))
    for event in (
        replace(taken, seat=2), replace(taken, seat=0), replace(taken, player="ana"), replace(left, seat=2),
        replace(left, reason="sat_out"),
        GameOpened(dealer=1, ante=100, seats=()), RoundCancelled(),
    ):  # fmt: skip
        assert not RULESET.fits(state, event)


def test_random_play_reaches_the_rare_states() -> None:
    """The properties above are worth what this says: everything the rules know happens in a few hundred games."""
    seen: Counter[str] = Counter()
    for seed in range(450):
        random = Random(seed)
        for play, _ in games(table(random), random, 3):
            for event in play.events:
                seen[event.NAME] += 1
                match event:
                    case ActionTaken():
                        seen[f"{event.by} {event.action}{' short' if event.all_in else ''}"] += 1
                        seen["call for nothing"] += event.all_in and not event.amount
                    case Leaving():
                        seen[f"leaving, folds {event.folds}"] += 1
                    case SeatLeft():
                        seen[event.reason] += 1
                    case BettingEnded():
                        seen[f"betting {event.betting}, skipped {event.skipped}"] += 1
            for pot in pots(play.state):
                seen[f"pot {pot.number}"] += 1
            seen["uncalled"] += uncalled(play.state)[1] > 0
            for _, result in play.settle():
                seen[result.outcome] += 1
    wanted = {*RULESET.events, SeatTaken.NAME, "left", "below_minimum", "uncalled", "pot 3", "win", "lose", "fold"}
    wanted |= {f"player {action}" for action in ("check", "bet", "call", "raise", "fold", "call short")}
    wanted |= {"silence check", "silence fold", "call for nothing", "leaving, folds True", "leaving, folds False"}
    wanted |= {f"betting {number}, skipped {skipped}" for number in (1, 2) for skipped in (True, False)}
    assert wanted <= (+seen).keys()


# --- the sample player -----------------------------------------------------------------------------------------------


def test_the_careful_player_plays_by_the_rules_and_beats_chance() -> None:
    careful = SAMPLE.strategies["careful"]
    rules = RULESET.read_options({**SAMPLE.table_options("virtual", 100, {}), "rake_bp": 0})
    seated = [Seated(seat, player) for seat, player in zip((1, 2, 3, 4), PLAYERS, strict=False)]
    won = 0
    for seed in range(150):
        random = Random(seed)
        play = Playthrough(RULESET, rules, Book(dict.fromkeys(PLAYERS, 10_000)), seated=seated)
        play.cards = iter(random.sample(RULESET.pack(rules), 52))
        awaited = play.open(1 + seed % 4)
        while isinstance(awaited, Decide):
            by_chance = Act(awaited.player, random.choice(awaited.actions))
            act = careful(play.state, awaited, awaited.actions) if awaited.seat < 3 else by_chance
            assert act.action in awaited.actions
            awaited = play.send(act)
        play.settle()
        won += play.book.wallets["ana"] + play.book.wallets["bo"] - 20_000
    assert won > 0
