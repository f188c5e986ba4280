"""Sentences for people that can be translated: a fixed English text with places, and what belongs there.

The rules stay free of any translation machinery: whoever shows a sentence brings ``translate``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Sentence:
    """``text`` with places ``%(name)s`` is English and the key of its translations.

    A value may be a sentence itself, or a tuple of sentences, which is shown with commas between them.
    """

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def render(self, translate: Callable[[str], str]) -> str:
        """In the language of ``translate``, which gets every English text and returns its translation."""
        return translate(self.text) % {name: _shown(value, translate) for name, value in self.values.items()}

    def __str__(self) -> str:
        return self.render(str)


def _shown(value: Any, translate: Callable[[str], str]) -> Any:
    if isinstance(value, Sentence):
        return value.render(translate)
    if isinstance(value, tuple):
        return ", ".join(str(_shown(each, translate)) for each in value)
    return value
