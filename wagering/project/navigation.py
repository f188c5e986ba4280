"""Unfold's settings: the look of the admin, and its sidebar ordered by who works with what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

# group, its pages: title, symbol, app_model
_PAGES: Final[Sequence[tuple[Any, Sequence[tuple[Any, str, str]]]]] = (
    (
        _("Floor"),
        (
            (_("Tables"), "table_restaurant", "tables_table"),
            (_("Rounds"), "playing_cards", "rounds_round"),
            (_("Incidents"), "report", "incidents_incident"),
            (_("Shoes"), "style", "tables_shoe"),
        ),
    ),
    (
        _("Money"),
        (
            (_("Bets"), "casino", "wallet_bet"),
            (_("Daily totals"), "calendar_month", "rounds_dailytotal"),
            (_("Players"), "person", "players_player"),
            (_("Wallets"), "account_balance_wallet", "wallet_wallet"),
            (_("Accounts"), "savings", "wallet_account"),
            (_("Journals"), "menu_book", "wallet_journal"),
            (_("Entries"), "swap_horiz", "wallet_entry"),
        ),
    ),
    (
        _("Log"),
        (
            (_("Events"), "database", "eventstore_event"),
            (_("Streams"), "linear_scale", "eventstore_stream"),
            (_("Receipts"), "receipt_long", "dispatch_receipt"),
        ),
    ),
    (
        _("System"),
        (
            (_("Deadlines"), "timer", "clock_deadline"),
            (_("Outbox"), "outbox", "integrations_outbox"),
            (_("Notices"), "notifications", "integrations_notice"),
            (_("Webhooks"), "webhook", "feed_webhook"),
            (_("Deliveries"), "send", "feed_delivery"),
            (_("Projections"), "bookmark", "projector_checkpoint"),
            (_("Periodic jobs"), "event_repeat", "clock_periodicrun"),
            (_("Credentials"), "key", "access_credential"),
            (_("Staff"), "badge", "auth_user"),
            (_("Groups"), "group", "auth_group"),
        ),
    ),
)


def _may_view(page: str) -> Callable[[HttpRequest], bool]:
    app, _, model = page.partition("_")
    return lambda request: request.user.has_perm(f"{app}.view_{model}")


def _groups() -> list[dict[str, Any]]:
    first = {"title": _("Today"), "icon": "space_dashboard", "link": reverse_lazy("admin:index")}
    groups: list[dict[str, Any]] = [{"items": [first]}]
    for title, pages in _PAGES:
        items = [
            {
                "title": name,
                "icon": icon,
                "link": reverse_lazy(f"admin:{page}_changelist"),
                "permission": _may_view(page),
            }
            for name, icon, page in pages
        ]
        groups.append({"title": title, "separator": True, "items": items})
    return groups


def _languages(_request: HttpRequest) -> list[dict[str, str]]:
    """The languages to choose from, each named in itself."""
    return [{"code": code, "name_local": str(name)} for code, name in settings.LANGUAGES]


def _shades(hue: float, chroma: float) -> dict[str, str]:
    """Eleven shades of one colour, as Unfold wants them."""
    lightness = {50: 98, 100: 95, 200: 90, 300: 83, 400: 73, 500: 63, 600: 52, 700: 44, 800: 37, 900: 31, 950: 22}
    strength = {50: 0.15, 100: 0.3, 200: 0.5, 300: 0.75, 950: 0.6}
    return {
        str(shade): f"oklch({light}% {chroma * strength.get(shade, 1):.3f} {hue})" for shade, light in lightness.items()
    }


UNFOLD: Final[dict[str, Any]] = {
    "SITE_TITLE": "Back office",
    "SITE_HEADER": "Back office",
    "SITE_SUBHEADER": "Event-sourced wagering",
    "SITE_SYMBOL": "playing_cards",
    "SITE_URL": None,
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("backoffice/favicon.svg")}
    ],
    "STYLES": [lambda request: static("backoffice/backoffice.css")],
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "BORDER_RADIUS": "8px",
    "SHOW_LANGUAGES": True,
    "LANGUAGES": {"navigation": _languages},
    "COLORS": {"primary": _shades(182, 0.1)},
    "DASHBOARD_CALLBACK": "wagering.project.dashboard.dashboard",
    "SIDEBAR": {"show_search": False, "show_all_applications": False, "navigation": _groups()},
}
