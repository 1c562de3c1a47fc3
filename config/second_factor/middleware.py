"""Keeps sessions without a second factor out of the staff area if their member must prove one, and notes their use."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import REDIRECT_FIELD_NAME, logout
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from shop.core.http.staff_area import is_staff_area
from shop.staff_log_in.queries import must_prove_second_factor
from shop.staff_log_in.sessions import note_use
from shop.web.redirects import Redirect

from .log_in import PROVED, browser_of
from .step_up import asked_for_proof


class SessionGuard:
    """Ends a session that was opened before the member's group needed a second factor, or before they had one, and
    leads to the log-in. A session in which it was proved costs no statement. Notes when sessions were used last.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if not is_staff_area(request) or not request.user.is_authenticated:
            return None
        if PROVED in request.session or not must_prove_second_factor(request.user):
            note_use(user=request.user, key=str(request.session.session_key), browser=browser_of(request))
            return asked_for_proof(request)
        logout(request)
        target = request.get_full_path() if request.method == "GET" else reverse("admin:index")
        return Redirect(f"{reverse('admin:login')}?{urlencode({REDIRECT_FIELD_NAME: target})}")
