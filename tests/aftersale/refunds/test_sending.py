"""Staff send what a guest wanted on an account: they see that one, never the account that the money came from."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from aftersale.models import RefundOffer, RefundRequest
from checkout.bank.transfer_details import transfer_code
from checkout.models import Order, Refund
from checkout.refunds.sepa.accounts import purpose_of
from tests.checkout.bank.booking import book, purpose, take
from tests.checkout.bank.statements import entry
from tests.checkout.placing import place
from tests.factories import first_variant
from tests.proofs import proves
from tests.staff import log_in, text_of

from .bought import ask_to_account, numbers, tickets_paid

pytestmark = pytest.mark.django_db
LIST = "/admin/checkout/refund/"
PAYER, NAMED, NAMED_IBAN = "Robin Zahler", "Kim Aalto", "FI2112345600000785"


@pytest.fixture(autouse=True)
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield log_in(client)


def pages(client: Client, refund: Refund) -> list[str]:
    return [text_of(client.get(LIST)), text_of(client.get(f"{LIST}{refund.pk}/change/"))]


@pytest.fixture
def refund(offer: RefundOffer, staff: User) -> Refund:
    """Of a ticket that somebody's transfer paid, to somebody else's account."""
    order = place((first_variant(offer.event), 1)).order
    book(take(staff, entry("30.00", purpose(order), payer=PAYER)), staff)
    ask_to_account(order, offer, *numbers(order), account_name=NAMED, iban=NAMED_IBAN)
    return Refund.objects.get()


@proves(
    "purchase §4",
    "what goes to a named account is sent there: staff see that account and its code, never the payer's, "
    "with the way to the request; a fixed number of statements",
)
def test_the_account_is_the_named_one(client: Client, refund: Refund) -> None:
    for page in pages(client, refund):
        assert NAMED in page and "FI21 1234" in page and "goes to an account that was named" in page
        assert PAYER not in page and "DE89 3704" not in page
    drawn = transfer_code(NAMED, NAMED_IBAN, "", refund.amount, purpose_of(refund))
    assert drawn is not None and drawn.path in page
    assert f"/admin/aftersale/refundrequest/{refund.requests.get().pk}/change/" in page


def test_without_the_named_account_nobodys_else_is_shown(client: Client, refund: Refund) -> None:
    RefundRequest.objects.update(account_name="", iban="")
    for page in pages(client, refund):
        assert "not known: ask the buyer" in page and PAYER not in page and "DE89 3704" not in page
    assert "staff-code" not in page


def test_who_may_not_see_payers_sees_no_named_account(client: Client, refund: Refund) -> None:
    client.force_login(looker := User.objects.create_user("looker", is_staff=True))
    looker.user_permissions.set(Permission.objects.filter(codename="view_refund"))
    for page in pages(client, refund):
        assert NAMED not in page and "FI21" not in page and "aftersale/refundrequest" not in page
        assert "goes to an account that was named" in page


def test_the_list_asks_no_more_for_more_of_them(client: Client, offer: RefundOffer, refund: Refund) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert NAMED in text_of(client.get(LIST))
        return len(seen)

    statements()
    before = statements()
    for number in range(3):
        order: Order = tickets_paid(offer.event, 1, key=f"more-{number}")
        ask_to_account(order, offer, *numbers(order), account_name=NAMED, iban=NAMED_IBAN)
    assert statements() == before and Refund.objects.count() == 4
