"""The timeline says an exchange in the language of the member of staff who reads it."""

from decimal import Decimal
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import translation

from catalogue.models import ProductVariant
from checkout.actions.changes.exchanging import exchange_line
from checkout.actions.orders.lines import void_line
from checkout.actions.orders.steps import StaffAction
from checkout.mails.timeline import timeline_of
from checkout.models import Order
from checkout.pricing.exchanges import ExchangeCommand
from tests.checkout.exchanging import added, bought
from tests.checkout.giving_back import shirts
from tests.proofs import proves

pytestmark = pytest.mark.django_db


def details_of_exchange(order: Order, language: str) -> list[str]:
    with translation.override(language):
        return next(one.details for one in timeline_of(order) if one.what in ("Exchange", "Umtausch"))


@proves("docs/decisions/0055", "staff read what was exchanged for what in their own language, older exchanges too")
@pytest.mark.parametrize("older", [False, True])
def test_staff_read_an_exchange_in_their_own_language(sizes: list[ProductVariant], staff: User, *, older: bool) -> None:
    """Older steps have the exchange in their text, in one language."""
    m, _l, xl, _s = sizes
    placement = bought(m, 3, "65.90")
    texts = {
        "de": "2 × Tour Shirt, M, 40,00\xa0€ → 2 × Tour Shirt, XL, 50,00\xa0€ (10,00\xa0€ mehr)",
        "en": "2 × Tour Shirt, M, 40,00\xa0€ → 2 × Tour Shirt, XL, 50,00\xa0€ (10,00\xa0€ more)",
    }
    command = ExchangeCommand(shirts(placement).pk, 2, xl.pk)
    reason = "because" + (f"\n{texts['de']}" if older else "")
    exchange_line(order=placement.order, command=command, action=StaffAction(uuid4(), staff, reason), may_refund=False)
    for language, text in texts.items():
        assert details_of_exchange(placement.order, language) == ["because", text]

    line = added().lines.get()
    void_line(placement.order, line, retained=Decimal(0), amount=1)
    assert details_of_exchange(placement.order, "en") == ["because", texts["en"]]
