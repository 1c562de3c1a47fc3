"""The link to an outside page of accounts (purchase §6)."""

import pytest
from django.test import Client

from tests.factories import make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit

pytestmark = pytest.mark.django_db


@proves("purchase §6", "the account page learns from which shop somebody comes, unless staff's address says a source")
@pytest.mark.parametrize(
    ("entered", "address"),
    [
        ("https://accounts.example/me", "https://accounts.example/me?source=nachtfalter"),
        ("https://accounts.example/?a=1#top", "https://accounts.example/?a=1&source=nachtfalter#top"),
        ("https://accounts.example/?source=bands", "https://accounts.example/?source=bands"),
        ("https://accounts.example/?source=", "https://accounts.example/?source="),
    ],
)
def test_the_account_link_has_a_source(entered: str, address: str) -> None:
    make_shop("nachtfalter", account_link=entered)
    assert Visit("/nachtfalter/imprint").markup.has("a", href=address)
    told = Client(SERVER_NAME="localhost").get("/api/v2/shops/nachtfalter/").json()
    assert told["meta"]["account_link"] == address


def test_without_a_page_of_accounts_there_is_no_link() -> None:
    make_shop("nachtfalter")
    assert Client(SERVER_NAME="localhost").get("/api/v2/shops/nachtfalter/").json()["meta"]["account_link"] == ""
