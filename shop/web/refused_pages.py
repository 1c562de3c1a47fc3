"""A visitor who follows a link to a file too often reads a page, not a problem for programs."""

from typing import Any

from django.http import HttpResponseBase

from shop.core.errors import TooManyAttempts
from shop.core.http.problems import problem_response
from shop.core.limits.budgets import WorkNeeded
from shop.models import Shop
from shop.web.rest import NO_STORE

from .pages import plain_page


def answer_to(error: Exception, context: dict[str, Any]) -> HttpResponseBase:
    """REST framework's exception handler."""
    request = context["request"]._request
    is_link = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    if not (is_link and isinstance(error, TooManyAttempts) and isinstance(getattr(request, "shop", None), Shop)):
        return problem_response(error, context)
    needed = error if isinstance(error, WorkNeeded) else None
    return plain_page(request, "refused.html", {}, status=error.status, headers=NO_STORE, needed=needed)
