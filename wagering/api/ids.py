"""Ids. In addresses: what is no id is no address either, so that nothing odd reaches the database."""

from typing import Annotated, Final

from django.urls import register_converter
from django.urls.converters import StringConverter
from msgspec import Meta

PATTERN: Final = "[A-Za-z0-9_.-]{1,100}"
Id = Annotated[str, Meta(pattern=f"^{PATTERN}$", description="1 to 100 letters, digits, dots, dashes, underscores.")]
"""An id in a body."""


class IdConverter(StringConverter):
    """1 to 100 letters, digits, dots, dashes or underscores."""

    regex = PATTERN


register_converter(IdConverter, "id")
