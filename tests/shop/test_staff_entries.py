"""What staff write in several ways is kept in one, or refused with a reason beside its field."""

from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import translation

from shop.models import Shop
from tests.factories import make_shop
from tests.staff import errors_of, fields_of, log_in, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    return make_shop("merchstand")


@pytest.fixture(autouse=True)
def logged_in(client: Client) -> Iterator[None]:
    client.cookies["locale"] = "en"
    log_in(client)
    with translation.override("en"):
        yield


def form_of(shop: Shop) -> str:
    return f"/admin/shop/shop/{shop.pk}/change/"


class TestBankAccount:
    @pytest.mark.parametrize(
        ("iban", "kept"),
        [
            ("DE02 1203 0000 0000 2020 51", "DE02120300000000202051"),
            (" de02120300000000202051 ", "DE02120300000000202051"),
            ("MT84 MALT 0110 0001 2345 MTLC AST0 01S", "MT84MALT011000012345MTLCAST001S"),
            ("", ""),
        ],
    )
    def test_it_is_kept_in_one_form_and_shown_in_groups(self, client: Client, shop: Shop, iban: str, kept: str) -> None:
        answer = send(client, form_of(shop), bank_iban=iban, bank_bic="byla de m1 001")
        assert answer.status_code == 302, errors_of(answer)
        shop.refresh_from_db()
        assert (shop.bank_iban, shop.bank_bic) == (kept, "BYLADEM1001")
        shown = fields_of(client.get(form_of(shop)))["bank_iban"]
        assert shown == " ".join(kept[at : at + 4] for at in range(0, len(kept), 4))

    @pytest.mark.parametrize(
        ("field", "value", "told"),
        [
            ("bank_iban", "DE03 1203 0000 0000 2020 51", "a letter or digit is wrong"),
            ("bank_iban", "DE02 1203 0000 0000 2020", "enter it as on the bank statement"),
            ("bank_iban", "12345678", "enter it as on the bank statement"),
            ("bank_iban", "XX02120300000000202051", "enter it as on the bank statement"),
            ("bank_bic", "BYLADEM", "it has 8 or 11 letters and digits"),
            ("bank_bic", "BYLAXXM1001", "it has 8 or 11 letters and digits"),
        ],
    )
    def test_a_wrong_one_is_refused_and_stays_to_be_mended(
        self, client: Client, shop: Shop, field: str, value: str, told: str
    ) -> None:
        answer = send(client, form_of(shop), **{field: value})
        assert told in errors_of(answer)
        assert fields_of(answer)[field].replace(" ", "") == value.replace(" ", "")
        with pytest.raises(ValidationError):
            Shop(name="A", slug="a", **{field: value}).full_clean()
