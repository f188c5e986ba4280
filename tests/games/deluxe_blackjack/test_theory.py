"""Theory of Deluxe Blackjack against independent oracles: counting, and playing out small shoes in dealing order."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

from games.deluxe_blackjack.basic_strategy import DEFAULT, BasicStrategy, Holding
from games.deluxe_blackjack.strategy_search import derive
from games.deluxe_blackjack.theory import evaluate, insurance_rtp, pair_rtp, rtp

Shoe = tuple[int, ...]  # cards left by value, index 0 = ace
Hand = tuple[int, ...]  # card values

# Large enough that no hand can exhaust them: three hands take at most 26 pips each.
SMALL_SHOES: dict[str, Shoe] = {
    "aces_and_tens": (3, 0, 0, 0, 2, 3, 0, 3, 0, 6),
    "middle": (2, 2, 0, 0, 0, 3, 3, 0, 3, 4),
    "low": (1, 0, 3, 5, 0, 0, 4, 0, 0, 4),
}


# --- the oracle: every deal of a small shoe, card by card, in the order of the rules --------------------------------


def takes(shoe: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
    """Every next card: value, probability, shoe without it."""
    size = sum(shoe)
    for at, count in enumerate(shoe):
        if count:
            yield at + 1, Fraction(count, size), (*shoe[:at], count - 1, *shoe[at + 1 :])


def score(hand: Hand) -> tuple[int, bool]:
    total = sum(hand)
    return (total + 10, True) if 1 in hand and total <= 11 else (total, False)


def natural(hand: Hand) -> bool:
    return len(hand) == 2 and score(hand)[0] == 21


class Oracle:
    """Plays both hands of a split one after the other from one shoe; nothing is exchanged or conditioned."""

    def __init__(self, best: BasicStrategy, win: Fraction = Fraction(1), blackjack: Fraction = Fraction(3, 2)) -> None:
        self.best, self.win, self.blackjack = best, win, blackjack
        self.dealer = cache(self._dealer)
        self.play = cache(self._play)

    def _dealer(self, shoe: Shoe, hand: Hand) -> dict[int, Fraction]:
        total, _ = score(hand)
        if total >= 17:
            return {min(total, 22): Fraction(1)}
        ends: dict[int, Fraction] = {}
        for card, chance, rest in takes(shoe):
            for end, part in self.dealer(rest, tuple(sorted((*hand, card)))).items():
                ends[end] = ends.get(end, Fraction(0)) + chance * part
        return ends

    def _settle(self, shoe: Shoe, dealer: Hand, done: tuple[tuple[int, int], ...]) -> list[Fraction]:
        sums = [Fraction(0), Fraction(0), Fraction(sum(stake for _, stake in done))]
        for end, chance in self.dealer(shoe, dealer).items():
            net = Fraction(0)
            for total, stake in done:
                if total > 21 or total < end <= 21:
                    net -= stake
                elif end > 21 or total > end:
                    net += stake * self.win
            sums[0] += chance * net
            sums[1] += chance * net * net
        return sums

    def _play(self, shoe: Shoe, dealer: Hand, todo: tuple[Hand, ...], done: tuple[tuple[int, int], ...], split: bool,
              fresh: bool) -> list[Fraction]:  # fmt: skip
        """[E net, E net squared, E staked]; ``fresh``: no action was taken on the first hand of ``todo``."""
        if not todo:
            return self._settle(shoe, tuple(sorted(dealer)), done)
        hand, rest = todo[0], todo[1:]
        total, soft = score(hand)
        two = fresh and not (split and hand[0] == 1)
        pair = hand[0] if len(hand) == 2 and hand[0] == hand[1] else None
        action = "stand"
        if total < 21 and (two or not fresh):
            up = dealer[0]
            action = self.best.action(
                Holding(total, soft, pair), up, two, two and not split, two and not split and up not in (1, 10)
            )
        if action == "surrender":
            return [Fraction(-1, 2), Fraction(1, 4), Fraction(1)]
        if action == "stand":
            return self.play(shoe, dealer, rest, (*done, (total, 1)), split, True)
        sums = [Fraction(0)] * 3
        for card, chance, left in takes(shoe):
            if action == "split":
                for second, chance2, left2 in takes(left):
                    hands = ((hand[0], card), (hand[1], second))
                    part = self.play(left2, dealer, hands, (), True, True)
                    sums = [a + chance * chance2 * b for a, b in zip(sums, part, strict=True)]
                continue
            if action == "double":
                part = self.play(left, dealer, rest, (*done, (score((*hand, card))[0], 2)), split, True)
            else:
                part = self.play(left, dealer, (tuple(sorted((*hand, card))), *rest), done, split, False)
            sums = [a + chance * b for a, b in zip(sums, part, strict=True)]
        return sums

    def round(self, shoe: Shoe) -> list[Fraction]:
        """Seat, dealer, seat, dealer's hidden card, tested; then the decisions."""
        sums = [Fraction(0)] * 3
        for first, p1, shoe1 in takes(shoe):
            for up, p2, shoe2 in takes(shoe1):
                for second, p3, shoe3 in takes(shoe2):
                    for hidden, p4, shoe4 in takes(shoe3):
                        hand, dealer = (first, second), (up, hidden)
                        if natural(dealer):
                            net = Fraction(0 if natural(hand) else -1)
                            part = [net, net * net, Fraction(1)]
                        elif natural(hand):
                            part = [self.blackjack, self.blackjack**2, Fraction(1)]
                        else:
                            part = self.play(shoe4, dealer, (hand,), (), False, True)
                        sums = [a + p1 * p2 * p3 * p4 * b for a, b in zip(sums, part, strict=True)]
        return sums


@pytest.mark.parametrize("name", SMALL_SHOES)
def test_equals_playing_out_a_small_shoe(name: str) -> None:
    shoe = SMALL_SHOES[name]
    for best in (DEFAULT, derive(shoe)):
        net, _, staked = Oracle(best).round(shoe)
        figures = evaluate(shoe, best)
        assert figures.result == pytest.approx(float(net), abs=1e-12)
        assert figures.handle == pytest.approx(float(staked), abs=1e-12)


def test_other_payouts_on_a_small_shoe() -> None:
    shoe = SMALL_SHOES["aces_and_tens"]
    net, _, _ = Oracle(DEFAULT, Fraction(19, 20), Fraction(6, 5)).round(shoe)
    assert evaluate(shoe, DEFAULT, 0.95, 1.2).result == pytest.approx(float(net), abs=1e-12)


def test_square_is_exact_without_splits_and_close_with() -> None:
    shoe = SMALL_SHOES["middle"]
    whole = replace(DEFAULT, pairs=("-" * 10,) * 10)
    assert evaluate(shoe, whole).square == pytest.approx(float(Oracle(whole).round(shoe)[1]), abs=1e-12)
    # With splits the neglected dependence of the two hands shrinks as one over the number of cards.
    errors = []
    for times in (1, 2, 4):
        shoe = tuple(times * count for count in (2, 0, 0, 0, 3, 0, 0, 3, 0, 4))
        errors.append(evaluate(shoe, DEFAULT).square - float(Oracle(DEFAULT).round(shoe)[1]))
    assert 0.0 < errors[0] < 0.004
    assert errors[0] / errors[1] == pytest.approx(2.0, abs=0.05)
    assert errors[1] / errors[2] == pytest.approx(2.0, abs=0.05)


# --- side bets ------------------------------------------------------------------------------------------------------


def test_pair_by_counting_all_deals() -> None:
    pack = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] * 2
    colour = {"S": 0, "C": 0, "H": 1, "D": 1}
    plain = coloured = deals = 0
    for first, second in permutations(pack, 2):
        deals += 1
        if first == second:
            plain, coloured = plain + 26, coloured + 26
        elif first[0] == second[0]:
            plain += 9
            coloured += 13 if colour[first[1]] == colour[second[1]] else 7
    assert pair_rtp(packs=2) == Fraction(plain, deals)
    pay = {"pair_perfect": (25, 1), "pair_mixed": (6, 1), "pair_coloured": (12, 1)}
    assert pair_rtp(pay, 2) == Fraction(coloured, deals)


def test_pair_and_insurance_of_eight_packs() -> None:
    assert pair_rtp() == Fraction(398, 415)
    assert round(100 * float(1 - pair_rtp()), 2) == 4.10
    assert pair_rtp({"pair_perfect": (25, 1), "pair_mixed": (6, 1), "pair_coloured": (12, 1)}) == Fraction(398, 415)
    assert insurance_rtp() == Fraction(128, 415) * 3


# --- eight packs ----------------------------------------------------------------------------------------------------

at_eight_packs = cache(lambda n, d: rtp({"blackjack": (n, d)}))


@pytest.mark.parametrize(("blackjack", "published"), [((3, 2), 0.9952), ((6, 5), 0.9816), ((1, 1), 0.9725)])
def test_return_is_a_hair_below_the_composition_dependent_one(blackjack: tuple[int, int], published: float) -> None:
    theory = at_eight_packs(*blackjack)
    assert published - 0.0001 < theory.main < published + 0.00005
    assert theory.main < 0.9953
    assert theory.main < theory.main_handle < 1.0
    assert theory.strategy is DEFAULT


def test_figures_of_eight_packs() -> None:
    theory = at_eight_packs(3, 2)
    assert theory.main == pytest.approx(0.9951497, abs=1e-7)
    assert theory.main_handle == pytest.approx(0.9956991, abs=1e-7)
    assert theory.std_dev == pytest.approx(1.145, abs=0.001)
    # Player's natural and no dealer natural, by counting: 2 x 32 x 128 / (416 x 415), less both natural.
    chance = Fraction(2 * 32 * 128, 416 * 415)
    both = chance * Fraction(2 * 31 * 127, 414 * 413)
    assert theory.figures.natural == pytest.approx(float(chance - both), abs=1e-12)
    # The return is linear in the payout of a natural.
    lower = at_eight_packs(6, 5).main
    assert theory.main - lower == pytest.approx(0.3 * theory.figures.natural, abs=1e-12)
