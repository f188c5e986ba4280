"""Every text that people are shown has a translation in every language, and every translation a text."""

from __future__ import annotations

import ast

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from games.catalog import CATALOG
from games.kernel.words import Sentence
from tests.support import texts
from wagering.api.problems import STATUS
from wagering.backoffice import language as shown
from wagering.dispatch.refusals import MESSAGES, message

CATALOGS = [(part, language) for part in texts.PARTS for language in texts.LANGUAGES]
MARKUP = set('<>&"')


def test_the_languages_are_those_of_the_settings() -> None:
    assert {code for code, _ in settings.LANGUAGES} == {"en", *texts.LANGUAGES}


@pytest.mark.parametrize(("part", "language"), CATALOGS)
def test_every_text_is_translated_and_nothing_else(part: str, language: str) -> None:
    written = texts.catalog(part, language)
    assert {entry.msgid for entry in written if not entry.obsolete} == set(texts.texts(part))
    assert not written.obsolete_entries()
    assert not written.fuzzy_entries()
    assert not written.untranslated_entries()
    assert len(written) == len({entry.msgid for entry in written})


@pytest.mark.parametrize(("part", "language"), CATALOGS)
def test_a_translation_has_the_places_of_its_text(part: str, language: str) -> None:
    """A missing place says too little; an unknown one, or a lost ``s``, breaks the page that shows it."""
    for entry in texts.catalog(part, language):
        assert texts.places(entry.msgstr) == texts.places(entry.msgid), entry.msgid
        assert texts.PLACE.sub("", entry.msgstr).count("%") == texts.PLACE.sub("", entry.msgid).count("%"), entry.msgid
        assert not MARKUP & set(entry.msgstr) - set(entry.msgid), entry.msgid
        assert entry.msgstr == entry.msgstr.strip(), entry.msgid


@pytest.mark.parametrize(("part", "language"), CATALOGS)
def test_the_compiled_catalog_is_that_of_the_written_one(part: str, language: str) -> None:
    assert texts.compiled(part, language) == texts.catalog(part, language).to_binary()


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_one_text_has_one_translation(language: str) -> None:
    """Django looks into one catalog first; a text of both must not depend on which."""
    games, wagering = ({e.msgid: e.msgstr for e in texts.catalog(part, language)} for part in texts.PARTS)
    assert not {text for text in games.keys() & wagering.keys() if games[text] != wagering[text]}


def test_a_text_that_is_put_together_cannot_be_missed() -> None:
    """What the collection cannot read is an error of the collection."""
    path = texts.ROOT / "games" / "deluxe_blackjack" / "v1" / "narrate.py"
    for code in ("f'seat {seat}'", "'seat ' + seat", "unknown[code]", "text"):
        with pytest.raises(texts.NotEnumerableError):
            list(texts.strings(ast.parse(code, mode="eval").body, path))
    assert "Seat %(seat)s: %(action)s." in texts.strings(ast.parse("_ACTION[by, 1]", mode="eval").body, path)


# --- refusals --------------------------------------------------------------------------------------------------------


def test_every_code_of_a_refusal_has_a_message_and_no_other() -> None:
    assert {*texts.codes(), *STATUS} == MESSAGES.keys()


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_refusals_are_told_in_the_active_language(language: str) -> None:
    english = {code: message(code) for code in MESSAGES}
    with translation.override(language):
        here = {code: message(code) for code in MESSAGES}
    assert not {code for code in MESSAGES if here[code] == english[code]}
    assert message("of_a_later_release") == "of_a_later_release"


# --- games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("game", CATALOG)
def test_codes_of_a_game_have_names_in_the_active_language(game: str, language: str) -> None:
    words = CATALOG[game].words
    with translation.override(language):
        assert shown.title(game) == gettext(CATALOG[game].title)
        assert {code: shown.word(game, code) for code in words} == {code: gettext(word) for code, word in words.items()}
        assert all(shown.word(game, code) != word for code, word in words.items())


def test_outcomes_of_split_hands_are_told_one_by_one() -> None:
    with translation.override("ru"):
        assert shown.words("deluxe_blackjack@1", "win+lose") == "Выигрыш + Проигрыш"
        assert shown.on_bet("deluxe_blackjack@1", "r1/3/behind/ana") == "место 3, Ставка за игроком"
        assert shown.waits("deluxe_blackjack@1", "double:3.1") == "Удвоение 3.1"
    assert shown.word("nothing@1", "no_such_code") == "no such code"


def test_a_sentence_within_a_sentence_is_translated_too() -> None:
    action = Sentence("Seat %(seat)s: %(action)s.", {"seat": 3, "action": Sentence("Double")})
    seats = tuple(
        Sentence("%(player)s on seat %(seat)s", {"player": who, "seat": at}) for at, who in enumerate("ab", 1)
    )
    with translation.override("ru"):
        assert shown.told(action) == "Место 3: Удвоение."
        several = shown.told(Sentence("Betting is closed; playing: %(seats)s.", {"seats": seats}))
    assert several == "Приём ставок закрыт; играют: a на месте 1, b на месте 2."
    assert str(action) == "Seat 3: Double."
