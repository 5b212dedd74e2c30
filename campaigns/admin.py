"""What the person who runs the server sees at /host/: everything read-only, since nothing may bypass the journal.

Without a superuser (`manage.py createsuperuser`) there is no such place: 404.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import Count, F, IntegerField, OuterRef, Subquery
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns import backup, daily, throttle
from campaigns.models import Campaign, Entry, Member, PrintedTable, Ruling
from cards.models import Box

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.db.models import Model, QuerySet
    from django.http import HttpRequest
    from django.urls import URLPattern, URLResolver

    Rows = admin.ModelAdmin[Any]
    View = TypeVar("View", bound=Callable[..., Any])
else:
    Rows = admin.ModelAdmin

DOOR = "host"
"""Wrong passwords are counted under this name."""

PLURALS = {"Box": _("Boxes"), "Entry": _("Entries")}
"""What adding an s would not make; it is a word for this place only, so the models do not hold it."""

STORY = _("Contains the story of this campaign")


class Site(admin.AdminSite):
    """Django's admin for superusers alone, with a door that shuts after ten wrong passwords."""

    site_header = site_title = _("Portolan: the host")
    index_title = _("What this server holds")
    index_template = "host/index.html"

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        return cast("View", _with_a_host(super().admin_view(view, cacheable)))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return _with_a_host(self._login)(request, extra_context)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        # Before Django's own, whose last one takes all that is left.
        return [path("backups/", self.admin_view(self.backups), name="backups"), *super().get_urls()]

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return super().each_context(request) | {"told": daily.told(datetime.now(UTC))}

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        found = super().get_app_list(request, app_label)
        for row in (row for app in found for row in app["models"]):
            row["name"] = PLURALS.get(row["object_name"], row["name"])
        return found

    def backups(self, request: HttpRequest) -> HttpResponse:
        """The backups of this server, the newest first."""
        return require_safe(self._backups)(request)

    def _backups(self, request: HttpRequest) -> HttpResponse:
        found = backup.backups(daily.folder())[::-1] if daily.database() else []
        context = self.each_context(request) | {"title": _("Backups"), "backups": found}
        return TemplateResponse(request, "host/backups.html", context)

    def _login(self, request: HttpRequest, extra_context: dict[str, Any] | None) -> HttpResponse:
        tries = request.method == "POST"
        if tries and throttle.is_shut(request, DOOR):
            response = render(request, "host/shut.html", {"minutes": throttle.WINDOW // 60}, status=429)
            response.headers["Retry-After"] = str(throttle.WINDOW)
            return response
        response = super().login(request, extra_context)
        if tries and response.status_code == 200:  # who gets in is led on
            throttle.count_wrong(request, DOOR)
        return response


def _with_a_host(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not get_user_model().objects.filter(is_superuser=True, is_active=True).exists():
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


class ReadOnly(Rows):
    """Rows that can be looked at. The journal is their only writer."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def _count(model: type[Model], of: str) -> Subquery:
    """How many rows of a model a row has: a join of two such counts would multiply them."""
    rows = model._default_manager.filter(**{of: OuterRef("pk")}).order_by().values(of)
    return Subquery(rows.annotate(found=Count("pk")).values("found"), output_field=IntegerField())


class Campaigns(ReadOnly):
    """The logs of this server."""

    list_display = ("code", "name", "line", "copy", "members_now", "entries_now", "newest", "rest", "begun")
    list_filter = ("line", "rest")
    list_select_related = ("copy",)
    search_fields = ("code", "name")
    ordering = ("-begun",)
    fields = ("code", "name", "copy", "line", "revision", "pulse", "rest", "begun")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        written = Entry.objects.filter(campaign=OuterRef("pk")).order_by("-pk").values("at")[:1]
        members, entries = _count(Member, "campaign"), _count(Entry, "campaign")
        rows = super().get_queryset(request)
        found: QuerySet[Any] = rows.annotate(members_now=members, entries_now=entries, newest=Subquery(written))
        return found

    @admin.display(description=_("members"))
    def members_now(self, row: Any) -> int:
        return int(row.members_now or 0)

    @admin.display(description=_("entries"))
    def entries_now(self, row: Any) -> int:
        return int(row.entries_now or 0)

    @admin.display(description=_("newest entry"))
    def newest(self, row: Any) -> datetime | None:
        return row.newest  # type: ignore[no-any-return]


class Members(ReadOnly):
    """People with access. Neither recovery codes nor devices: whoever knows those is that person."""

    list_display = ("name", "campaign", "role", "devices_now", "noted")
    list_filter = ("role",)
    list_select_related = ("campaign",)
    search_fields = ("name", "campaign__code", "campaign__name")
    ordering = ("-pk",)
    fields = ("name", "campaign", "role", "noted")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found: QuerySet[Any] = super().get_queryset(request).annotate(devices_now=Count("devices"))
        return found

    @admin.display(description=_("devices"))
    def devices_now(self, row: Any) -> int:
        return int(row.devices_now)


class Boxes(ReadOnly):
    """The content that was loaded: version and hash of each box."""

    list_display = ("id", "version", "content_hash")
    ordering = ("id",)
    fields = ("id", "requires", "version", "content_hash")


class Journal(ReadOnly):
    """The entries. A list tells who did what kind of thing when; only an entry's own page tells the story."""

    list_display = ("number", "campaign", "game", "kind", "member", "at", "standing")
    list_filter = ("kind", "standing")
    list_select_related = ("campaign", "member")
    search_fields = ("campaign__code", "campaign__name", "member__name")
    ordering = ("-pk",)
    fieldsets = (
        (None, {"fields": ("campaign", "game", "sequence", "kind", "of", "standing", "member", "at", "op", "format")}),
        (STORY, {"classes": ("collapse",), "fields": ("changes", "touches", "values")}),
    )
    readonly_fields = ("game",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        if request.resolver_match and request.resolver_match.kwargs.get("object_id"):
            return rows
        return rows.defer("changes", "touches", "values")

    @admin.display(description=_("number"), ordering=F("sequence"))
    def number(self, row: Entry) -> int:
        return row.sequence

    @admin.display(description=_("stream"), ordering="stream")
    def game(self, row: Entry) -> str:
        return str(_("game %d") % row.stream if row.stream else _("legacy"))


class Said(ReadOnly):
    """What a group typed from its cards and tiles, or agreed on."""

    list_display = ("copy", "campaign", "member", "at")
    list_select_related = ("copy", "campaign", "member")
    search_fields = ("copy__name", "campaign__code")
    ordering = ("-pk",)


class PrintedTables(Said):
    """What stands only on a card or tile of a copy."""

    fieldsets = (
        (None, {"fields": ("copy", "campaign", "member", "at")}),
        (STORY, {"classes": ("collapse",), "fields": ("key", "said")}),
    )


class Rulings(Said):
    """How a group reads what the sources leave open."""

    fieldsets = (
        (None, {"fields": ("copy", "campaign", "member", "at")}),
        (STORY, {"classes": ("collapse",), "fields": ("entry", "words")}),
    )


site = Site(name="admin")
for _model, _rows in (
    (Campaign, Campaigns),
    (Member, Members),
    (Box, Boxes),
    (Entry, Journal),
    (PrintedTable, PrintedTables),
    (Ruling, Rulings),
):
    site.register(_model, _rows)
