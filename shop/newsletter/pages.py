"""Pages that need no script: signing up, and what the links in the mails lead to.

A GET shows a button and changes nothing: programs that look through mails follow every link (purchase §4).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from shop.core.errors import FieldErrors, TooManyAttempts
from shop.core.http.origin import is_same_origin
from shop.core.limits.budgets import WorkNeeded
from shop.core.limits.visitors import client_address, visitor_of
from shop.core.values.html import clean_html
from shop.core.values.languages import active_language
from shop.models import NewsletterSubscription
from shop.newsletter.actions import SignUp, agreed_text, checked_address, confirm, subscribe, unsubscribe
from shop.newsletter.limits import count_attempt
from shop.texts import lang_text
from shop.web.pages import current_shop, language_settled, plain_page

# The address of such a page is a secret to other sites. With "no-referrer" browsers would hide from us, too, where a
# form comes from: `Origin: null`.
PRIVATE = {"Cache-Control": "private, no-store", "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex"}


def answer(
    request: HttpRequest, template: str, status: int = 200, needed: WorkNeeded | None = None, **context: Any
) -> HttpResponse:
    return plain_page(request, f"newsletter/{template}.html", context, status=status, headers=PRIVATE, needed=needed)


def settling(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The view, once the address names no language any more."""

    @wraps(view)
    def settled(request: HttpRequest, **parameters: str) -> HttpResponse:
        return language_settled(request) or view(request, **parameters)

    return settled


@settling
def signup(request: HttpRequest) -> HttpResponse:
    shop = current_shop(request)
    form: dict[str, Any] = {
        "headline": shop.mailchimp_header or lang_text("LANG_NEWSLETTER_TITLE", active_language()),
        "text": clean_html(shop.mailchimp_customtext or ""),
        "agreed_text": agreed_text(shop, active_language()),
    }
    if request.method != "POST":
        return answer(request, "signup", **form)
    if not is_same_origin(request):
        return HttpResponse(status=403)
    email = request.POST.get("email", "")
    sign_up = SignUp(email, "accepts_terms" in request.POST, active_language(), client_address(request))
    form |= {"email": email, "ticked": sign_up.accepts_terms}
    try:
        checked_address(sign_up)
        count_attempt(visitor_of(request), shop, sign_up.email)
        subscribe(shop=shop, sign_up=sign_up)
    except FieldErrors as error:
        return answer(request, "signup", 400, **form, errors=error.errors)
    except WorkNeeded as needed:
        return answer(request, "signup", needed=needed, **form)
    except TooManyAttempts as error:
        problem = lang_text("LANG_NEWSLETTER_TOOMANY", active_language(), email=error.extensions["contact"])
        return answer(request, "signup", 429, **form, problem=problem)
    return answer(request, "told", title="LANG_NEWSLETTER_REQUESTED_TITLE", text="LANG_NEWSLETTER_SUCCESS")


def subscription_of(request: HttpRequest, token: str) -> NewsletterSubscription | None:
    """The one that this link of this shop names."""
    return NewsletterSubscription.objects.filter(shop=current_shop(request), token=token).first()


def unknown(request: HttpRequest) -> HttpResponse:
    return answer(
        request, "told", 404, title="LANG_NEWSLETTER_UNKNOWN_TITLE", text="LANG_NEWSLETTER_UNKNOWN_TEXT", again=True
    )


@settling
def confirmation(request: HttpRequest, token: str) -> HttpResponse:
    found = subscription_of(request, token)
    if found is None or found.unsubscribed_at:
        return unknown(request)
    if request.method == "POST":
        confirm(token=token, address=client_address(request))
    elif request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "POST"])
    elif not found.confirmed_at:
        return answer(request, "question", action="confirm", email=found.email)
    return answer(request, "told", title="LANG_NEWSLETTER_CONFIRMED_TITLE", text="LANG_NEWSLETTER_CONFIRMED_TEXT")


@settling
def ending(request: HttpRequest, token: str) -> HttpResponse:
    """Mail programs POST here by themselves when their reader wants no more (RFC 8058)."""
    found = subscription_of(request, token)
    if found is None:
        return unknown(request)
    if request.method == "POST":
        unsubscribe(token=token)
    elif request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "POST"])
    elif not found.unsubscribed_at:
        return answer(request, "question", action="unsubscribe", email=found.email)
    return answer(request, "told", title="LANG_NEWSLETTER_ENDED_TITLE", text="LANG_NEWSLETTER_ENDED_TEXT", again=True)
