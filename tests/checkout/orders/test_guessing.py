"""Whoever guesses codes is stopped, and stops nobody else (design §6, docs/decisions/0022)."""

from collections.abc import Callable
from typing import Protocol

import pytest
from django.test import Client, RequestFactory

from cart.entry.discount_codes import ENTRY as DISCOUNT
from cart.entry.payment_codes import ENTRY as PAYMENT
from shop.access_codes.codes import ENTRY as ACCESS
from shop.codes.entry import CodeEntry
from shop.core.limits.visitors import HEADER, Visitor
from shop.models import AccessCode, DiscountCode, Shop
from tests.factories import first_variant, make_event, make_payment_code, make_shop
from tests.guest import Guest
from tests.proof_of_work import solved
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


class Enter(Protocol):
    """Enters a code as a new visitor from an address; what became of it: right, wrong, or what it was refused for."""

    def __call__(self, code: str, address: str, *, works: bool = False) -> str: ...


def work_at(address: str) -> dict[str, str]:
    return {HEADER: solved(Visitor(address).challenge())}


def access_codes(shop: Shop) -> Enter:
    AccessCode.objects.create(shop=shop, code="RIGHT")

    def enter(code: str, address: str, *, works: bool = False) -> str:
        form, client = {"code": code, "wanted": "/nachtfalter"}, Client(HTTP_HOST="localhost", REMOTE_ADDR=address)
        answer = client.post("/nachtfalter/access-code", form, headers=work_at(address) if works else {})
        if answer.status_code == 429:
            return "WORK_NEEDED"
        return "wrong" if "code_error" in answer.headers["Location"] else "right"

    return enter


def discount_codes(shop: Shop) -> Enter:
    DiscountCode.objects.create(shop=shop, code="RIGHT", percent=10)

    def enter(code: str, address: str, *, works: bool = False) -> str:
        answer = Guest(shop, address=address, works=works).post("discount", {"code": code})
        problem = str(answer.json().get("code", "right"))
        return {"DISCOUNT_CODE_WRONG": "wrong"}.get(problem, problem)

    return enter


def payment_codes(shop: Shop) -> Enter:
    event = make_event(shop, capacity=50)
    make_payment_code(event, code="RIGHT")
    ticket = first_variant(event)

    def enter(code: str, address: str, *, works: bool = False) -> str:
        answer = Guest(shop, address=address, works=works).add((ticket, 1), code=code)
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
        assert entry.check_code(request, shop, lambda: None) is None
    assert enter("RIGHT", "198.51.100.1") == "WORK_NEEDED"
    assert enter("RIGHT", "198.51.100.1", works=True) == "right"
    assert enter("RIGHT", "203.0.113.1") == "right"
    # While it lasts, those of an address that has not tried yet have three attempts without work.
    assert [enter("WRONG", "203.0.113.2") for _ in range(4)] == ["wrong", "wrong", "wrong", "WORK_NEEDED"]
    assert enter("RIGHT", "203.0.113.2") == "WORK_NEEDED"
    assert enter("RIGHT", "203.0.113.2", works=True) == "right"
    assert enter("RIGHT", "203.0.113.3") == "right"
