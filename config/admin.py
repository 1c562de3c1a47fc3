"""The staff area's site: its users, its language, the jobs behind it."""

from copy import copy
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin
from django.contrib.auth.admin import UserAdmin as PlainUserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from procrastinate.contrib.django.models import ProcrastinateJob
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from config.staff_login import change_password, log_in
from shop.admin.base import BaseAdmin, ReadOnly
from shop.admin.history import HistoryMixin
from shop.core.http.language import LANGUAGE_COOKIE
from shop.core.values.languages import LANGUAGES
from shop.web.redirects import Redirect, is_on_this_host

admin.site.unregister([User, Group, ProcrastinateJob])


class SuperusersOnly:
    """Nobody else has a right to users, groups and rights (`PasswordBackend`), so none is offered."""

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.related_model is Permission:
            kwargs["queryset"] = Permission.objects.exclude(content_type__app_label="auth")
        return super().formfield_for_manytomany(db_field, request, **kwargs)  # type: ignore[misc]


@admin.register(User)
class UserAdmin(SuperusersOnly, HistoryMixin, PlainUserAdmin, ModelAdmin):
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm


@admin.register(Group)
class GroupAdmin(SuperusersOnly, HistoryMixin, PlainGroupAdmin, ModelAdmin):  # type: ignore[misc]
    pass


# By a job's argument: what it is about and the list where that is tried again.
MENDED_AT = {
    "image_id": (_("Picture"), "shop_image"),
    "fetch_id": (_("Picture to fetch"), "catalogue_picturefetch"),
    "mail_id": (_("Mail"), "shop_mail"),
}


@admin.register(ProcrastinateJob)
class JobAdmin(ReadOnly, BaseAdmin):
    """Lists and forms call them what the menu calls them; the model's own names are in another package's migrations."""

    list_display = ["id", "task_name", "status", "about", "attempts", "scheduled_at"]
    list_filter = ["status", "task_name"]
    search_fields = ["task_name", "lock"]
    ordering = ["-id"]
    fields = ["task_name", "status", "about", "args", "lock", "queue_name", "attempts", "scheduled_at"]
    readonly_fields = ["about"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = copy(self.model._meta)
        named.verbose_name, named.verbose_name_plural = _("background job"), _("background jobs")
        named.app_config.verbose_name = _("Background jobs")
        self.opts = named

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        shown = super().get_changelist_instance(request)
        shown.opts = self.opts
        return shown

    @display(description=_("to be mended at"))
    def about(self, job: ProcrastinateJob) -> str:
        """Where staff can do something about it: nothing can be done with the job itself."""
        for argument, (title, model) in MENDED_AT.items():
            if argument in job.args:
                address = reverse(f"admin:{model}_changelist")
                return format_html('<a href="{}?id__exact={}">{}</a>', address, job.args[argument], title)
        return "–"


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Remember the language in the cookie that the shop pages read too."""
    back = request.POST.get("next", "")
    if not is_on_this_host(back):
        back = settings.STAFF_PATH
    answer = Redirect(back)
    if request.POST.get("language") in LANGUAGES:
        answer.set_cookie(
            LANGUAGE_COOKIE, request.POST["language"], max_age=365 * 24 * 3600, samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )  # fmt: skip
    return answer


def extra_urls() -> list[URLPattern]:
    """They come before Django's own of the same address."""
    return [
        path("language/", choose_language, name="choose_language"),
        path("login/", log_in, name="login"),
        path("password_change/", admin.site.admin_view(change_password, cacheable=True), name="password_change"),
    ]


admin.site.extra_urls = extra_urls  # type: ignore[attr-defined]
app_list = admin.site.get_app_list


def app_list_when_needed(request: HttpRequest, app_label: str | None = None) -> Any:
    """Every page's context holds all models with the rights to them, and a menu of our own shows none of them."""
    return SimpleLazyObject(lambda: app_list(request, app_label))


admin.site.get_app_list = app_list_when_needed  # type: ignore[method-assign]
