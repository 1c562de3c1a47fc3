"""What mails about a refund tell, and to whom: never more of an order than whoever asked knows of it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox

from aftersale.models import RefundOffer, RefundRequest, RequestedTicket
from aftersale.refunds.actions import EnteredRefund, approve_request, settle_request, submit_refund_request
from aftersale.tasks import send_refund_mail
from checkout.models import Order, Payment, Placement
from checkout.payments.ledger import record_capture
from shop.models import Mail
from tests.aftersale.tickets.merged import merged_line
from tests.checkout.merging import merge
from tests.checkout.placing import ready_cart
from tests.factories import first_variant
from tests.proofs import proves

from .bought import CARD, ask, ask_to_account, numbers, tickets_paid

pytestmark = pytest.mark.django_db
STRANGER = "stranger@example.org"


def sent_to(recipient: str, kind: str = "refund_received") -> str:
    """All that is read of the last mail of the kind that goes there."""
    mail = Mail.objects.filter(kind=kind, recipient=recipient).latest("created_at")
    send_refund_mail(mail_id=str(mail.pk))
    sent: Any = outbox.outbox[-1]
    assert sent.to == [recipient]
    return "\n".join([sent.subject, sent.body, *(content for content, _kind in sent.alternatives)])


@pytest.fixture
def apart(offer: RefundOffer) -> Placement:
    """Paid tickets that somebody added to an order without showing that it is theirs."""
    order = tickets_paid(offer.event, 1, by=CARD)
    session, _request = ready_cart((first_variant(offer.event), 1))
    placement = merge(session, into=order, key="apart", is_verified=False)
    Payment.objects.filter(placement=placement).update(method=CARD[0], provider=CARD[1])
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id="apart")
    return placement


@proves(
    "docs/decisions/0041",
    "no mail about a refund tells more of an order than whoever asked knows of it; only its own address "
    "gets the way to it",
)
def test_who_knows_a_part_of_an_order_is_told_of_that_part_alone(offer: RefundOffer, apart: Placement) -> None:
    order = apart.order
    (number,) = numbers(Order.objects.get(pk=order.pk))[1:]
    submit_refund_request(
        shop=order.shop, event_id=str(offer.event_id), secret=apart.secret or "",
        entered=EnteredRefund([number], email=STRANGER), language="en",
    )  # fmt: skip
    for recipient in (STRANGER, order.email):
        text = sent_to(recipient)
        assert apart.reference in text and number in text
        for hidden in (order.secret, order.reference):
            assert hidden not in text, recipient
        assert (str(apart.secret) in text) == (recipient == order.email)


def test_only_the_orders_own_address_gets_the_way_to_the_order(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    ask_to_account(order, offer, *numbers(order), email=STRANGER)
    assert order.secret in sent_to(order.email)
    told = sent_to(STRANGER)
    assert order.reference in told and order.secret not in told and "/order" not in told


@pytest.fixture
def undecided(offer: RefundOffer) -> RefundRequest:
    """About one of a line's three tickets."""
    order = tickets_paid(offer.event, 3, by=CARD)
    merged_line(order.placements.get())
    request = ask(order, offer, numbers(order)[0]).request
    RefundRequest.objects.update(language="en")
    Mail.objects.update(language="en")
    assert request.is_open
    return request


@proves(
    "purchase §4, §9",
    "what staff decide later is told by a mail of its own; until then no ticket is said to have ended; "
    "about 28 days until it is decided, 14 at most until the money is there",
)
def test_while_nobody_has_decided_nothing_is_said_to_be_over(undecided: RefundRequest) -> None:
    text = sent_to(undecided.order.email)
    assert "We have your request" in text and "That can take about 28 days." in text
    assert "no longer valid" not in text and "14 days at the latest" not in text


def test_what_staff_approve_later_is_told(undecided: RefundRequest) -> None:
    rest = undecided.order.placements.get().lines.get().tickets.exclude(number=numbers(undecided.order)[0])
    RequestedTicket.objects.bulk_create(
        RequestedTicket(request=undecided, line=one.line, ticket=one) for one in rest.select_related("line")
    )
    approve_request(request=undecided, staff=User.objects.create_user("clerk"))
    text = sent_to(undecided.order.email, "refund_decided")
    assert "90,00" in text and "go back the way you paid" in text and "within 14 days at the latest" in text
    assert all(number in text for number in numbers(undecided.order)) and "28 days" not in text


def test_what_staff_settle_by_hand_is_told_without_their_note(undecided: RefundRequest) -> None:
    settle_request(request=undecided, staff=User.objects.create_user("clerk"), note="paid in cash")
    text = sent_to(undecided.order.email, "refund_decided")
    assert "have dealt with your request" in text and undecided.order.secret in text
    assert "paid in cash" not in text and "no longer valid" not in text and "14 days at the latest" not in text


def test_written_late_a_mail_says_nothing_that_was_declined_meanwhile(undecided: RefundRequest) -> None:
    RefundRequest.objects.update(state="declined", decided_at=undecided.created_at)
    assert "go back" not in sent_to(undecided.order.email)
