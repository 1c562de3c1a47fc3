"""What a list says that has nothing to show."""

import pytest
from django.test import Client

from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import log_in, text_of

pytestmark = pytest.mark.django_db


@proves("design §6", "an empty list offers what helps: to reset what was searched for, to create what staff can create")
def test_it_offers_what_there_is_to_do(client: Client) -> None:
    make_shop("merchstand")
    client.cookies["locale"] = "en"
    log_in(client)
    asked = ("checkout/dispute/", "checkout/dispute/?q=nobody", "catalogue/tour/", "catalogue/tour/?q=nobody")
    shown = [text_of(client.get(f"/admin/{one}")) for one in asked]
    assert ["Nothing is here yet" in one for one in shown] == [True, False, True, False]
    assert ["Reset filters" in one for one in shown] == [False, True, False, True]
    assert ["Add tour" in one for one in shown] == [False, False, True, True]
