"""Statements that are put together once for all requests of a process (design §5)."""

from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Model
from django.utils import timezone, translation

from cart.models import Address, Cart
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import new_session
from shop.core.database.compiled_statements import insert_row, insert_rows, store_rows, update_row
from shop.models import Shop, ShopDesign
from shop.queries import shops_for_page
from tests.factories import make_image, make_shop

pytestmark = pytest.mark.django_db


def test_it_says_the_same_in_every_language() -> None:
    texts = set()
    for language in ("de", "en"):
        with translation.override(language):
            texts.add(str(Shop.objects.for_page().query))
    assert len(texts) == 1


def test_its_rows_are_those_of_the_query_with_what_belongs_to_them() -> None:
    plain, full = make_shop("merchstand"), make_shop("band", domain="band.example", hero=make_image(alt="Bühne"))
    ShopDesign.objects.create(shop=full)
    for given, expected in (
        ({"slugs": ["merchstand", "band"], "domain": None}, {plain, full}),
        ({"slugs": ["nobody"], "domain": None}, set()),
        ({"slugs": [], "domain": "band.example"}, {full}),
    ):
        assert set(shops_for_page().run(**given)) == expected
    (found,) = shops_for_page().run(slugs=["band"], domain=None)
    (asked,) = Shop.objects.for_page().filter(slug="band")
    everything = [{k: v for k, v in vars(one).items() if k != "_state"} for one in (found, asked)]
    assert everything[0] == everything[1]
    assert (found.hero.alt, found.design.shop) == ("Bühne", found)
    (found,) = shops_for_page().run(slugs=["merchstand"], domain=None)
    assert found.hero is None and not hasattr(found, "design")


def columns(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_written_rows_are_those_that_are_read() -> None:
    session = new_session(shop=make_shop(), language="de", visitor=None, now=timezone.now())
    insert_row(session)  # some of its columns are the database's defaults
    assert not session._state.adding and columns(session) == columns(VisitorSession.objects.get())

    addresses = [Address(last_name="Falk", country_code="de"), Address(last_name="Mai", country_code="at")]
    cart = Cart(session=session, shop=session.shop, billing_address=addresses[0])
    insert_rows(addresses)
    insert_row(cart)  # its address got a key after it was assigned
    assert columns(cart) == columns(Cart.objects.select_related("billing_address").get(billing_address=addresses[0]))
    assert list(Address.objects.order_by("pk").values_list("last_name", flat=True)) == ["Falk", "Mai"]

    cart.email, cart.new_item_ids, cart.country_code = "mira@example.org", [uuid4()], "at"
    update_row(cart, "email", "new_item_ids")
    assert columns(Cart.objects.get()) == columns(cart) | {"country_code": "de"}
    cart.email = "other@example.org"
    store_rows([cart], "country_code")
    assert Cart.objects.values_list("email", "country_code").get() == ("mira@example.org", "at")
