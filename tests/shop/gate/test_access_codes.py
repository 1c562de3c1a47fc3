"""Access codes are one however they are written, as discount and payment codes are (shop/codes)."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.db.transaction import atomic
from django.test import Client

from shop.models import AccessCode, Shop
from tests.factories import make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture
def main_shop() -> Shop:
    return make_shop("merchstand")


@pytest.fixture
def gated(main_shop: Shop) -> Shop:
    shop = make_shop("geheim")
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    return shop


@pytest.fixture
def client() -> Client:
    return Client(HTTP_HOST="localhost")


def enter(client: Client, code: str) -> Any:
    return client.post("/geheim/access-code", {"code": code, "wanted": "/geheim"})


@proves(
    "catalogue §4",
    "access codes ignore capitals and blanks as discount and payment codes do; each shop has one once, "
    "kept as it was written",
)
@pytest.mark.parametrize("written", ["Rotlicht", " rot licht ", "ROT\u00a0LICHT", "rotlicht\t"])
def test_capitals_and_blanks_make_no_difference(client: Client, gated: Shop, written: str) -> None:
    assert enter(client, written).headers["Location"] == "/geheim"
    assert client.get("/geheim").status_code == 200
    stranger = Client(HTTP_HOST="localhost")
    assert stranger.get("/geheim", {"code": written}).headers["Location"] == "/geheim/"
    assert stranger.get("/geheim").status_code == 200


def test_a_code_stays_as_it_was_written_and_so_do_its_cookies(client: Client, gated: Shop) -> None:
    AccessCode.objects.update(code="Rot Licht")
    enter(client, "rotlicht")
    AccessCode.objects.get().save()
    assert AccessCode.objects.get().code == "Rot Licht"
    assert client.get("/geheim").status_code == 200


def test_no_shop_has_a_code_twice_however_it_is_written(gated: Shop, main_shop: Shop) -> None:
    with pytest.raises(ValidationError, match=r"has that code already|Diesen Code hat der Shop schon"):
        AccessCode(shop=gated, code=" rot licht").full_clean()
    with pytest.raises(IntegrityError), atomic():
        AccessCode.objects.create(shop=gated, code="Rot licht")
    AccessCode(shop=main_shop, code="ROTLICHT").full_clean()
