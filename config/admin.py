"""The staff area's site: its users, its language, the jobs behind it."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin
from django.contrib.auth.admin import UserAdmin as PlainUserAdmin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST
from procrastinate.contrib.django.models import ProcrastinateJob
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from config.staff_login import change_password, log_in
from shop.admin.base import HouseAdmin, ReadOnly
from shop.language import LANGUAGE_COOKIE, LANGUAGES
from shop.redirects import Redirect, is_on_this_host

admin.site.unregister([User, Group, ProcrastinateJob])


@admin.register(User)
class UserAdmin(PlainUserAdmin, ModelAdmin):
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm


@admin.register(Group)
class GroupAdmin(PlainGroupAdmin, ModelAdmin):
    pass


@admin.register(ProcrastinateJob)
class JobAdmin(ReadOnly, HouseAdmin):
    list_display = ["id", "task_name", "status", "attempts", "scheduled_at"]
    list_filter = ["status", "task_name"]
    search_fields = ["task_name", "lock"]
    ordering = ["-id"]
    fields = ["task_name", "status", "args", "lock", "queue_name", "attempts", "scheduled_at"]


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
