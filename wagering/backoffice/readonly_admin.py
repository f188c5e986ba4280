"""The admin of what nobody may edit: lists by key, one page a row, and every request but a look refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from unfold.admin import ModelAdmin
from unfold.views import ChangeList

from wagering.backoffice import keyset
from wagering.backoffice.html import list_address
from wagering.backoffice.pages import Page

AFTER, BEFORE = "after", "before"
# Translates the name of a list, which stands among the texts of the navigation.
_of_navigation = gettext


class KeysetChangeList(ChangeList):
    """Django's list with its paginator, its counts and its sorting by any column replaced."""

    def get_results(self, request: HttpRequest) -> None:
        """One query for the rows; nothing is counted."""
        admin = self.model_admin
        cursor = getattr(request, "backoffice_cursor", None)
        page = keyset.window(self.queryset, admin.keyset, cursor, self.list_per_page)
        self.paginator = page
        self.result_list = admin.prepare(request, list(page.rows))
        self.result_count = self.full_result_count = len(page.rows)
        self.show_full_result_count = self.show_admin_actions = False
        self.can_show_all, self.multi_page, self.show_all = False, False, False


class ReadOnlyAdmin(ModelAdmin):
    """What subclasses say: columns, ``keyset`` order, ``exact`` search fields (indexed ones only), ``page`` and words.

    ``empty`` explains an empty list: what would appear here and when. ``about`` is one sentence above the list.
    """

    keyset: ClassVar[tuple[str, ...]] = ("-pk",)
    exact: ClassVar[tuple[str, ...]] = ("pk",)
    about: ClassVar[Any] = ""
    empty: ClassVar[Any] = ""
    icon: ClassVar[str] = "inbox"

    actions = None
    sortable_by: Sequence[str] = ()
    list_per_page = 50
    show_full_result_count = False
    list_fullwidth = True
    change_list_template = "backoffice/change_list.html"

    def page(self, request: HttpRequest, row: Any) -> Page:
        """The page of one row."""
        raise TypeError(f"{type(self).__name__} does not say what its page shows")

    def prepare(self, request: HttpRequest, rows: list[Any]) -> list[Any]:
        """Fetch in one query what the columns of these rows need besides the rows."""
        return rows

    # --- nobody writes ---

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {}

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        raise PermissionDenied

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        raise PermissionDenied

    # --- lists ---

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return KeysetChangeList

    def get_search_fields(self, request: HttpRequest) -> Sequence[str]:
        return self.exact

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only columns with an index may be asked for in an address."""
        return lookup in self.exact

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Rows of which one of the ``exact`` columns equals what was typed."""
        term = search_term.strip()
        if not term:
            return queryset, False
        wanted = Q(pk__in=())
        for name in self.exact:
            field = self.model._meta.pk if name == "pk" else self.model._meta.get_field(name)
            try:
                wanted |= Q(**{name: field.to_python(term)})
            except (ValidationError, ValueError, OverflowError):
                continue
        return queryset.filter(wanted), False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list at the cursor that the address holds."""
        only_looking(request)
        given = request.GET.copy()
        for name, before in ((AFTER, False), (BEFORE, True)):
            if texts := given.pop(name, None):
                cursor = keyset.decode(self.model, self.keyset, str(texts[-1]), before=before)
                request.backoffice_cursor = cursor  # type: ignore[attr-defined]
        for ignored in ("o", "p", "all"):
            given.pop(ignored, None)
        request.GET = given  # type: ignore[assignment]
        context = {
            "about": self.about,
            "empty_text": self.empty,
            "empty_icon": self.icon,
            "search_names": " or ".join(self._search_names()),
            "page_query": given.urlencode(),
            **(extra_context or {}),
        }
        response: HttpResponse = super().changelist_view(request, context)
        return response

    def _search_names(self) -> list[str]:
        names = []
        for name in self.exact:
            field = self.model._meta.pk if name == "pk" else self.model._meta.get_field(name)
            names.append(str(getattr(field, "verbose_name", name)))
        return list(dict.fromkeys("id" if name == "ID" else name for name in names))

    # --- one row ---

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The page of the row; Django's own message and redirect if there is no such row."""
        only_looking(request)
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self.get_object(request, unquote(object_id))
        if row is None:
            missing: HttpResponse = self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
            return missing
        page = self.page(request, row)
        return TemplateResponse(request, page.template, self.around(request, page))

    def around(self, request: HttpRequest, page: Page) -> dict[str, Any]:
        """What a page's template needs, the way back to the list included."""
        return {
            **self.admin_site.each_context(request),
            "title": f"{str(self.opts.verbose_name).capitalize()} {page.title}",
            "page": page,
            "is_fullwidth": "1",
            "model_name": _of_navigation(str(self.opts.verbose_name_plural).capitalize()),
            "list_url": list_address(f"{self.opts.app_label}_{self.opts.model_name}"),
            **page.extra,
        }

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponseBase:
        """What happened to a row is in the log; Django's own history of edits would always be empty."""
        return self.change_view(request, object_id)


def only_looking(request: HttpRequest) -> None:
    """Refuse everything but GET and HEAD."""
    if request.method not in ("GET", "HEAD"):
        raise PermissionDenied("This page can only be read.")
