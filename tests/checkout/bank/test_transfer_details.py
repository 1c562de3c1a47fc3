"""The code that fills in a transfer in a bank's app."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
import segno.helpers

from checkout.actions import cancel_unpaid
from checkout.actions.payments.paying import open_attempt
from checkout.bank.transfer_details import QUIET, BankDetails, details_of_open
from checkout.models import Placement
from checkout.orders.access import access_order
from checkout.payments.ledger import record_capture
from tests.checkout.placing import place, shirt
from tests.guest import Guest
from tests.proofs import proves

DETAILS = BankDetails(
    "Merchstand GmbH", "DE89370400440532013000", "COBADEFFXXX", "Commerzbank", Decimal("29.90"), "BAXB-7M2QX",
    date(2026, 12, 1),
)  # fmt: skip


@proves("purchase §4", "a transfer's code for banks' apps, of open orders alone")
def test_the_code_is_drawn_as_it_is_meant() -> None:
    code = DETAILS.code
    assert code is not None
    dark = {
        (int(top), column)
        for left, top, width in re.findall(r"M(\d+) (\d+)h(\d+)v1H\1z", code.path)
        for column in range(int(left), int(left) + int(width))
    }
    meant = segno.helpers.make_epc_qr(
        name="Merchstand GmbH",
        iban=DETAILS.iban,
        bic=DETAILS.bic,
        amount=Decimal("29.90"),
        text="BAXB-7M2QX",
        encoding="utf-8",
    )
    rows = [list(row) for row in meant.matrix_iter(border=QUIET)]
    assert code.size == len(rows)
    assert dark == {(top, left) for top, row in enumerate(rows) for left, module in enumerate(row) if module}


@pytest.mark.parametrize(
    "details",
    [replace(DETAILS, iban="DE00"), replace(DETAILS, amount=Decimal(0)), replace(DETAILS, amount=Decimal("1e10"))],
)
def test_what_the_standard_has_no_room_for_has_no_code(details: BankDetails) -> None:
    assert details.code is None


def test_without_a_bic_it_has_one() -> None:
    assert replace(DETAILS, bic="").code is not None


@pytest.mark.django_db
def test_the_order_that_is_to_be_transferred_has_one_and_no_other(settings: Any) -> None:
    settings.GRAPHQL_SAFELIST_ONLY = False
    order = place((shirt(), 1)).order
    guest = Guest(order.shop)
    asked = {"query": "query ($id: ID!) { bankCode(orderId: $id) { size path } }", "variables": {"id": order.secret}}
    assert guest.send(asked).data["size"] > 2 * QUIET
    cancel_unpaid(order=order)
    assert guest.send(asked).data is None
    assert guest.send({**asked, "variables": {"id": "x"}}).refusal["code"] == "ORDER_NOT_FOUND"


@proves(
    "purchase §4",
    "what is to be transferred is all that is open of an order: what came to it is in, what came in is "
    "out; its reference is that of the last transfer begun",
)
@pytest.mark.django_db
def test_what_is_to_be_transferred_is_all_that_is_open() -> None:
    variant = shirt(capacity=9)
    first = place((variant, 1))
    assert (told(first).amount, told(first).purpose) == (Decimal("25.90"), "BAX" + first.reference)
    second = place((variant, 1), into=first.order, key="key-2")
    second.payments.all().delete()  # it was merged: how it is paid is chosen afterwards
    assert told(first).amount == Decimal("45.90"), "both, though only one of them was to be transferred so far"
    whole = open_attempt(order=first.order, method="bank_transfer")
    assert (told(first).amount, told(first).purpose) == (Decimal("45.90"), whole.reference)
    record_capture(payment=whole, amount=Decimal("20.00"), event_id="part")
    assert told(first).amount == Decimal("25.90"), "less what came in"
    record_capture(payment=whole, amount=Decimal("25.90"), event_id="rest")
    assert details_of_open(access_order(first.order.shop, first.order.secret)) is None


def told(placement: Placement) -> BankDetails:
    found = details_of_open(access_order(placement.order.shop, placement.order.secret))
    assert found is not None
    return found
