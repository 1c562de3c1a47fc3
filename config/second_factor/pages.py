"""“My log-in”: a member's own second factor, and the browsers in which they are logged in."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from config.staff_login import member_of
from shop.staff_log_in.actions import remove_second_factor, renew_recovery_codes
from shop.staff_log_in.queries import app_of, is_second_factor_required, recovery_codes_left
from shop.staff_log_in.sessions import end_session, end_sessions, sessions_of
from shop.web.redirects import Redirect

from .forms import ProofForm, SetUpForm
from .log_in import PROVED, enter_code, mark_proved, remembered, set_up_at_log_in, step_page
from .set_up import KEY, key_of, set_up_context


def page(request: HttpRequest, template: str, title: str, **shown: Any) -> HttpResponse:
    return step_page(request, template, title, back=reverse("admin:account"), **shown)


@never_cache
def account(request: HttpRequest) -> HttpResponse:
    user = member_of(request)
    return page(
        request,
        "account",
        _("My log-in"),
        app=app_of(user),
        codes_left=recovery_codes_left(user),
        is_required=is_second_factor_required(user),
        sessions=sessions_of(user),
        here=request.session.session_key,
    )


@never_cache
@sensitive_post_parameters()
def set_up(request: HttpRequest) -> HttpResponse:
    """Connect an authenticator app, the first or another one."""
    app, key = app_of(member_of(request)), key_of(request)
    form = SetUpForm(request, request.POST or None, key=key, has_app=app is not None)
    codes = form.set_up() if form.is_valid() else []
    if codes:
        del request.session[KEY]
        mark_proved(request)
        return remembered(page(request, "recovery_codes", _("Recovery codes"), codes=codes), member_of(request))
    title = _("Use another authenticator app") if app else _("Set up a second factor")
    return page(request, "set_up", title, form=form, app=app, **set_up_context(member_of(request), key))


@never_cache
@sensitive_post_parameters()
def renew_codes(request: HttpRequest) -> HttpResponse:
    if app_of(member_of(request)) is None:
        return Redirect(reverse("admin:account"))
    form = ProofForm(request, request.POST or None, has_app=True)
    if form.is_valid():
        codes = renew_recovery_codes(user=member_of(request))
        return page(request, "recovery_codes", _("Recovery codes"), codes=codes)
    return page(request, "renew_codes", _("New recovery codes"), form=form)


@never_cache
@sensitive_post_parameters()
def remove(request: HttpRequest) -> HttpResponse:
    if app_of(member_of(request)) is None or is_second_factor_required(member_of(request)):
        return Redirect(reverse("admin:account"))
    form = ProofForm(request, request.POST or None, has_app=True)
    if form.is_valid():
        remove_second_factor(user=member_of(request), keep_session=request.session.session_key)
        request.session.pop(PROVED, None)
        messages.success(request, _("The second factor is removed. Your password alone lets you in."))
        return Redirect(reverse("admin:account"))
    return page(request, "remove", _("Remove the second factor"), form=form)


@require_POST
def end_own_sessions(request: HttpRequest) -> HttpResponse:
    """End the member's session with the number that was sent. Without a number all but that of this browser."""
    number = request.POST.get("number")
    if number is None:
        end_sessions(user=member_of(request), but=request.session.session_key)
        messages.success(request, _("All other sessions are ended."))
    elif number.isdecimal() and len(number) < 19 and end_session(user=member_of(request), number=int(number)):
        messages.success(request, _("The session is ended."))
    return Redirect(reverse("admin:account"))


def account_urls() -> list[URLPattern]:
    own = admin.site.admin_view
    return [
        path("login/code/", enter_code, name="login_code"),
        path("login/set-up/", set_up_at_log_in, name="login_set_up"),
        path("account/", own(account), name="account"),
        path("account/second-factor/", own(set_up), name="second_factor"),
        path("account/second-factor/remove/", own(remove), name="remove_second_factor"),
        path("account/recovery-codes/", own(renew_codes), name="recovery_codes"),
        path("account/sessions/end/", own(end_own_sessions), name="end_sessions"),
    ]
