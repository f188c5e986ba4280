"""What must hold for any cards and any player: ten thousand random matches, and a closer look at some of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel.events import CardDealt, CardShown, DealCancelled, PackShuffled, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.expectations import Decide, Over
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import Rejected
from games.kozel.sample import SAMPLE, legal
from games.kozel.v1 import RULESET
from games.kozel.v1.events import CardsLaid, GameScored, MatchEnded, MatchOpened, TrickTaken
from games.kozel.v1.intents import Act
from games.kozel.v1.options import PACK, SEATS
from games.kozel.v1.state import State, actions, initial
from tests.games.kozel.random_play import FUNDS, match
from tests.games.kozel.tables import PLAYERS, SEATED, dealt, opened, options, shuffler

MATCHES, CHUNKS = 10_000, 20
VIEWERS = (*PLAYERS, "eli", "public")

seeds = st.integers(min_value=0, max_value=2**32)
some = settings(max_examples=40, deadline=None)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_matches_end_conserve_cards_and_money_and_repeat(chunk: int) -> None:
    for seed in range(chunk, MATCHES, CHUNKS):
        table = match(Random(seed))
        assert again(table) == table.state
        assert table.rules.expects(table.state) == Over()
        check_money(table)


def again(table: Playthrough) -> State:
    """The state that the events alone lead to; every one of them fits, and no card is lost or doubled on the way."""
    state = initial(table.options, SEATED)
    for event in table.events:
        assert RULESET.fits(state, event), event
        state = RULESET.evolve(state, event)
        if isinstance(event, TrickTaken) or getattr(event, "action", "") == "pull":
            check_cards(state)
        elif isinstance(event, GameScored):
            assert sum(event.points) == 120
            assert sum(event.tricks) <= 9
            assert sorted(card for pile in state.game.piles for card in pile) == sorted(PACK)
            assert 0 in event.loss
    return state


def check_cards(state: State) -> None:
    """§3.4.2: hands are equal between tricks. Every card is in one place, and the rest is in the pack."""
    game = state.game
    laid = [card for play in game.plays for card in play.cards]
    everywhere = [card for cards in (*game.hands, *game.piles) for card in cards] + laid
    assert len(everywhere) == len(set(everywhere)) == len(PACK) - game.left
    assert len({len(play.cards) for play in game.plays}) <= 1
    assert game.plays or len({len(hand) for hand in game.hands}) == 1


def check_money(table: Playthrough) -> None:
    stake = table.options.match_stake
    assert table.book.wallets == dict.fromkeys(PLAYERS, FUNDS - stake)
    for bet, result in table.settle():
        assert sum(line.stake for line in result.lines) == bet.stake == stake
        assert sum(line.returned for line in result.lines) == result.returned
        assert result.returned == (2 * stake if result.outcome == "win" else 0)
    assert sum(table.book.wallets.values()) == FUNDS * len(PLAYERS)
    side = {"A": 0, "B": 1}[table.rules.outcome(table.state)["loser"]]
    assert [table.book.wallets[PLAYERS[seat]] for seat in SEATS] == [
        FUNDS + (-stake if seat % 2 == side else stake) for seat in SEATS
    ]


@some
@given(seeds)
def test_nobody_sees_what_is_hidden(seed: int) -> None:
    """A viewer knows his own hand, what lies face up and the trump, and nothing of anybody else's."""

    def look(table: Playthrough, awaited: Decide) -> None:
        game = table.state.game
        for viewer in VIEWERS:
            seen = RULESET.view(table.state, viewer, table.book)
            own = PLAYERS.index(viewer) if viewer in PLAYERS else None
            for seat in SEATS:
                shown = seen.cards.get(f"seat{seat}", ())
                assert shown == (game.hands[seat] if seat == own else ("??",) * len(game.hands[seat]))
            for play in game.plays:
                hidden = play.action == "discard" and play.seat != own
                assert seen.cards[f"trick{play.seat}"] == (("??",) * len(play.cards) if hidden else play.cards)
            assert seen.cards["trump"] == (game.shown,)
            assert seen.cards.keys() <= {"trump", *(f"{place}{seat}" for place in ("seat", "trick") for seat in SEATS)}
            turn = own == awaited.seat
            assert bool({"lead", "beat", "discard"} & set(seen.may)) == turn
            assert own is not None or not seen.may
            assert not turn or tuple(seen.may) == awaited.actions

    match(Random(seed), look, loss_limit=1)


@some
@given(seeds)
def test_only_what_is_legal_changes_anything(seed: int) -> None:
    """What is not in the list of legal plays is refused, whoever sends it, and what is in it is taken."""
    random = Random(seed)

    def look(table: Playthrough, awaited: Decide) -> None:
        if random.random() < 0.8:
            return
        allowed = {read(act) for act in legal(table.state, awaited, awaited.actions)}
        hand = table.state.game.hands[awaited.seat]
        for player in (*PLAYERS, "eli"):
            for action in ("lead", "beat", "discard", "knock"):
                laid = tuple(random.sample((*hand, random.choice(PACK)), random.randint(0, len(hand))))
                act = Act(player, action, " ".join(laid))
                assert accepted(table, act) == (read(act) in allowed)
            assert accepted(table, Act(player, "pull")) == ("pull" in RULESET.view(table.state, player, table.book).may)
        assert all(accepted(table, Act(player, action, " ".join(cards))) for player, action, cards in allowed)

    match(random, look, loss_limit=1)


def read(act: Act) -> tuple[str, str, tuple[str, ...]]:
    return act.player, act.action, tuple(sorted(act.cards.split()))


def accepted(table: Playthrough, act: Act) -> bool:
    before = table.state
    try:
        RULESET.decide(table.state, act, table.book)
    except Rejected as refusal:
        assert refusal.code in {"illegal_action", "not_your_turn", "not_your_seat"}  # noqa: PT017
        return False
    finally:
        assert table.state is before
    return True


@some
@given(seeds)
def test_events_and_state_survive_the_store(seed: int) -> None:
    def look(table: Playthrough, _: Decide) -> None:
        assert msgspec.json.decode(msgspec.json.encode(table.state), type=State) == table.state

    table = match(Random(seed), look, loss_limit=1)
    for event in table.events:
        written = msgspec.json.encode(event)
        assert msgspec.json.decode(written, type=type(event)) == event
        assert str(RULESET.narrate(event)).endswith(".")
    msgspec.json.encode(RULESET.outcome(table.state))


@some
@given(seeds)
def test_a_changed_record_does_not_fit(seed: int) -> None:
    """Another card, seat, count or order of events than the recorded one is noticed at that event."""
    random = Random(seed)
    table = match(random, loss_limit=1)
    state = initial(table.options, SEATED)
    for before, event in zip([None, *table.events], table.events, strict=False):
        for other in changed(event, random):
            assert not RULESET.fits(state, other), other
        if before is not None and type(before) is not type(event):
            assert not RULESET.fits(state, before)
        state = RULESET.evolve(state, event)
    assert not any(RULESET.fits(state, event) for event in table.events)


def changed(event: Any, random: Random) -> list[Any]:
    """Records of this event that could not have happened."""
    match event:
        case MatchOpened():
            changes: list[dict[str, Any]] = [{"dealer": 4}, {"stake": event.stake + 1}]
        case PackShuffled():
            changes = [{"shown_at": 16}, {"shown_at": 0}, {"shown_at": 37}, {"what": "reshuffle"}]
        case CardDealt():
            other = f"seat{(int(event.to[-1]) + 1) % 4}"
            changes = [{"to": other}, {"face": "up"}, {"draw": event.draw + 1}, {"shoe": "other"}, {"card": "2C"}]
        case CardShown():
            changes = [{"place": event.place - 1}, {"card": "2C"}, {"shoe": "other"}]
        case CardsLaid():
            changes = [{"action": "knock"}, {"seat": 4}, {"by": "bot"}, {"cards": ()}, {"cards": ("2C",)}]
        case TrickTaken():
            changes = [{"seat": (event.seat + random.randint(1, 3)) % 4}]
        case GameScored():
            changes = [{"points": (59, 61)}, {"tricks": (9, 9)}, {"loss": (6, 6)}, {"score": (1, 1)}, {"eggs": 7}]
        case MatchEnded():
            changes = [{"loser": "A" if event.loser == "B" else "B"}, {"eggs": event.eggs + 1}]
        case _:
            changes = []
    found = [replace(event, **change) for change in changes]
    return [other for other in found if other != event]


def test_seats_change_and_games_are_void_only_where_that_can_be() -> None:
    taken, left = SeatTaken(seat=3, player="dee"), SeatLeft(seat=2, player="cy", reason="left")
    state = initial(options(), SEATED[:3])
    assert RULESET.fits(state, taken)
    assert RULESET.fits(state, left)
    for event in (
        replace(taken, seat=2), replace(taken, seat=4), replace(taken, player="cy"), replace(left, seat=1),
        replace(left, player="dee"), replace(left, reason="sat_out"), MatchOpened(dealer=0, stake=500),
        DealCancelled(), RoundCancelled(),
    ):  # fmt: skip
        assert not RULESET.fits(state, event)
    running = opened(dealt({})).state
    assert RULESET.fits(running, DealCancelled())
    assert RULESET.fits(running, RoundCancelled())
    assert not RULESET.fits(running, left)
    again = RULESET.evolve(running, DealCancelled())
    assert not RULESET.fits(again, DealCancelled())
    assert RULESET.fits(again, RoundCancelled())


def test_random_play_reaches_the_rare_states() -> None:
    """The properties above are worth what this says: everything the rules know happens in a few hundred matches."""
    seen: Counter[str] = Counter()
    for seed in range(400):
        table = match(Random(seed), loss_limit=2)
        pulled = 0
        for event in table.events:
            seen[event.NAME] += 1
            if isinstance(event, CardsLaid):
                seen[f"{event.by} {event.action} {len(event.cards)}"] += 1
                pulled = pulled + 1 if event.action == "pull" else 0
                seen["pull against a pull"] += pulled > 1
            elif isinstance(event, GameScored):
                seen.update(f"loss {lost}" for lost in event.loss)
        outcome = table.rules.outcome(table.state)
        seen[outcome["title"]] += 1
    wanted = {*RULESET.events, DealCancelled.NAME, "player pull 4", "pull against a pull", "goat", "goat with eggs"}
    wanted |= {f"player {action} {count}" for action in ("lead", "beat", "discard") for count in (1, 2, 3, 4)}
    wanted |= {"silence lead 1", *(f"silence discard {count}" for count in (1, 2, 3, 4))}
    wanted |= {f"loss {lost}" for lost in (0, 2, 4, 6)}
    assert wanted <= (+seen).keys()


# --- the sample player -----------------------------------------------------------------------------------------------


def test_the_thrifty_player_plays_by_the_rules_and_beats_chance() -> None:
    thrifty = SAMPLE.strategies["thrifty"]
    assert SAMPLE.interrupt is not None
    lost = [0, 0]
    for seed in range(40):
        random = Random(seed)
        table = Playthrough(
            RULESET, options(), Book(dict.fromkeys(PLAYERS, FUNDS)), shuffle=shuffler(random), seated=SEATED
        )
        awaited = table.open(seed % 4)
        while isinstance(awaited, Decide):
            early = [SAMPLE.interrupt(table.state, PLAYERS[seat], actions(table.state, seat)) for seat in (0, 2)]
            act = next((act for act in early if act and act.player != awaited.player), None)
            choices = legal(table.state, awaited, awaited.actions)
            if act is None and awaited.seat % 2 == 0:
                act = thrifty(table.state, awaited, awaited.actions)
                assert read(act) in {read(choice) for choice in choices}
            awaited = table.send(act or random.choice(choices))
        lost["AB".index(table.rules.outcome(table.state)["loser"])] += 1
    assert lost[0] <= 4
