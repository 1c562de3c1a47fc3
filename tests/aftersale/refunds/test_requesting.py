"""A guest asks for a ticket's money: once each, the way it came or to an account, and the ticket is dead."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.db import IntegrityError, transaction
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from aftersale.entrance.actions import undo_admission
from aftersale.models import Admission, RefundOffer, RefundRequest, RequestedTicket, Ticket
from aftersale.numbers.tickets import sent_number
from aftersale.refunds.actions import approve_request, decline_request, settle_request
from aftersale.refunds.errors import (
    NotRefundable,
    NoValidTicket,
    RefundNeedsStaff,
    RefundNotFound,
    RequestDecided,
    TicketUsed,
)
from aftersale.refunds.queries import refund_form
from aftersale.refunds.retention import forget_accounts
from aftersale.refunds.rules import entered_twice, refund_split
from aftersale.tasks import send_refund_mail
from aftersale.tickets.actions import invalidate_ticket, reissue_ticket
from aftersale.tickets.errors import TicketEnded
from catalogue.models import Event, Stock
from checkout.actions import request_refund
from checkout.actions.refunds.refunding import book_transfer
from checkout.models import OrderLine, Refund
from checkout.payments.ledger import record_refund
from shop.core.errors import FieldErrors
from shop.core.retention import REFUND_ACCOUNTS
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.aftersale.entrance.night import door, tell, told
from tests.aftersale.tickets.merged import merged_line
from tests.checkout.invoicing import bought
from tests.factories import first_variant, make_event, make_payment_code, make_shop
from tests.proofs import proves

from .bought import CARD, IBAN, PAYPAL, ask, ask_to_account, numbers, opened, sent, tickets_paid

pytestmark = pytest.mark.django_db
State = RefundRequest.State


def refund_jobs() -> int:
    return ProcrastinateJob.objects.filter(task_name="checkout.send_refund").count()


def codes_of(error: pytest.ExceptionInfo[FieldErrors]) -> dict[str, list[str]]:
    return {field: [one["code"] for one in found] for field, found in error.value.errors.items()}


@proves(
    "purchase §3, §4, §7",
    "the refund form has the spec's fields; its answer is the amount and the payment's reference; states "
    "from initiated to completed",
)
@proves("purchase §4, law PM-7", "some or all tickets go back the way they were paid, and are dead at once")
def test_a_part_of_the_tickets_goes_back_the_way_it_came(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 3, by=PAYPAL)
    first, second, third = numbers(order)
    asked = ask(order, offer, sent(first), f" {third[:3]} {third[3:-1]} ")
    request = asked.request
    assert (request.state, request.amount, request.problem) == (State.APPROVED, Decimal("60.00"), "")
    assert asked.payment.reference == order.payments.get().reference
    refund = Refund.objects.get()
    assert (refund.amount, refund.by_transfer, refund.state, refund_jobs()) == (Decimal("60.00"), False, "requested", 1)
    standing = dict(Ticket.objects.values_list("number", "ended"))
    assert standing == {first: "refund", second: "", third: "refund"}
    assert refund_form(order.shop, str(offer.event_id), order.secret).state == "initiated"
    ask(order, offer, second)
    assert refund_form(order.shop, str(offer.event_id), order.secret).state == "processing"
    for one in Refund.objects.all():
        record_refund(refund=one, event_id=f"gone {one.pk}")
    assert refund_form(order.shop, str(offer.event_id), order.secret).state == "completed"
    assert broken_invariants() == {}


@proves(
    "purchase §4, §5",
    "what came by transfer needs an account, PayPal can be overridden by one; staff send these from the bank",
)
def test_what_came_by_transfer_needs_an_account_and_staff_send_it(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    with pytest.raises(FieldErrors) as refused:
        ask(order, offer, *numbers(order))
    assert codes_of(refused) == {"bank_account.iban": ["required"]}
    typed = {"account_name": " Mira Falk ", "iban": "de89 3704 0044 0532 0130 00"}
    request = ask_to_account(order, offer, *numbers(order), **typed)
    assert (request.account_name, request.iban, request.state) == ("Mira Falk", IBAN, State.APPROVED)
    assert [one.pk for one in Refund.objects.to_transfer()] == [request.refunds.get().pk]
    assert refund_jobs() == 0


def test_paypal_is_overridden_into_a_transfer(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1, by=PAYPAL)
    clerk = User.objects.create_user("clerk")
    approve_request(request=ask_to_account(order, offer, *numbers(order)), staff=clerk)
    refund = Refund.objects.to_transfer().get()
    assert refund.by_transfer and refund_jobs() == 0
    book_transfer(refund=refund, day=timezone.localdate(), staff=clerk)
    assert not Refund.objects.to_transfer().exists()
    assert refund_form(order.shop, str(offer.event_id), order.secret).state == "completed"
    assert broken_invariants() == {}


@proves(
    "purchase §5",
    "whatever is typed wrong is said at once: the first number is missing, no digits, entered twice, "
    "holder, IBAN, e-mail",
)
def test_whatever_is_typed_wrong_is_said_at_once(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 2, by=PAYPAL)
    one, two = numbers(order)
    with pytest.raises(FieldErrors) as refused:
        ask(order, offer, one, "12a4", sent(one), account_name="", iban="DE00", email="nobody")
    assert codes_of(refused) == {
        "item_details.1.validation_code": ["invalid"], "item_details.2.validation_code": ["duplicate"],
        "bank_account.name": ["required"], "bank_account.iban": ["invalid"], "email": ["invalid"],
    }  # fmt: skip
    for codes in ([], ["  ", two]):
        with pytest.raises(FieldErrors) as refused:
            ask(order, offer, *codes)
        assert codes_of(refused) == {"item_details": ["required"]}
    with pytest.raises(FieldErrors) as refused:
        ask(order, offer, one, account_name="Zé", iban="BR1800360305000010009795493C1")
    assert codes_of(refused) == {"bank_account.iban": ["invalid"]}
    with pytest.raises(FieldErrors) as refused:
        ask(order, offer, *(str(10**11 + n) for n in range(201)))
    assert "too_many" in codes_of(refused)["item_details"]
    assert not RefundRequest.objects.exists()
    assert ask(order, offer, one, "", " ").request.tickets.count() == 1


@proves("purchase §8", "every refusal has the spec's sentence and a text in both languages")
def test_a_number_that_is_no_ticket_of_this_order_and_event_is_none(shop: Shop, offer: RefundOffer) -> None:
    other = tickets_paid(make_event(shop, price="10.00"), 1, key="other")
    order = tickets_paid(offer.event, 1, by=PAYPAL)
    (number,) = numbers(order)
    wrong_digit = number[:-1] + str((int(number[-1]) + 1) % 10)
    for code in (*numbers(other), "100000000000", wrong_digit, "7", "1" * 13):
        with pytest.raises(NoValidTicket) as refused:
            ask(order, offer, number, code)
        assert refused.value.extensions == {"validation_codes": [code]}
    assert Ticket.objects.valid().count() == 2


@proves("law J16", "a ticket goes back once; pressed twice it is one request")
def test_a_ticket_goes_back_once_and_a_second_press_is_the_first(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 2, by=PAYPAL)
    one, two = numbers(order)
    first = ask(order, offer, one).request
    assert ask(order, offer, sent(one)).request == first
    with pytest.raises(TicketUsed) as refused:
        ask(order, offer, two, sent(one))
    assert refused.value.extensions == {"validation_codes": [sent(one)]}
    assert (Refund.objects.count(), RequestedTicket.objects.count()) == (1, 1)
    ticket = Ticket.objects.get(number=one)
    with pytest.raises(TicketEnded):
        reissue_ticket(ticket=ticket, reason="please")
    with pytest.raises(IntegrityError), transaction.atomic():
        RequestedTicket.objects.create(request=first, line=ticket.line, ticket=ticket)


@proves("purchase §8", "who is inside with a ticket gets no money for it")
def test_what_somebody_is_in_with_is_used(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 2, by=PAYPAL)
    inside, outside = Ticket.objects.in_order()
    tell(door(offer.event), told(inside))
    with pytest.raises(TicketUsed) as refused:
        ask(order, offer, inside.number)
    assert refused.value.extensions == {"validation_codes": [inside.number]}
    assert refund_form(order.shop, offer.event.slug, order.secret).refundable == [outside]
    assert ask(order, offer, outside.number).request.state == State.APPROVED


def test_what_staff_ended_or_refunded_is_used(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 2, by=PAYPAL)
    ended, refunded_by_staff = Ticket.objects.in_order()
    invalidate_ticket(ticket=ended, reason="chargeback")
    line = refunded_by_staff.line
    request_refund(payment=order.payments.get(), lines={line: line.total})
    for number in numbers(order):
        with pytest.raises(TicketUsed):
            ask(order, offer, number)
    with pytest.raises(RefundNotFound):
        refund_form(order.shop, str(offer.event_id), order.secret)


@proves("purchase §8", "nobody asks while no offer is open; the event's own message says why")
def test_nobody_asks_while_no_offer_is_open(event: Event) -> None:
    order = tickets_paid(event, 1, by=PAYPAL)
    with pytest.raises(NotRefundable) as refused:
        refund_form(order.shop, str(event.pk), order.secret)
    offer = opened(event, opened_at=None, refund_error_message="Ab Montag.")
    for _state in ("prepared", "closed"):
        with pytest.raises(NotRefundable) as refused:
            refund_form(order.shop, event.slug, order.secret)
        assert refused.value.extensions == {"refund_error_message": "Ab Montag."}
        with pytest.raises(NotRefundable) as refused:
            ask(order, offer, *numbers(order))
        assert refused.value.extensions == {"refund_error_message": "Ab Montag."}
        offer.opened_at = offer.closes_at = timezone.now()
        offer.save()
    offer.closes_at = None
    offer.save()
    assert refund_form(order.shop, event.slug, order.secret).state == "initiated"


@proves(
    "design §6",
    "another event, shop, a reference, an e-mail or a guess tells nothing and ends in the limit; slips "
    "of the finger do not, nor what is right, whoever shares the address",
)
def test_another_event_or_shop_or_a_guess_tells_nothing(shop: Shop, offer: RefundOffer) -> None:
    order = tickets_paid(make_event(shop), 1, by=PAYPAL)
    told = opened(make_event(shop), opened_at=None, refund_error_message="secret")
    for event_id in (str(told.event_id), str(offer.event_id), "999999", "9" * 40, "nothing-like-it", "²"):
        with pytest.raises(NotRefundable) as refused:
            refund_form(shop, event_id, order.secret)
        assert refused.value.extensions == {"refund_error_message": ""}, event_id
    for where, secret in ((shop, order.reference), (shop, "guess"), (make_shop("kellerkind"), order.secret)):
        with pytest.raises(RefundNotFound):
            refund_form(where, str(offer.event_id), secret)


@proves(
    "purchase §4",
    "what cannot go by itself waits for staff, who approve, settle or decline it; no money for what a code paid",
)
def test_what_cannot_go_by_itself_waits_for_staff(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 3, by=PAYPAL)
    merged_line(order.placements.get())
    one, *rest = numbers(order)
    request = ask(order, offer, one).request
    assert (request.state, request.problem, request.amount) == (State.RECEIVED, "parts", Decimal("30.00"))
    assert Ticket.objects.valid().count() == 3 and not Refund.objects.exists()
    clerk = User.objects.create_user("clerk")
    with pytest.raises(RefundNeedsStaff):
        approve_request(request=request, staff=clerk)
    decline_request(request=request, staff=clerk, note="Bitte alle drei zusammen.")
    with pytest.raises(RequestDecided):
        settle_request(request=request, staff=clerk, note="")
    assert Mail.objects.filter(kind="refund_declined").count() == 1
    together = ask(order, offer, one, *rest).request
    assert (together.state, together.amount) == (State.APPROVED, Decimal("90.00"))
    assert broken_invariants() == {}


def test_no_money_goes_back_for_what_a_code_paid(shop: Shop) -> None:
    event = make_event(shop, price="30.00", kulturpass_url="https://kulturpass.example")
    offer = opened(event)
    placement = bought((first_variant(event), 1), code=make_payment_code(event))
    request = ask_to_account(placement.order, offer, *numbers(placement.order))
    assert (request.state, request.problem) == (State.RECEIVED, "money")
    clerk = User.objects.create_user("clerk")
    assert settle_request(request=request, staff=clerk, note="Guthaben zurück").state == State.SETTLED
    assert not Refund.objects.exists()


@proves("law TK-2, TK-3", "a fee can be kept of each ticket; what is given back of a moved event can be bought again")
def test_a_fee_that_is_kept_stays_and_the_ticket_is_dead_all_the_same(event: Event) -> None:
    offer = opened(event, "moved", kept_fee="2.50")
    order = tickets_paid(event, 1, by=CARD)
    request = ask(order, offer, *numbers(order)).request
    assert request.amount == Decimal("27.50")
    ticket = Ticket.objects.get()
    assert ticket.ended == "refund"
    with pytest.raises(TicketEnded):
        reissue_ticket(ticket=ticket, reason="no")
    record_refund(refund=Refund.objects.get(), event_id="gone")
    assert broken_invariants() == {}


def test_what_is_given_back_of_a_moved_event_can_be_bought_again(shop: Shop) -> None:
    event = make_event(shop, price="30.00", capacity=2)
    order = tickets_paid(event, 2, by=CARD)
    ask(order, opened(event, "moved"), numbers(order)[0])
    assert Stock.objects.get(capacity=2).sold == 1
    assert OrderLine.objects.counting().filter(ticket=True).count() == 1
    record_refund(refund=Refund.objects.get(), event_id="gone")
    assert broken_invariants() == {}


@proves("purchase §7", "the buyer is told by mail, and the address that was given")
def test_the_buyer_and_the_given_address_are_told(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    request = ask_to_account(order, offer, *numbers(order), email="other@example.org")
    mails = list(Mail.objects.filter(kind="refund_received").order_by("recipient"))
    assert [one.recipient for one in mails] == [order.email, "other@example.org"]
    for language, words in (("de", "auf das Konto überwiesen, das auf 3000 endet"), ("en", "will be transferred")):
        Mail.objects.filter(pk=mails[0].pk).update(language=language, sent_at=None)
        send_refund_mail(mail_id=str(mails[0].pk))
        text = outbox.outbox[-1].body
        assert words in text and "30,00" in text and numbers(order)[0] in text and IBAN not in text, text
    assert request.language == "de"


@proves(
    "design §6",
    "an account is told nobody but its end, masked from who may not see payers, and forgotten 30 days "
    "after the money has gone",
)
def test_accounts_are_forgotten_once_the_money_is_long_gone(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    request = ask_to_account(order, offer, *numbers(order), email="other@example.org")
    RefundRequest.objects.update(decided_at=timezone.now() - 2 * REFUND_ACCOUNTS.span)
    assert forget_accounts() == 0, "its money waits"
    book_transfer(refund=request.refunds.get(), day=timezone.localdate(), staff=User.objects.create_user("clerk"))
    assert forget_accounts() == 0, "it has only just gone"
    assert forget_accounts(timezone.now() + REFUND_ACCOUNTS.span + timedelta(minutes=1)) == 1
    request.refresh_from_db()
    assert (request.account_name, request.iban, request.email) == ("", "", "")


@proves("design §4", "what may never happen to refunds is found")
def test_what_may_never_happen_is_found(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1, by=PAYPAL)
    request = ask(order, offer, *numbers(order)).request
    Ticket.objects.update(invalidated_at=None, ended="")
    RefundRequest.objects.filter(pk=request.pk).update(amount=Decimal("1.00"))
    assert {"6m", "6n"} <= {name.split()[0] for name in broken_invariants()}


def test_that_somebody_is_in_with_what_was_paid_back_is_found(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 2, by=PAYPAL)
    before, after = Ticket.objects.in_order()
    tell(door(offer.event, "Left"), told(before))
    undo_admission(ticket=before, staff=User.objects.create_user("clerk"))
    ask(order, offer, *numbers(order))
    assert broken_invariants() == {}
    Admission.objects.update(undone_at=None, undone_by=None)
    (found,) = [name for name in broken_invariants() if name.startswith("6o")]
    Admission.objects.filter(ticket=before).update(undone_at=timezone.now(), undone_by=User.objects.get())
    Ticket.objects.filter(pk=after.pk).update(invalidated_at=None, ended="")
    tell(door(offer.event, "Right"), told(after))
    Ticket.objects.filter(pk=after.pk).update(invalidated_at=timezone.now() - timedelta(hours=1), ended="refund")
    assert list(broken_invariants()) == [found]


def test_codes_and_payments_as_rules() -> None:
    assert sent_number("210000012345") == "2100000123452"[:12] + sent_number("210000012345")[-1]  # type: ignore[index]
    assert sent_number("12345") is None and sent_number("²" * 12) is None
    assert entered_twice(["1 2", "12", "210000012345", "3"]) == [1]
    wanted = {"a": Decimal(30), "b": Decimal(20)}
    assert refund_split(wanted, [("p", Decimal(40)), ("q", Decimal(40))]) == [
        ("p", {"a": Decimal(30), "b": Decimal(10)}), ("q", {"b": Decimal(10)}),
    ]  # fmt: skip
    assert refund_split(wanted, [("p", Decimal(49))]) is None
