"""Basic strategy of Deluxe Blackjack: the table, its derivation, and the bound of composition-dependent play."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum

import pytest

from games.deluxe_blackjack.basic_strategy import DEFAULT, UP_CARDS, BasicStrategy, Holding, card_value
from games.deluxe_blackjack.dealer_odds import shoe_counts
from games.deluxe_blackjack.hand_odds import UNIT, HandOdds, Plan, UpCard, no_cards, split_card
from games.deluxe_blackjack.strategy_search import derive
from games.deluxe_blackjack.theory import evaluate, rtp, strategy


def columns(text: str) -> set[int]:
    """``"2-7 9 T A"`` as up card values."""
    values: set[int] = set()
    for part in text.replace("T", "10").replace("A", "1").split():
        low, _, high = part.partition("-")
        values |= set(range(int(low), int(high or low) + 1))
    return values


def test_default_is_the_familiar_chart() -> None:
    """The published chart for four to eight packs, dealer stands on soft 17, double after split, peek.

    Surrender is in it only against a nine, because here it is closed against ten and ace.
    """
    doubles = {
        (9, False): "3-6", (10, False): "2-9", (11, False): "2-10", (13, True): "5-6", (14, True): "5-6",
        (15, True): "4-6", (16, True): "4-6", (17, True): "3-6", (18, True): "3-6",
    }  # fmt: skip
    stands = {(12, False): "4-6", (18, True): "2-8"} | {(total, False): "2-6" for total in range(13, 17)}
    splits = {1: "A 2-10", 2: "2-7", 3: "2-7", 4: "5-6", 6: "2-6", 7: "2-7", 8: "A 2-10", 9: "2-6 8-9"}
    for up in UP_CARDS:
        for total, soft in [(t, False) for t in range(4, 21)] + [(t, True) for t in range(12, 21)]:
            cell = (total, soft)
            always = total >= (19 if soft else 17)
            stand = always or up in columns(stands.get(cell, ""))
            assert DEFAULT.action(Holding(total, soft), up) == ("stand" if stand else "hit"), (cell, up)
            double = up in columns(doubles.get(cell, ""))
            assert (DEFAULT.action(Holding(total, soft), up, can_double=True) == "double") == double, (cell, up)
            surrender = cell == (16, False) and up == 9
            assert (DEFAULT.action(Holding(total, soft), up, True, True, True) == "surrender") == surrender
        for pair in range(1, 11):
            assert DEFAULT.splits(pair, up) == (up in columns(splits.get(pair, ""))), (pair, up)


def test_default_is_the_derived_table() -> None:
    assert derive(shoe_counts(8)) == DEFAULT


def test_derivation_does_not_depend_on_its_start() -> None:
    shoe = (2, 0, 4, 4, 3, 0, 4, 0, 0, 4)
    assert evaluate(shoe, derive(shoe)).result == pytest.approx(evaluate(shoe, derive(shoe, 1.0, DEFAULT)).result)


def test_actions_of_cards() -> None:
    everything = {"can_double": True, "can_split": True, "can_surrender": True}
    assert DEFAULT.action(("8S", "8D"), 9, **everything) == "split"
    assert DEFAULT.action(("8S", "8D"), 9, can_surrender=True) == "surrender"
    assert DEFAULT.action(("TS", "6D"), 9, **everything) == "surrender"
    assert DEFAULT.action(("TS", "6D"), 9) == "hit"
    assert DEFAULT.action(("AS", "7D"), 6, **everything) == "double"
    assert DEFAULT.action(("AS", "7D"), 6) == "stand"
    assert DEFAULT.action(("AS", "3D", "4C"), 9) == "hit"
    assert DEFAULT.action(("5S", "6D"), 11, **everything) == DEFAULT.action(("5S", "6D"), 1, **everything) == "hit"
    assert DEFAULT.action(("QS", "KD"), 6, **everything) == "stand"
    assert DEFAULT.action(("5S", "5D"), 6, **everything) == "double"
    assert DEFAULT.action(("AS", "KD"), 6, **everything) == "stand"
    assert DEFAULT.action(("TS", "6D", "9C"), 6) == "stand"
    assert [card_value(card) for card in ("AS", "2C", "9H", "TD", "JC", "QS", "KH")] == [1, 2, 9, 10, 10, 10, 10]


def test_strategy_of_options() -> None:
    assert strategy({"packs": 8, "pay": {"win": [1, 1], "blackjack": [6, 5]}}) is DEFAULT
    assert strategy({}) is DEFAULT


def changed(best: BasicStrategy, shoe: Sequence[int]) -> Iterator[BasicStrategy]:
    """Every table that differs in one cell of an up card that the shoe holds."""
    for name, letters in (("hard", "HSDdRr"), ("soft", "HSDdRr"), ("pairs", "P-")):
        rows: tuple[str, ...] = getattr(best, name)
        for at, row in enumerate(rows):
            for column in (at for at, up in enumerate(UP_CARDS) if shoe[up - 1]):
                for letter in letters:
                    if letter != row[column]:
                        new = row[:column] + letter + row[column + 1 :]
                        yield replace(best, **{name: (*rows[:at], new, *rows[at + 1 :])})


@pytest.mark.slow
def test_no_change_of_one_cell_is_better() -> None:
    shoe = (2, 0, 0, 0, 3, 0, 0, 3, 0, 4)
    best = derive(shoe)
    value = evaluate(shoe, best).result
    assert all(evaluate(shoe, other).result <= value + 1e-12 for other in changed(best, shoe))


class Composition(HandOdds):
    """Decides every hand by its cards: an upper bound for every total-dependent table."""

    def play(self, hand: int, hard: int, ace: bool) -> float:
        value = self._played.get(hand)
        if value is None:
            total = hard + 10 if ace and hard <= 11 else hard
            value = self.stand(hand, total)
            if total < 21 and (total < 18 or total != hard):
                value = max(value, self.hit(hand, hard, ace))
            self._played[hand] = value
        return value


def composition_dependent(shoe: Sequence[int]) -> float:
    """Net result per seat bet at 3:2 if every decision looks at all cards of the hand."""
    size, parts = sum(shoe), []
    for up in range(10):
        up_card = UpCard(shoe, up)
        odds, chance = Composition(up_card, Plan(), 1.0), shoe[up] / size
        odds.load(0)
        parts.append(chance * (odds.mass() - 1.0))
        for at in odds.onward(odds.onward({0: no_cards()})).values():
            odds.load(at.hand)
            if at.cell[0] == 21:
                # A natural: paid without a dealer's natural, given back (the bet counted as lost above) with one.
                parts.append(chance * at.weight * (1.5 * odds.mass() + 1.0 - odds.mass()))
                continue
            values = [odds.play(at.hand, at.hard, at.ace), odds.double(at.hand, at.hard, at.ace)]
            if up_card.partner is None:
                values.append(odds.surrender())
            if at.pair is not None:
                half = Composition(up_card, Plan(), 1.0, UNIT[at.pair])
                values.append(0.0)
                for split in half.onward({UNIT[at.pair]: split_card(at.pair)}).values():
                    half.load(split.hand)
                    value = half.stand(split.hand, split.cell[0])
                    if at.pair != 0 and split.cell[0] < 21:
                        value = max(value, half.play(split.hand, split.hard, split.ace))
                        value = max(value, half.double(split.hand, split.hard, split.ace))
                    values[-1] += 2.0 * split.weight * value
            parts.append(chance * at.weight * max(values))
    return fsum(parts)


@pytest.mark.slow
def test_composition_dependent_return_is_the_stated_one() -> None:
    best = 1.0 + composition_dependent(shoe_counts(8))
    assert round(best, 4) == 0.9952
    assert 0.0 < best - rtp().main < 0.00003
