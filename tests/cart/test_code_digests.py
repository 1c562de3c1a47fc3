"""A code's row is found by its keyed digest, whichever secret it was stored with."""

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from cart.entry.discount_codes import entered_discount_code
from cart.entry.payment_codes import entered_payment_code
from cart.errors import DiscountCodeWrong, PaymentCodeInvalid
from cart.models import PaymentCode
from shop.core.codes.digest import code_digest, renew_digests
from shop.models import DiscountCode, Shop
from tests.factories import make_event, make_payment_code, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    shop = make_shop("goldkante")
    DiscountCode.objects.create(shop=shop, code="BLECH10", percent=10)
    make_payment_code(make_event(shop), code="KP1")
    return shop


def both_are_found(shop: Shop) -> bool:
    request = RequestFactory().get("/")
    try:
        found = entered_discount_code(request, shop, "blech 10").code, entered_payment_code(request, shop, "kp 1").code
    except (DiscountCodeWrong, PaymentCodeInvalid):
        return False
    return found == ("BLECH10", "KP1")


def test_another_secret_finds_codes_as_long_as_the_old_one_is_known(shop: Shop, settings: Settings) -> None:
    old = settings.SECRET_KEY
    assert both_are_found(shop)
    settings.SECRET_KEY = "another secret"
    assert not both_are_found(shop)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert both_are_found(shop)
    renew_digests()
    settings.SECRET_KEY_FALLBACKS = []
    assert both_are_found(shop)


def test_codes_made_in_one_go_have_digests(shop: Shop) -> None:
    DiscountCode.objects.bulk_create([DiscountCode(shop=shop, code=f"N{number}", percent=5) for number in range(3)])
    assert set(DiscountCode.objects.filter(code="N2").values_list("digest", flat=True)) == {code_digest("n 2")}


def test_codes_written_without_a_digest_are_found_once_digests_are_renewed(shop: Shop) -> None:
    DiscountCode.objects.update(digest=None)
    PaymentCode.objects.update(digest=None)
    assert not both_are_found(shop)
    renew_digests()
    assert both_are_found(shop)


@proves(
    "design §6",
    "discount and payment codes are found by a keyed digest: one statement however many there are; a new "
    "secret finds what the old one stored until the worker has started with it",
)
def test_a_code_among_a_thousand_costs_the_same_statement(shop: Shop) -> None:
    DiscountCode.objects.bulk_create([DiscountCode(shop=shop, code=f"N{number}", percent=5) for number in range(1000)])
    with CaptureQueriesContext(connection) as asked:
        entered_discount_code(RequestFactory().get("/"), shop, "BLECH10")
    assert len(asked) == 2  # the time, and the row
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE shop_discountcode")
        cursor.execute("EXPLAIN " + asked.captured_queries[1]["sql"])
        plan = " ".join(row[0] for row in cursor.fetchall())
    assert "discount_code_by_its_digest" in plan


def test_signs_that_no_text_has_are_a_wrong_code(shop: Shop) -> None:
    with pytest.raises(DiscountCodeWrong):
        entered_discount_code(RequestFactory().get("/"), shop, "\ud800")
