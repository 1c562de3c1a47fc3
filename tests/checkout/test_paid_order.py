"""How many statements follow from an order, besides BEGIN and COMMIT: the same for one line as for many (design §5)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from checkout.actions.invoices.invoicing import write_invoices
from checkout.mails.together import send_waiting_now, send_with_others
from checkout.models import InvoiceCounter
from checkout.payments.ledger import record_capture
from shop.models import Mail
from tests.checkout.invoicing import SELLER
from tests.checkout.placing import place
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db
BRACKETS = re.compile(r"BEGIN|COMMIT|SAVEPOINT|RELEASE SAVEPOINT")


def statements_of(act: Callable[..., Any], **given: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        act(**given)
    return sum(not BRACKETS.match(one["sql"]) for one in captured)


@proves(
    "design §5",
    "a payment's booking takes 17 statements, its invoice 10, its message 15, for one line as for many; a job "
    "whose mail has gone takes one",
)
@pytest.mark.parametrize("things", [1, 4])
def test_a_paid_order_takes_the_same_few_for_one_line_and_for_many(things: int) -> None:
    shop = make_shop("merchstand", **SELLER)
    InvoiceCounter.objects.create(seller=shop)
    goods = [first_variant(make_product(shop)) for _thing in range(things)]
    tickets = [first_variant(make_event(shop, price="20.00")) for _thing in range(things)]
    placement = place(*((one, 1) for one in (*goods, *tickets)))
    payment = placement.payments.get()
    confirmation = str(Mail.objects.get().pk)
    found = [
        statements_of(record_capture, payment=payment, amount=payment.amount, event_id="statement"),
        statements_of(write_invoices, placement_id=placement.pk),
        statements_of(send_waiting_now, placement_id=placement.pk, job=1),
    ]
    assert found == [17, 10, 15]
    assert Mail.objects.exclude(sent_at=None).count() == 4
    assert statements_of(send_with_others, mail_id=confirmation, job=2) == 1
