"""Small pieces of HTML. Everything goes through ``format_html``, so whatever an id or a note holds is shown as text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.contrib.admin.utils import quote
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from wagering.eventstore.codec import canonical

NOTHING: Final = "—"

# What a status looks like: tone and symbol, so that colour never says it alone, and its name.
_LOOKS: Final[Mapping[str, tuple[str, str, Any]]] = {
    "running": ("live", "play_arrow", _("running")),
    "betting": ("live", "timer", _("betting")),
    "decided": ("wait", "hourglass_top", _("decided")),
    "paying": ("wait", "hourglass_top", _("paying")),
    "settled": ("good", "check", _("settled")),
    "not_played": ("quiet", "remove", _("not played")),
    "void": ("bad", "block", _("void")),
    "voided": ("bad", "block", _("voided")),
    "refunded": ("quiet", "undo", _("refunded")),
    "undone": ("quiet", "undo", _("undone")),
    "open": ("live", "lock_open", _("open")),
    "paused": ("wait", "pause", _("paused")),
    "resumed": ("good", "play_arrow", _("resumed")),
    "idle": ("quiet", "bedtime", _("idle")),
    "accepted": ("good", "check", _("accepted")),
    "refused": ("bad", "close", _("refused")),
    "delivered": ("good", "check", _("delivered")),
    "waiting": ("wait", "schedule", _("waiting")),
    "dead": ("bad", "error", _("dead")),
    "retired": ("quiet", "inventory_2", _("retired")),
    "in use": ("live", "style", _("in use")),
    "active": ("good", "check", _("active")),
    "expired": ("quiet", "timer_off", _("expired")),
    "revoked": ("bad", "block", _("revoked")),
    "enabled": ("good", "check", _("enabled")),
    "disabled": ("quiet", "pause", _("disabled")),
    "last round": ("wait", "content_cut", _("last round")),
}


def chip(text: str, tone: str = "quiet", icon: str = "") -> SafeString:
    """A small label. ``tone``: good, bad, wait, live or quiet."""
    if not icon:
        return format_html('<span class="bo-chip bo-{}">{}</span>', tone, text)
    symbol = '<span class="bo-chip bo-{}"><span class="material-symbols-outlined" aria-hidden="true">{}</span>{}</span>'
    return format_html(symbol, tone, icon, text)


def status(text: str) -> SafeString:
    """The label of a status, with the tone and symbol it always has."""
    tone, icon, name = _LOOKS.get(text, ("quiet", "", ""))
    return chip(str(name) or text.replace("_", " ") or NOTHING, tone, icon)


def bold(text: object) -> SafeString:
    """What matters in a line."""
    return format_html("<b>{}</b>", text)


def filled(text: str, **values: Any) -> SafeString:
    """``text`` with values in its places ``%(name)s``; what is not HTML already is shown as text."""
    escaped = {name: conditional_escape(value) for name, value in values.items()}
    return mark_safe(conditional_escape(text) % escaped)  # noqa: S308  (text and values are escaped right here)


def link(text: object, model: str, key: object) -> SafeString | str:
    """A link to a row's page; ``model`` is ``app_model``. Without a key there is nothing to link to."""
    if key in ("", None):
        return NOTHING
    return format_html('<a class="bo-link" href="{}">{}</a>', address(model, key), text)


def address(model: str, key: object) -> str:
    """The page of one row."""
    return reverse(f"admin:{model}_change", args=(quote(str(key)),))


def list_address(model: str) -> str:
    """The page that lists a model."""
    return reverse(f"admin:{model}_changelist")


def mono(text: object) -> SafeString:
    """Ids and hashes."""
    return format_html('<span class="bo-mono">{}</span>', text)


def when(at: datetime | None, *, precise: bool = False) -> SafeString | str:
    """A time in UTC, readable and exact: ``precise`` shows milliseconds."""
    if at is None:
        return NOTHING
    at = at.astimezone(UTC)
    clock = at.strftime("%H:%M:%S") + (f".{at.microsecond // 1000:03d}" if precise else "")
    return format_html(
        '<time class="bo-time" datetime="{}" title="{}">{}&nbsp;<b>{}</b></time>',
        at.isoformat(), f"{at.isoformat()} UTC", at.strftime("%Y-%m-%d"), clock,
    )  # fmt: skip


def clock(at: datetime) -> SafeString:
    """Only the time of day, with milliseconds."""
    at = at.astimezone(UTC)
    text = f"{at.strftime('%H:%M:%S')}.{at.microsecond // 1000:03d}"
    return format_html('<time class="bo-time" datetime="{}">{}</time>', at.isoformat(), text)


def span(length: timedelta) -> str:
    """A length of time in its two largest units: ``3 min 20 s``, ``2 d 4 h``."""
    seconds = abs(int(length.total_seconds()))
    parts = []
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2]) or "0 s"


def actor(name: str) -> SafeString:
    """``player:ana`` as person and role; machines are marked."""
    role, _, who = name.partition(":")
    if role == "system":
        return format_html("{} {}", who or "system", chip("system", "live", "smart_toy"))
    return format_html('{} <span class="bo-dim">{}</span>', who or name, role if who else "")


def pretty(body: str) -> str:
    """JSON text, indented for people; the text itself if it is not JSON."""
    try:
        return json.dumps(json.loads(body), indent=2, ensure_ascii=False)
    except ValueError:
        return body


def listed(options: Mapping[str, Any]) -> str:
    """Names and JSON values in two columns of plain text."""
    return "\n".join(f"{name:<22}{canonical(value)}" for name, value in options.items())


def stack(lines: Iterable[object]) -> SafeString:
    """Several things below one another."""
    return format_html_join("", "<div>{}</div>", ((line,) for line in lines))


def side_by_side(things: Iterable[Any]) -> SafeString:
    """Several things next to one another, breaking where the line ends."""
    return format_html('<span class="bo-row">{}</span>', format_html_join("", "{}", ((thing,) for thing in things)))
