"""The staff area's site: its users, its language, the jobs behind it."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin
from django.contrib.auth.admin import UserAdmin as PlainUserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from django.views.i18n import JavaScriptCatalog
from django_otp.plugins.otp_totp.models import TOTPDevice
from procrastinate.contrib.django.models import ProcrastinateJob
from unfold.admin import ModelAdmin
from unfold.decorators import action
from unfold.forms import UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldBooleanSwitchWidget

from checkout.admin.sales import sales_page
from config.job_admin import JobAdmin
from config.second_factor.log_in import log_in
from config.second_factor.pages import account_urls
from config.staff_login import NewPasswordForm, change_password
from shop.admin.base import BaseTabularInline
from shop.admin.history import HistoryMixin
from shop.admin.scope import HOUSE
from shop.admin.step_pages import StepPages
from shop.core.http.language import LANGUAGE_COOKIE
from shop.core.values.languages import LANGUAGES
from shop.models import Membership, SecondFactorRule
from shop.staff_log_in.actions import remove_second_factor
from shop.staff_log_in.queries import app_of
from shop.web.redirects import Redirect, is_on_this_host

# The menu's words instead of the library's; its migrations keep their own.
ProcrastinateJob._meta.verbose_name = _("background job")
ProcrastinateJob._meta.verbose_name_plural = _("background jobs")
# Its library's pages show members' secret keys.
admin.site.unregister([User, Group, ProcrastinateJob, TOTPDevice])
admin.site.register(ProcrastinateJob, JobAdmin)


# Beginnings of the names that Django gives rights to a model, and those names in the reader's language.
RIGHTS = {
    "add": _("Can add: %(model)s"),
    "change": _("Can change: %(model)s"),
    "delete": _("Can delete: %(model)s"),
    "view": _("Can view: %(model)s"),
}


def right_label(right: Permission) -> str:
    """Return the app, the model and the right in the reader's language. The model names its own rights: the database
    keeps the name that a right was created with. A right whose model or declaration is gone keeps its stored name.
    """
    model = right.content_type.model_class()
    if model is None:
        return str(right)
    known = RIGHTS.get(right.codename.removesuffix(f"_{right.content_type.model}"))
    own = dict(model._meta.permissions).get(right.codename, right.name)
    name = str(known) % {"model": model._meta.verbose_name} if known else str(own)
    return f"{model._meta.app_config.verbose_name} | {capfirst(model._meta.verbose_name)} | {name}"


class SuperusersOnly:
    """Nobody else has a right to users, groups and rights (`PasswordBackend`), so none is offered."""

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.related_model is Permission:
            rights = Permission.objects.exclude(content_type__app_label__in=["auth", TOTPDevice._meta.app_label])
            kwargs["queryset"] = rights.select_related("content_type")
        field = super().formfield_for_manytomany(db_field, request, **kwargs)  # type: ignore[misc]
        if db_field.related_model is Permission:
            field.label_from_instance = right_label
        return field


class MembershipInline(BaseTabularInline):
    model = Membership
    tab = False
    autocomplete_fields = ["shop"]
    verbose_name_plural = _("rights in single shops")


@admin.register(User)
class UserAdmin(SuperusersOnly, StepPages, HistoryMixin, PlainUserAdmin, ModelAdmin):
    shop_path = HOUSE
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = NewPasswordForm
    step_templates = "admin/shop/second_factor"
    actions_detail = ["remove_second_factor"]

    def get_inlines(self, request: HttpRequest, obj: User | None) -> Any:
        return [MembershipInline] if obj else []

    def has_remove_second_factor_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For superusers, about others: their own they remove with a code (“My log-in”)."""
        of_somebody_else = object_id is None or str(request.user.pk) != str(object_id)
        return request.user.is_superuser and of_somebody_else

    @action(
        description=_("Remove the second factor"), url_path="remove-second-factor", icon="phonelink_erase",
        permissions=["remove_second_factor"],
    )  # fmt: skip
    def remove_second_factor(self, request: HttpRequest, object_id: str) -> HttpResponse:
        member = self.get_object(request, object_id)
        if member is None:
            raise Http404
        if member == request.user:  # an address spells a number in several ways: 5, 05, +5
            raise PermissionDenied
        back = reverse("admin:auth_user_change", args=[member.pk])
        if app_of(member) is None:
            messages.info(request, _("This member has no second factor."))
            return Redirect(back)
        if request.method == "POST":
            remove_second_factor(user=member)
            messages.success(request, _("The second factor is removed."))
            return Redirect(back)
        return self.step(request, "remove", _("Remove the second factor"), back, member=member)


class StaffGroupForm(forms.ModelForm):
    """A group with its rule for the log-in."""

    second_factor = forms.BooleanField(
        label=_("needs a second factor"), required=False, widget=UnfoldBooleanSwitchWidget,
        help_text=_("Members without one set it up at their next log-in, and reach nothing before."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["second_factor"].initial = SecondFactorRule.objects.filter(group=self.instance.pk).exists()


@admin.register(Group)
class GroupAdmin(SuperusersOnly, HistoryMixin, PlainGroupAdmin, ModelAdmin):  # type: ignore[misc]
    shop_path = HOUSE
    form = StaffGroupForm
    fields = ["name", "second_factor", "permissions"]

    def save_model(self, request: HttpRequest, obj: Group, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if form.cleaned_data["second_factor"]:
            SecondFactorRule.objects.get_or_create(group=obj)
        else:
            SecondFactorRule.objects.filter(group=obj).delete()


class ScriptTexts(JavaScriptCatalog):
    """Texts of Django's scripts, with those of its field of two boxes that Django has no German for."""

    packages = ["django.contrib.admin"]
    MISSING = (
        gettext_noop('Choose %s by selecting them and then select the "Choose" arrow button.'),
        gettext_noop('Remove %s by selecting them and then select the "Remove" arrow button.'),
        gettext_noop("Choose all %s"),
        gettext_noop("Choose selected %s"),
        gettext_noop("Remove all %s"),
        gettext_noop("Remove selected %s"),
        gettext_noop("(click to clear)"),
    )

    def get_catalog(self) -> dict[str, Any]:
        return {**super().get_catalog(), **{text: gettext(text) for text in self.MISSING}}


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
        path("jsi18n/", admin.site.admin_view(ScriptTexts.as_view(), cacheable=True), name="jsi18n"),
        path("login/", log_in, name="login"),
        *account_urls(),
        path("sales/", admin.site.admin_view(sales_page), name="sales"),
        path("password_change/", admin.site.admin_view(change_password, cacheable=True), name="password_change"),
    ]


admin.site.extra_urls = extra_urls  # type: ignore[attr-defined]
app_list = admin.site.get_app_list


def app_list_when_needed(request: HttpRequest, app_label: str | None = None) -> Any:
    """Every page's context holds all models with the rights to them, and a menu of our own shows none of them."""
    return SimpleLazyObject(lambda: app_list(request, app_label))


admin.site.get_app_list = app_list_when_needed  # type: ignore[method-assign]
