"""The rules as they are published: the text that lies in the folder of the code that settles by them."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.catalog import CATALOG


class RuleText(NamedTuple):
    """``digest``: SHA-256 of the file, hexadecimal."""

    text: str
    digest: str


def rule_text(game: str) -> RuleText | None:
    """The RULES.md nearest to the settling code of ``game``, English always; None if there is none in this release."""
    if game not in CATALOG:
        return None
    code = Path(str(sys.modules[CATALOG[game].settle.__module__].__file__))
    for folder in code.parents[:2]:
        if (folder / "RULES.md").is_file():
            content = (folder / "RULES.md").read_bytes()
            return RuleText(content.decode(), hashlib.sha256(content).hexdigest())
    return None


def rules_link(game: str) -> SafeString | str:
    """The id of a ruleset, linked to its text."""
    if game not in CATALOG:
        return game
    return format_html(
        '<a class="bo-link" href="{}"><code>{}</code></a>', reverse("admin:rounds_rules", args=(game,)), game
    )
