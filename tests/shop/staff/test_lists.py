"""What a list offers: a search, and where it is empty what helps."""

import re

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


@proves("design §6", "a list says below its search what it finds; a search keeps the list's filters")
def test_it_says_what_its_search_finds(client: Client) -> None:
    client.cookies["locale"] = "en"
    log_in(client)
    page = client.get("/admin/checkout/dispute/?state__exact=to_answer&q=B-1").content.decode()
    [field] = re.findall('<input [^>]*id="searchbar"[^>]*>', page)
    for attribute in ('value="B-1"', 'aria-label="Search"', 'aria-describedby="searchbar-help"'):
        assert attribute in field
    assert re.search('id="searchbar-help"[^>]*>Reference, payment reference', page)
    assert '<input type="hidden" name="state__exact" value="to_answer">' in page
