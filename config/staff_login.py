"""Login and password forms of staff, with the rate limits of shop.core.http.password_limits."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordChangeView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.forms import AdminOwnPasswordChangeForm, AdminPasswordChangeForm, AuthenticationForm

from shop.core.errors import TooManyAttempts
from shop.core.http.password_limits import attempt_log_in, attempt_own_password
from shop.core.limits.budgets import WorkNeeded
from shop.models.staff import OF_SUPERUSERS
from shop.staff.access import holds_here
from shop.staff_log_in.sessions import end_sessions

MANY_FROM_HERE = _(
    "Many are logging in from the same network just now. Your device calculates for a moment. Please enter your "
    "password again; without JavaScript in a minute."
)


class PasswordBackend(ModelBackend):
    """Authenticates within the limits. Raises TooManyAttempts before it hashes a password. Only superusers manage users
    and rights (docs/decisions/0070).
    """

    def get_all_permissions(self, user_obj: Any, obj: Any = None) -> set[str]:
        """Superusers are asked for none. Others have no right to rights, whatever a row of theirs says."""
        return {name for name in super().get_all_permissions(user_obj, obj) if not name.startswith(OF_SUPERUSERS)}

    def has_perm(self, user_obj: Any, perm: str, obj: Any = None) -> bool:
        """Count memberships of shops only on pages that are limited to shops (shop/staff/access.py)."""
        if super().has_perm(user_obj, perm, obj):
            return True
        return obj is None and holds_here(user_obj, perm)

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        compare = partial(super().authenticate, request, username, password, **kwargs)
        return compare() if request is None or username is None else attempt_log_in(request, username, compare)


class LimitedForm(forms.Form):
    """`retry_after`: seconds until a password is compared again; 0 where it was compared. `work`: the challenge that
    comes before.
    """

    retry_after, work = 0, ""

    def refused(self, error: TooManyAttempts) -> ValidationError:
        self.retry_after = error.extensions["retry_after"]
        if isinstance(error, WorkNeeded):
            self.work = error.text
            return ValidationError(MANY_FROM_HERE, code=error.code)
        return ValidationError(sentence(self.retry_after), code=error.code)


class LoginForm(LimitedForm, AuthenticationForm):
    def clean(self) -> dict[str, Any] | None:
        try:
            return super().clean()
        except TooManyAttempts as error:
            raise self.refused(error) from error


class NewPasswordForm(AdminPasswordChangeForm):
    """Gives a member another password, which ends their sessions."""

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        end_sessions(user=user)
        return user


class OwnPasswordForm(LimitedForm, AdminOwnPasswordChangeForm):
    def clean_old_password(self) -> str:
        try:
            return attempt_own_password(self.user.pk, super().clean_old_password) or ""
        except TooManyAttempts as error:
            raise self.refused(error) from error


def sentence(seconds: int) -> str:
    if seconds < 60:
        text = ngettext(
            "Too many attempts. Please try again in %d second.",
            "Too many attempts. Please try again in %d seconds.",
            seconds,
        )
        return text % seconds
    minutes = -(-seconds // 60)
    text = ngettext(
        "Too many attempts. Please try again in %d minute.",
        "Too many attempts. Please try again in %d minutes.",
        minutes,
    )
    return text % minutes


def change_password(request: HttpRequest) -> HttpResponse:
    view = PasswordChangeView.as_view(
        form_class=OwnPasswordForm,
        success_url=reverse_lazy("admin:password_change_done"),
        extra_context=admin.site.each_context(request),
    )
    response = view(request)
    if response.status_code == 302:
        end_sessions(user=member_of(request), but=request.session.session_key)
    return with_retry_after(response)


def member_of(request: HttpRequest) -> User:
    """Return the member of staff whose request it is, on pages for those who are logged in."""
    return request.user  # type: ignore[return-value]


def with_retry_after(response: Any) -> HttpResponse:
    """A page whose form refuses further attempts says so to programs, too."""
    form = (getattr(response, "context_data", None) or {}).get("form")
    if seconds := getattr(form, "retry_after", 0):
        response.status_code = 429
        response.headers["Retry-After"] = str(seconds)
    return response
