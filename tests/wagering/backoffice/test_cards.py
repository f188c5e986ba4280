"""Pictures of cards: each its own, named for those who do not see them, and nothing in them but what we put there."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from games.kernel.cards import HIDDEN, PACK
from wagering.backoffice import cards


def test_all_cards_differ_and_are_well_formed() -> None:
    pictures = {card: str(cards.picture(card)) for card in (*PACK, HIDDEN)}
    assert len(set(pictures.values())) == 53
    for picture in pictures.values():
        assert ET.fromstring(picture).attrib["role"] == "img"  # noqa: S314


@pytest.mark.parametrize(("rank", "marks"), [("A", 1), *((str(n), n) for n in range(2, 10)), ("T", 10)])
def test_a_card_has_as_many_marks_as_it_counts(rank: str, marks: int) -> None:
    corners = 2
    assert len(re.findall(r'href="#bo-H"', cards.picture(f"{rank}H"))) == marks + corners


def test_suits_differ_by_shape_and_name() -> None:
    for suit, name in {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}.items():
        assert f'href="#bo-{suit}"' in cards.picture(f"7{suit}")
        assert f"7 of {name}" in cards.picture(f"7{suit}")


def test_a_hidden_or_impossible_card_shows_its_back() -> None:
    assert "bo-card-back" in cards.picture(HIDDEN)
    picture = cards.picture('"><b>x')
    assert "bo-card-back" in picture
    assert "<b>" not in picture
    assert "dealt face down" in cards.picture("AS", "dealt face down")
