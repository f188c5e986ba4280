"""Every text of the code that can be translated, and the catalogs that translate it.

Texts are found where they are written: first arguments of ``Sentence`` and of Django's ``gettext`` functions, names and
words of the released rulesets, and templates. What cannot be enumerated is an error, never left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import polib
from django.utils.translation.template import templatize

from games.catalog import CATALOG

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LANGUAGES: Final = ("my", "te", "km", "ru")
PARTS: Final = ("games", "wagering")
PLACE: Final = re.compile(r"%\((\w+)\)s|\{(\w+)\}")
_GETTEXT: Final = {"gettext", "gettext_lazy", "gettext_noop"}
_IN_TEMPLATE: Final = re.compile(r"""gettext\(u?(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\)""")


class NotEnumerableError(Exception):
    """A text is put together while the program runs, so nobody can translate it."""


def texts(part: str) -> dict[str, set[str]]:
    """Every text of ``games`` or ``wagering`` with the files in which it stands."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / part).rglob("*.py")):
        for text in _written(path):
            found.setdefault(text, set()).add(_name(path))
    for path in sorted((ROOT / part).rglob("*.html")):
        for match in _IN_TEMPLATE.finditer(templatize(path.read_text("utf-8"))):
            found.setdefault(ast.literal_eval(match["text"]), set()).add(_name(path))
    if part == "games":
        for game, rules in CATALOG.items():
            for text in (rules.title, *rules.words.values()):
                found.setdefault(text, set()).add(f"games/{game.partition('@')[0]}")
    return found


def codes() -> dict[str, set[str]]:
    """Every code that a refusal of a command or a problem of a request carries, with the files that raise it."""
    found: dict[str, set[str]] = {}
    for path in (path for part in PARTS for path in sorted((ROOT / part).rglob("*.py"))):
        for call in _calls(path):
            if _called(call) in ("Rejected", "Problem"):
                for code in strings(call.args[0], path):
                    found.setdefault(code, set()).add(_name(path))
    return found


def catalog(part: str, language: str) -> polib.POFile:
    """The catalog as it is written."""
    return polib.pofile(str(_folder(part, language) / "django.po"), encoding="utf-8", wrapwidth=119)


def compiled(part: str, language: str) -> bytes:
    """The compiled catalog as it lies there."""
    return (_folder(part, language) / "django.mo").read_bytes()


def update(part: str, language: str) -> int:
    """Bring one catalog up to date with the code and compile it; the number of texts without a translation."""
    folder = _folder(part, language)
    before = {entry.msgid: entry.msgstr for entry in catalog(part, language)} if folder.exists() else {}
    after = polib.POFile(encoding="utf-8", wrapwidth=119)
    after.header = "The English text prevails. Brought up to date and compiled by manage.py texts."
    after.metadata = {"Language": language, "MIME-Version": "1.0", "Content-Type": "text/plain; charset=UTF-8",
                      "Content-Transfer-Encoding": "8bit"}  # fmt: skip
    for text, files in sorted(texts(part).items()):
        where = [(file, "") for file in sorted(files)]
        after.append(polib.POEntry(msgid=text, msgstr=before.get(text, ""), occurrences=where))
    folder.mkdir(parents=True, exist_ok=True)
    after.save(str(folder / "django.po"))
    after.save_as_mofile(str(folder / "django.mo"))
    return len(after.untranslated_entries())


def places(text: str) -> list[str]:
    """The places of a text, each as often as it stands there."""
    return sorted(match[0] for match in PLACE.finditer(text))


def _folder(part: str, language: str) -> Path:
    return ROOT / part / "locale" / language / "LC_MESSAGES"


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _written(path: Path) -> Iterator[str]:
    """What this file says; a gettext function may go by another name in it."""
    names = {"Sentence"} | {
        alias.asname or alias.name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in _GETTEXT
    }
    for call in _calls(path):
        if _called(call) in names and call.args:
            yield from strings(call.args[0], path)


def strings(node: ast.expr, path: Path) -> Iterator[str]:
    """Every text that ``node`` may be: literals, what a constant holds, what a variable is set to."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from strings(one, path)
            yield from strings(other, path)
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)) if name in (known := _module(path)):
            yield from _values(known[name], path)
        case ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="get"), args=[_, default]):
            yield from strings(table, path)
            yield from strings(default, path)
        case ast.Name(id=name) if assigned := _assigned(name, path):
            for value in assigned:
                yield from strings(value, path)
        case _:
            raise NotEnumerableError(f"{_name(path)}:{node.lineno}: {ast.unparse(node)}")


def _assigned(name: str, path: Path) -> list[ast.expr]:
    """What variables of this name are set to, in whichever function."""
    return [
        node.value
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets)
    ]


def _module(path: Path) -> dict[str, Any]:
    return vars(import_module(_name(path)[:-3].replace("/", ".")))


def _values(known: Any, path: Path) -> Iterator[str]:
    """The texts of a constant: one, or those of a table of tables."""
    if isinstance(known, str):
        yield known
    elif isinstance(known, Mapping):
        for value in known.values():
            yield from _values(value, path)
    else:
        raise NotEnumerableError(f"{_name(path)}: {known!r}")
