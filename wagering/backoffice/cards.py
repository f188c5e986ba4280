"""Pictures of cards as inline SVG. Suits differ by shape and by filled or outlined marks, not by colour alone.

``card_shapes.html`` defines the suit shapes once a page; every card refers to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from games.kernel.cards import HIDDEN, IS_CARD

_SUITS: Final = {"S": _lazy("spades"), "H": _lazy("hearts"), "D": _lazy("diamonds"), "C": _lazy("clubs")}
_RANKS: Final = {"A": _lazy("ace"), "T": _lazy("ten"), "J": _lazy("jack"), "Q": _lazy("queen"), "K": _lazy("king")}
_LEFT, _MIDDLE, _RIGHT = 22.5, 32, 41.5
# Where the marks lie on a card of 64 x 90, rank by rank; those in the lower half stand on their heads.
_COLUMNS: Final[dict[str, Sequence[tuple[float, float]]]] = {
    "2": ((_MIDDLE, 21), (_MIDDLE, 69)),
    "3": ((_MIDDLE, 21), (_MIDDLE, 45), (_MIDDLE, 69)),
    "4": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (21, 69)),
    "5": (*((x, y) for x in (_LEFT, _RIGHT) for y in (21, 69)), (_MIDDLE, 45)),
    "6": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (21, 45, 69)),
    "7": (*((x, y) for x in (_LEFT, _RIGHT) for y in (21, 45, 69)), (_MIDDLE, 33)),
    "8": (*((x, y) for x in (_LEFT, _RIGHT) for y in (21, 45, 69)), (_MIDDLE, 33), (_MIDDLE, 57)),
    "9": (*((x, y) for x in (_LEFT, _RIGHT) for y in (19, 36.3, 53.7, 71)), (_MIDDLE, 45)),
    "T": (*((x, y) for x in (_LEFT, _RIGHT) for y in (19, 36.3, 53.7, 71)), (_MIDDLE, 27.5), (_MIDDLE, 62.5)),
}


def name(card: str) -> str:
    """``ace of spades``, for readers of screens and for tooltips."""
    if card == HIDDEN:
        return _("a hidden card")
    if card not in IS_CARD:
        return _("unknown card %(card)s") % {"card": card}
    rank = _RANKS[card[0]] if card[0] in _RANKS else card[0]
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": _SUITS[card[1]]}


def picture(card: str, note: str = "") -> SafeString:
    """The card as SVG; its back for ``??``. ``note`` (``dealt face down``) goes into the name and marks the edge."""
    words = f"{name(card)}, {note}" if note else name(card)
    marked = "bo-card bo-card-noted" if note else "bo-card"
    if card not in IS_CARD:
        return format_html(
            '<svg class="{} bo-card-back" viewBox="0 0 64 90" role="img" aria-label="{}"><title>{}</title>'
            '<rect class="bo-face" x="1" y="1" width="62" height="88" rx="6"/>'
            '<rect class="bo-card-pattern" x="5" y="5" width="54" height="80" rx="4"/>'
            '<use href="#bo-weave" x="5" y="5" width="54" height="80"/></svg>',
            marked, words, words,
        )  # fmt: skip
    rank, suit = "10" if card[0] == "T" else card[0], card[1]
    return format_html(
        '<svg class="{} bo-suit-{}" viewBox="0 0 64 90" role="img" aria-label="{}"><title>{}</title>'
        '<rect class="bo-face" x="1" y="1" width="62" height="88" rx="6"/>{}{}{}</svg>',
        marked, suit, words, words, _corner(rank, suit, ""), _corner(rank, suit, "rotate(180 32 45)"),
        _middle(card[0], suit),
    )  # fmt: skip


def small(card: str) -> SafeString:
    """Rank and suit in a line of text."""
    if card not in IS_CARD:
        return format_html('<span class="bo-pip" title="{}">?</span>', name(card))
    return format_html(
        '<span class="bo-pip bo-suit-{}" role="img" aria-label="{}" title="{}">{}<svg viewBox="0 0 20 20" '
        'aria-hidden="true"><use href="#bo-{}"/></svg></span>',
        card[1], name(card), name(card), "10" if card[0] == "T" else card[0], card[1],
    )  # fmt: skip


def _corner(rank: str, suit: str, turn: str) -> SafeString:
    return format_html(
        '<g transform="{}"><text class="bo-rank" x="8.5" y="14" text-anchor="middle">{}</text>'
        '<use href="#bo-{}" x="4.5" y="16.5" width="8" height="8"/></g>',
        turn, rank, suit,
    )  # fmt: skip


def _middle(rank: str, suit: str) -> SafeString:
    if rank == "A":
        return format_html('<use href="#bo-{}" x="17" y="30" width="30" height="30"/>', suit)
    if rank in "JQK":
        return format_html(
            '<rect class="bo-court" x="16" y="13" width="32" height="64" rx="3"/>'
            '<text class="bo-letter" x="32" y="55.5" text-anchor="middle">{}</text>'
            '<use href="#bo-{}" x="19" y="16" width="11" height="11"/>'
            '<use transform="rotate(180 32 45)" href="#bo-{}" x="19" y="16" width="11" height="11"/>',
            rank, suit, suit,
        )  # fmt: skip
    marks = ((f"rotate(180 {x} {y})" if y > 45 else "", suit, x - 6, y - 6) for x, y in _COLUMNS[rank])
    mark = '<use transform="{}" href="#bo-{}" x="{}" y="{}" width="12" height="12"/>'
    return format_html_join("", mark, marks)
