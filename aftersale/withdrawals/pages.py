"""The withdrawal function's pages (§ 356a BGB): what is asked for, the review with its one button, the receipt.

They need no script, no login and no access code, and stand in shops that sell nothing any more.
"""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path

from aftersale.forms.form import TRAP
from aftersale.models.withdrawal import MAX_CONTRACT, MAX_NAME, MAX_TEXT
from checkout.entry.secrets import entered_secret
from checkout.errors import OrderNotFound, TooManySecrets
from shop.core.errors import FieldErrors
from shop.core.http.origin import is_same_origin
from shop.core.limits.budgets import WorkNeeded
from shop.core.limits.visitors import visitor_of
from shop.core.values.languages import active_language
from shop.newsletter.pages import PRIVATE, settling
from shop.web.pages import current_shop, plain_page

from .actions.withdrawing import Declaration, check_declaration, declare_withdrawal
from .errors import TooManyWithdrawals
from .limits import contact_of, count_declaration
from .queries import OrderedLine, Prefilled, prefilled

MOST = {"name": MAX_NAME, "contract": MAX_CONTRACT, "text": MAX_TEXT, "email": 254}


def answer(
    request: HttpRequest, template: str, status: int = 200, needed: WorkNeeded | None = None, **context: Any
) -> HttpResponse:
    context |= {"contact": contact_of(current_shop(request)), "most": MOST}
    return plain_page(request, f"withdrawal/{template}.html", context, status=status, headers=PRIVATE, needed=needed)


@settling
def withdrawal(request: HttpRequest, secret: str = "") -> HttpResponse:
    if request.method not in ("GET", "HEAD", "POST"):
        return HttpResponseNotAllowed(["GET", "POST"])
    known = order_of_secret(request, secret) if secret else None
    if request.method != "POST":
        typed = Declaration(known.name, known.reference, known.email) if known else Declaration("", "", "")
        return question_page(request, known, typed)
    if not is_same_origin(request):
        return HttpResponse(status=403)
    typed = typed_declaration(request, known)
    if request.POST.get(TRAP):
        return question_page(request, known, typed, 400, trapped=True)
    try:
        check_declaration(typed)
    except FieldErrors as error:
        return question_page(request, known, typed, 400, errors=error.errors)
    match request.POST.get("step"):
        case "confirm":
            return declare(request, known, typed)
        case "change":
            return question_page(request, known, typed)
    return review_page(request, known, typed, secrets.token_urlsafe(16))


def review_page(
    request: HttpRequest, known: Prefilled | None, typed: Declaration, key: str, needed: WorkNeeded | None = None
) -> HttpResponse:
    """Show the review. `key`: makes a repeated submission the same declaration."""
    return answer(request, "review", needed=needed, declaration=typed, chosen=chosen_lines(request, known), key=key)


def order_of_secret(request: HttpRequest, secret: str) -> Prefilled | None:
    """Return the data of an order's link. None for a wrong link, and for all links after too many wrong ones: customers
    can type everything.
    """
    try:
        return prefilled(entered_secret(request, current_shop(request), secret))
    except (OrderNotFound, TooManySecrets):
        return None


def declare(request: HttpRequest, known: Prefilled | None, typed: Declaration) -> HttpResponse:
    shop = current_shop(request)
    key = request.POST.get("key", "")[:80]
    try:
        count_declaration(visitor_of(request), shop, typed.email)
    except TooManyWithdrawals:
        return question_page(request, known, typed, 429, too_many=True)
    except WorkNeeded as needed:
        return review_page(request, known, typed, key, needed)
    row = declare_withdrawal(shop=shop, declaration=typed, language=active_language(), key=key)
    return answer(request, "received", withdrawal=row)


def question_page(
    request: HttpRequest, known: Prefilled | None, typed: Declaration, status: int = 200, **more: Any
) -> HttpResponse:
    lines = [(line, *ticked(request, line)) for line in known.lines] if known else []
    problems = {field: found[0]["code"] for field, found in more.pop("errors", {}).items()}
    more |= {"trap": TRAP, "some_exempt": any(line.exemption for line, _ticked, _amount in lines)}
    return answer(request, "form", status, declaration=typed, lines=lines, problems=problems, **more)


def ticked(request: HttpRequest, line: OrderedLine) -> tuple[bool, int]:
    """Return whether the line was chosen, and how many pieces of it."""
    number = request.POST.get(f"amount-{line.key}", "")
    amount = int(number) if number.isascii() and number.isdigit() and len(number) < 7 else line.amount
    return line.key in request.POST.getlist("line"), min(max(amount, 1), line.amount)


def chosen_lines(request: HttpRequest, known: Prefilled | None) -> list[tuple[OrderedLine, int]]:
    found = [(line, *ticked(request, line)) for line in known.lines if not line.exemption] if known else []
    return [(line, amount) for line, is_chosen, amount in found if is_chosen]


def typed_declaration(request: HttpRequest, known: Prefilled | None) -> Declaration:
    """Return the input. Line ends become one character, as browsers count them."""
    given = {name: request.POST.get(name, "").replace("\r\n", "\n") for name in MOST}
    items = tuple(f"{amount} × {line.text}" for line, amount in chosen_lines(request, known))
    return Declaration(**given, items=items)


urlpatterns = [
    path("withdrawal", withdrawal, name="withdrawal"),
    path("withdrawal/<str:secret>", withdrawal, name="withdrawal-of-order"),
]
