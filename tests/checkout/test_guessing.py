"""Whoever guesses codes is stopped, and stops nobody else (design §6, docs/decisions/0022)."""

from collections.abc import Callable

import pytest
from django.test import Client, RequestFactory

from cart.codes.discount_entry import ENTRY as DISCOUNT
from cart.codes.payment_entry import ENTRY as PAYMENT
from shop.codes.entry import CodeEntry
from shop.gate.codes import ENTRY as ACCESS
from shop.models import AccessCode, DiscountCode, Shop
from tests.factories import first_variant, make_event, make_payment_code, make_shop
from tests.guest import Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
Enter = Callable[[str, str], str]
"""Enters a code as a new visitor from an address; what became of it: right, wrong, RATE_LIMITED."""


def access_codes(shop: Shop) -> Enter:
    AccessCode.objects.create(shop=shop, code="RIGHT")
    client = Client(HTTP_HOST="localhost")

    def enter(code: str, address: str) -> str:
        form = {"code": code, "wanted": "/nachtfalter"}
        answer = client.post("/nachtfalter/access-code", form, REMOTE_ADDR=address)
        if answer.status_code == 429:
            return "RATE_LIMITED"
        return "wrong" if "code_error" in answer.headers["Location"] else "right"

    return enter


def discount_codes(shop: Shop) -> Enter:
    DiscountCode.objects.create(shop=shop, code="RIGHT", percent=10)
    guest = Guest(shop)

    def enter(code: str, address: str) -> str:
        guest.begin_anew(address)
        answer = guest.post("discount", {"code": code})
        problem = str(answer.json().get("code", "right"))
        return {"DISCOUNT_CODE_WRONG": "wrong"}.get(problem, problem)

    return enter


def payment_codes(shop: Shop) -> Enter:
    event = make_event(shop, capacity=50)
    make_payment_code(event, code="RIGHT")
    ticket, guest = first_variant(event), Guest(shop)

    def enter(code: str, address: str) -> str:
        guest.begin_anew(address)
        answer = guest.add((ticket, 1), code=code)
        problem = str(answer.refusal["code"]) if "errors" in answer.body else "right"
        return {"PAYMENT_CODE_INVALID": "wrong"}.get(problem, problem)

    return enter


@proves("docs/decisions/0022", "whoever guesses codes of any kind locks nobody else out")
@pytest.mark.parametrize(
    ("kind", "entry"), [(access_codes, ACCESS), (discount_codes, DISCOUNT), (payment_codes, PAYMENT)]
)
def test_a_thousand_wrong_codes_from_a_hundred_addresses_lock_nobody_else_out(
    kind: Callable[[Shop], Enter], entry: CodeEntry
) -> None:
    make_shop("merchstand")
    shop = make_shop("nachtfalter")
    enter = kind(shop)
    for number in range(1000):
        request = RequestFactory().get("/", REMOTE_ADDR=f"198.51.100.{number % 100}")
        assert entry.meaning(request, shop, lambda: None) is None
    assert enter("RIGHT", "198.51.100.1") == "RATE_LIMITED"
    assert enter("RIGHT", "203.0.113.1") == "right"
    # While it lasts, an address that has not tried yet has three attempts.
    assert [enter("WRONG", "203.0.113.2") for _ in range(4)] == ["wrong", "wrong", "wrong", "RATE_LIMITED"]
    assert enter("RIGHT", "203.0.113.2") == "RATE_LIMITED"
    assert enter("RIGHT", "203.0.113.3") == "right"
