"""Paid tickets to be given back, and the offer by which they are."""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from aftersale.models import RefundOffer, RefundRequest, Ticket
from aftersale.refunds.actions import EnteredRefund, confirm_request, submit_refund_request
from aftersale.refunds.actions.requesting import SubmittedRefund
from aftersale.refunds.links import token_for
from catalogue.models import Event, ProductVariant
from checkout.models import Order, Payment
from checkout.payments.ledger import record_capture
from tests.checkout.bank.booking import book, purpose, take
from tests.checkout.bank.statements import PAYER, entry
from tests.checkout.placing import place
from tests.factories import first_variant

IBAN = "DE89370400440532013000"
PAYPAL, CARD = ("paypal", "paypal"), ("stripe_checkout", "stripe")


def opened(event: Event, cause: str = "cancelled", **fields: Any) -> RefundOffer:
    given = {"opened_at": timezone.now(), **fields}
    return RefundOffer.objects.create(event=event, cause=cause, **given)


def paid(*wishes: tuple[ProductVariant, int], by: tuple[str, str] | None = None, key: str = "key-1") -> Order:
    """By transfer, or else by this method and its provider."""
    placement = place(*wishes, key=key)
    if by is not None:
        Payment.objects.filter(placement=placement).update(method=by[0], provider=by[1])
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")
    return placement.order


def tickets_paid(event: Event, amount: int = 2, by: tuple[str, str] | None = None, key: str = "key-1") -> Order:
    return paid((first_variant(event), amount), by=by, key=key)


def paid_from_the_bank(event: Event, staff: User, *parts: tuple[str, str], key: str = "key-1") -> Order:
    """By transfers of these amounts from these accounts."""
    order = place((first_variant(event), 1), key=key).order
    sent = [entry(amount, purpose(order)).replace(PAYER, iban) for amount, iban in parts]
    book(take(staff, *sent), staff)
    return order


def numbers(order: Order) -> list[str]:
    found = Ticket.objects.filter(line__placement__order=order).in_order()
    return list(found.values_list("number", flat=True))


def sent(number: str) -> str:
    """As clients send it: without its check digit."""
    return number[:-1]


def ask(order: Order, offer: RefundOffer, *codes: str, **more: str) -> SubmittedRefund:
    return submit_refund_request(
        shop=order.shop, event_id=str(offer.event_id), secret=order.secret, entered=EnteredRefund(list(codes), **more),
        language="de",
    )  # fmt: skip


def link_of(request: RefundRequest) -> str:
    """The token that a mail to the order's address holds."""
    return token_for(request, request.order.email)


def ask_to_account(order: Order, offer: RefundOffer, *codes: str, **more: str) -> RefundRequest:
    """To an account that the money did not come from; whoever reads the order's mails has confirmed it."""
    request = ask(order, offer, *codes, **({"account_name": "Mira Falk", "iban": IBAN} | more)).request
    return confirm_request(shop=order.shop, token=link_of(request))
