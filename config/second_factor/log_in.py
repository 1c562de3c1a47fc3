"""The log-in of staff in two steps: the password, then a code if the member has a second factor or needs one.

Between the steps the visitor is nobody: the session names the member whose password was right, for ten minutes.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from config.staff_login import with_retry_after
from shop.core.http.password_limits import known_browser, remember_browser
from shop.models import Shop
from shop.staff_log_in.browsers import browser_name
from shop.staff_log_in.mails import queue_new_browser_mail
from shop.staff_log_in.queries import app_of, must_prove_second_factor
from shop.staff_log_in.sessions import note_use
from shop.web.redirects import Redirect

from .forms import CodeForm, FirstSetUpForm
from .set_up import key_of, set_up_context
from .step_up import LAST_PROOF

PENDING = "second_step"
PENDING_SECONDS = 10 * 60
# In the session of a member who has proved the second factor: when, in seconds since 1970.
PROVED = "second_factor"


@dataclass(frozen=True)
class PendingLogIn:
    """A member whose password was right, and the page that the log-in leads to."""

    user: User
    target: str


class PasswordStep(LoginView):
    template_name = "admin/login.html"

    def form_valid(self, form: Any) -> HttpResponse:
        user, target = form.get_user(), self.get_success_url()
        if not must_prove_second_factor(user):
            return enter(self.request, user, target)
        self.request.session.flush()
        self.request.session[PENDING] = {
            "user": user.pk,
            "password": user.get_session_auth_hash(),
            "until": int(time.time()) + PENDING_SECONDS,
            "target": target,
        }
        return Redirect(reverse(f"admin:{'login_code' if app_of(user) else 'login_set_up'}"))


def log_in(request: HttpRequest) -> HttpResponse:
    if request.method == "GET" and admin.site.has_permission(request):
        return Redirect(reverse("admin:index"))
    shown = {
        **admin.site.each_context(request),
        "title": _("Log in"),
        "app_path": request.get_full_path(),
        "username": request.user.get_username(),
    }
    view = PasswordStep.as_view(authentication_form=admin.site.login_form, extra_context=shown)
    return with_retry_after(view(request))


def pending_log_in(request: HttpRequest) -> PendingLogIn | None:
    """Return the member whose password was right in this session. None after ten minutes, if the password has changed
    since, or if the member may not log in any more.
    """
    stored = request.session.get(PENDING)
    if not stored or stored["until"] < time.time():
        return None
    user = User.objects.filter(pk=stored["user"], is_active=True, is_staff=True).first()
    if user is None or not constant_time_compare(stored["password"], user.get_session_auth_hash()):
        return None
    return PendingLogIn(user, stored["target"])


def enter(request: HttpRequest, user: User, target: str, *, is_proved: bool = False) -> HttpResponse:
    """Log the member in, in a new session, and lead to the page that they wanted."""
    open_session(request, user, is_proved=is_proved)
    return remembered(Redirect(target), user)


def open_session(request: HttpRequest, user: User, *, is_proved: bool) -> None:
    """Begin a session, and mail the member if they have not logged in in this browser before."""
    is_known = bool(known_browser(request, user.get_username()))
    # Before `login`: after another member's session that would leave the new one without a key to note.
    request.session.flush()
    login(request, user)
    request.session[LAST_PROOF] = int(time.time())
    if is_proved:
        mark_proved(request)
    note_use(user=user, key=str(request.session.session_key), browser=browser_of(request))
    if not is_known and (shop := Shop.objects.filter(slug=settings.MAIN_SHOP).first()):
        with transaction.atomic():
            queue_new_browser_mail(shop=shop, user=user, browser=browser_of(request))


def browser_of(request: HttpRequest) -> str:
    return browser_name(request.headers.get("User-Agent", ""))


def mark_proved(request: HttpRequest) -> None:
    request.session[PROVED] = int(time.time())


def remembered(response: HttpResponse, user: User) -> HttpResponse:
    remember_browser(response, user.get_username())
    return response


@contextmanager
def writing_as(request: HttpRequest, user: User) -> Iterator[None]:
    """Attribute what is written to the member who has given the password, though nobody is logged in yet."""
    before, request.user = request.user, user
    try:
        yield
    finally:
        request.user = before


@never_cache
@sensitive_post_parameters()
def enter_code(request: HttpRequest) -> HttpResponse:
    """The second step of members who have a second factor."""
    pending = pending_log_in(request)
    if pending is None or app_of(pending.user) is None:
        return Redirect(reverse("admin:login"))
    uses_recovery = "recovery" in request.GET
    form = CodeForm(request, pending.user, request.POST or None, uses_recovery=uses_recovery)
    with writing_as(request, pending.user):
        is_right = form.is_valid()
    if is_right:
        return enter(request, pending.user, pending.target, is_proved=True)
    return step_page(request, "login_code", _("Second step"), form=form, uses_recovery=uses_recovery)


@never_cache
@sensitive_post_parameters()
def set_up_at_log_in(request: HttpRequest) -> HttpResponse:
    """The second step of members who need a second factor and have none."""
    pending = pending_log_in(request)
    if pending is None or app_of(pending.user) is not None:
        return Redirect(reverse("admin:login"))
    key = key_of(request)
    form = FirstSetUpForm(request.POST or None, key=key, user=pending.user)
    with writing_as(request, pending.user):
        codes = form.set_up() if form.is_valid() else []
    if codes:
        open_session(request, pending.user, is_proved=True)
        page = step_page(request, "login_recovery_codes", _("Recovery codes"), codes=codes, target=pending.target)
        return remembered(page, pending.user)
    shown = set_up_context(pending.user, key)
    return step_page(request, "login_set_up", _("Set up a second factor"), form=form, **shown)


def step_page(request: HttpRequest, template: str, title: str, **shown: Any) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": title, **shown}
    return with_retry_after(TemplateResponse(request, f"admin/account/{template}.html", context))
