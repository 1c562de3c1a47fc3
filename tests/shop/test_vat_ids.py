import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from shop.core.values.vat_ids import validate_vat_id
from shop.models import Shop
from tests.proofs import proves

GOOD = (
    "DE123456788",
    "de 136 695 976",
    "ATU12345678",
    "NL123456789B01",
    "ESX1234567X",
    "CHE-123.456.789 MWST",
    "FRXX123456789",
)
PREFIX, LENGTH, DIGIT = "country's letters", "another length", "does not fit"


@pytest.mark.parametrize("number", GOOD)
def test_numbers_of_a_countrys_form_are_taken(number: str) -> None:
    validate_vat_id(number)


@proves("catalogue §3", "a seller's VAT id has its country's form, and a German one its check digit")
@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("DE123", LENGTH), ("DE1234567890", LENGTH), ("AT12345678", LENGTH), ("NL123456789", LENGTH),
        ("123456788", PREFIX), ("US123456789", PREFIX), ("37/123/45678", PREFIX),
        ("DE123456789", DIGIT), ("DE132456788", DIGIT),
    ],
)  # fmt: skip
def test_others_are_refused_with_the_reason(number: str, reason: str) -> None:
    with override("en"):
        with pytest.raises(ValidationError) as error:
            Shop(name="Motte", slug="motte", seller_vat_id=number).clean()
        assert reason in str(error.value.message_dict["seller_vat_id"])
