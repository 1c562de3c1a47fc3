"""The staff area's site: its users, its language, the jobs behind it."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin
from django.contrib.auth.admin import UserAdmin as PlainUserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_POST
from procrastinate.contrib.django.models import ProcrastinateJob
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from config.job_admin import JobAdmin
from config.staff_login import change_password, log_in
from shop.admin.history import HistoryMixin
from shop.core.http.language import LANGUAGE_COOKIE
from shop.core.values.languages import LANGUAGES
from shop.web.redirects import Redirect, is_on_this_host

admin.site.unregister([User, Group, ProcrastinateJob])
admin.site.register(ProcrastinateJob, JobAdmin)


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
