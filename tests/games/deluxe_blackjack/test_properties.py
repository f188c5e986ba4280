"""What must hold for any cards, any money and any player."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.deluxe_blackjack.v1 import RULESET
from games.deluxe_blackjack.v1.events import ActionTaken
from games.deluxe_blackjack.v1.hand_value import ACTIONS, VALUE, score
from games.deluxe_blackjack.v1.intents import Act
from games.deluxe_blackjack.v1.state import State
from games.kernel.cards import PACK
from games.kernel.correction import corrected, fold, repeat
from games.kernel.events import CardDealt
from games.kernel.expectations import Decide, Expectation, Over
from games.kernel.ruleset import Rejected
from tests.games.deluxe_blackjack import random_play

seeds = st.integers(min_value=0, max_value=2**32)
some = settings(max_examples=150, deadline=None)


def by_hand(cards: tuple[str, ...]) -> int:
    """The best of all readings of the aces: the highest one up to 21, else the lowest."""
    readings = [sum(each) for each in product(*((1, 11) if card[0] == "A" else (VALUE[card],) for card in cards))]
    fine = [total for total in readings if total <= 21]
    return max(fine) if fine else min(readings)


def test_scores_of_all_multisets_up_to_six_cards() -> None:
    ranks = [rank + "S" for rank in "A23456789T"]
    for size in range(7):
        for cards in combinations_with_replacement(ranks, size):
            assert score(cards).total == by_hand(cards)


@given(st.lists(st.sampled_from(PACK), max_size=11))
def test_scores_do_not_depend_on_the_order_and_soft_is_derived(cards: list[str]) -> None:
    found = score(cards)
    assert found == score(sorted(cards)) == score(cards[::-1])
    assert found.total == by_hand(tuple(cards))
    assert found.soft == (found.total == sum(VALUE[card] for card in cards) + 10)


@pytest.mark.parametrize(
    ("cards", "total", "soft"), [("AS AD AH 6C", 19, True), ("AS AD 9C", 21, True), ("AS AD 9C TC", 21, False)]
)
def test_scores_that_go_wrong_elsewhere(cards: str, total: int, soft: bool) -> None:
    assert score(cards.split()) == (total, soft)


@some
@given(seeds)
def test_money_is_neither_made_nor_lost(seed: int) -> None:
    random = Random(seed)
    play = random_play.table(random)
    everything = sum(play.book.wallets.values())

    def look(_: Expectation) -> None:
        assert sum(play.book.wallets.values()) + sum(bet.stake for bet in play.book.bets()) + refunded() == everything

    def refunded() -> int:
        return sum(bet.stake - result.returned for bet, result in play.book.closed)

    for done in random_play.rounds(play, random, 4, look):
        closed = done.settle() if done.state.played else done.book.closed
        assert not done.book.bets()
        everything += sum(result.returned - bet.stake for bet, result in closed)
        assert sum(play.book.wallets.values()) == everything
        assert all(
            result.returned == sum(line.returned for line in result.lines) for _, result in closed if result.lines
        )
        assert all(bet.stake == sum(line.stake for line in result.lines) for bet, result in closed if result.lines)


@some
@given(seeds)
def test_only_the_listed_actions_change_anything(seed: int) -> None:
    """Every action on every hand by every player: what is not in the legal list of the open question is refused."""
    random = Random(seed)
    play = random_play.table(random)

    def look(awaited: Expectation) -> None:
        before = play.state
        for player in random_play.PLAYERS:
            for seat, hand, action in product(range(1, 8), (1, 2), (*ACTIONS, "fold")):
                try:
                    RULESET.decide(play.state, Act(player, seat, hand, action), play.book)
                except Rejected as refusal:
                    taken, code = False, refusal.code
                else:
                    taken, code = True, ""
                assert play.state is before
                asked = (
                    isinstance(awaited, Decide)
                    and (player, seat, hand) == (awaited.player, awaited.seat, awaited.hand)
                    and action in awaited.actions
                )
                assert taken == (asked and code != "insufficient_funds")
                assert code != "insufficient_funds" or action in ("double", "split")

    for _ in random_play.rounds(play, random, 2, look):
        look(Over())
        if play.state.played:
            play.settle()


@some
@given(seeds)
def test_a_recorded_round_fits_itself_and_folds_to_the_same_payouts(seed: int) -> None:
    random = Random(seed)
    play = random_play.table(random)
    before = play.rules.seats(play.state)
    for done in random_play.rounds(play, random, 3, lambda _: None):
        start = RULESET.initial(done.options, tuple(before.values()))
        again = repeat(RULESET, start, done.events, RULESET.expects(done.state))
        assert again == done.state == fold(RULESET, start, done.events)
        before = RULESET.seats(done.state)
        if done.state.played:
            for bet in done.book.bets():
                assert RULESET.settle(bet, again) == RULESET.settle(bet, done.state)
            done.settle()


@some
@given(seeds)
def test_a_corrected_round_is_over_or_impossible(seed: int) -> None:
    """Whatever card turns out wrong: either the play still fits and every bet can be settled, or it is refused."""
    random = Random(seed)
    play = random_play.table(random)
    start = RULESET.initial(play.options, ())
    done = next(random_play.rounds(play, random, 1, lambda _: None))
    bets = done.book.bets()
    for event in [e for e in done.events if isinstance(e, CardDealt)]:
        for card in (event.card, random.choice(PACK)):
            changed = corrected(done.events, event.shoe, event.draw, card)
            try:
                state = repeat(RULESET, start, changed, RULESET.expects(done.state))
            except Rejected as refusal:
                assert refusal.code == "correction_impossible"  # noqa: PT017
                assert card != event.card
                continue
            assert RULESET.expects(state) == Over()
            assert state.number == done.state.number
            for bet in bets:
                assert RULESET.settle(bet, state).returned >= 0


@some
@given(seeds)
def test_events_and_state_survive_the_store(seed: int) -> None:
    random = Random(seed)
    play = random_play.table(random)

    def look(_: Expectation) -> None:
        assert msgspec.json.decode(msgspec.json.encode(play.state), type=State) == play.state

    for done in random_play.rounds(play, random, 2, look):
        for event in done.events:
            written = msgspec.json.encode(event)
            read = msgspec.json.decode(written, type=type(event))
            assert read == event
            assert msgspec.json.encode(read) == written
            assert str(RULESET.narrate(event)).endswith(".")
        if done.state.played:
            done.settle()


@some
@given(seeds)
def test_nobody_sees_the_hidden_card_or_another_one_s_choices(seed: int) -> None:
    random = Random(seed)
    play = random_play.table(random)

    def look(awaited: Expectation) -> None:
        for viewer in (*random_play.PLAYERS, *random_play.BACKERS, "public"):
            view = RULESET.view(play.state, viewer, play.book)
            assert len(play.state.dealer) < 2 or play.state.revealed or view.cards["dealer"][1] == "??"
            if isinstance(awaited, Decide):
                assert bool(view.may) == (viewer == awaited.player)
                assert set(view.may) <= set(awaited.actions)

    for done in random_play.rounds(play, random, 2, look):
        if done.state.played:
            done.settle()
            assert len(done.state.dealer) >= 2
            assert "??" not in RULESET.view(done.state, "public", done.book).cards["dealer"]


def test_random_play_reaches_the_rare_states() -> None:
    """The properties above are worth what this says: everything the rules know happens in a few hundred rounds."""
    seen: set[str] = set()
    for seed in range(600):
        random = Random(seed)
        play = random_play.table(random)
        for done in random_play.rounds(play, random, 3, lambda _: None):
            for event in done.events:
                seen.add(event.NAME)
                if isinstance(event, ActionTaken):
                    seen.add(
                        f"{event.by} {event.action} for {event.asked}" if event.asked else f"{event.by} {event.action}"
                    )
            if done.state.played:
                done.settle()
            for bet, result in done.book.closed:
                seen |= {f"{bet.kind} {result.outcome}", *bet.answers}
    wanted = {*RULESET.events, *(f"player {action}" for action in ACTIONS), "silence hit", "silence stand"}
    wanted |= {*(f"preselection {action}" for action in ACTIONS)}
    wanted |= {"preselection hit for double", "preselection hit for split", "preselection stand for split"}
    wanted |= {"pair pair_perfect", "pair pair_mixed", "behind win+lose", "seat blackjack", "behind refunded"}
    wanted |= {"insurance", "double:3.1", "double:3.2", "split:3.1"}
    assert wanted <= seen
