"""Staff see what is to go back, send it from the bank, and say so once."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone, translation

from checkout.actions import request_refund
from checkout.actions.bank.bank_lines import forget_payers
from checkout.actions.refunds.giving_back import refund_order
from checkout.actions.refunds.refund_reports import MORE_BACK
from checkout.actions.refunds.refunding import book_transfer, refund_overpayment
from checkout.errors import RefundHandled, RefundTooLarge
from checkout.models import BankLine, LedgerEntry, Payment, ProviderEvent, Refund
from checkout.payments.ledger import balance, record_capture
from checkout.refunds.refundable import Disposition, RefundCommand, RefundCommandLine, RefundScope
from shop.core.retention import PAYERS
from shop.invariants import broken_invariants
from shop.models import AuditEntry, Shop
from tests.checkout.bank.booking import book, late_money, order_of, purpose, take
from tests.checkout.bank.statements import entry
from tests.checkout.giving_back import action_by
from tests.checkout.placing import place, shirt, transfer
from tests.proofs import proves
from tests.staff import errors_of, log_in, send, text_of
from tests.words import worded

pytestmark = pytest.mark.django_db
LIST = "/admin/checkout/refund/"
TO_SEND = f"{LIST}?to_do=transfer"


@pytest.fixture(autouse=True)
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield log_in(client)


def page_of(refund: Refund, step: str = "change") -> str:
    return f"{LIST}{refund.pk}/{step}/"


def of_a_line() -> Refund:
    placement = place((shirt(), 1), key=str(Refund.objects.count()))
    transfer(placement, "25.90", event=str(placement.pk))
    return request_refund(payment=placement.payments.get(), lines={placement.lines.get(): Decimal("20.00")})


@proves(
    "design §4",
    "staff see what they send back from the bank: late transfers, and what a payment service refused; "
    "where to, how much, a code for the bank's app; that it is sent they say once, for one or several; "
    "who may only look sees no accounts",
)
def test_what_came_too_late_is_listed_with_where_it_goes(client: Client, shop: Shop, staff: User) -> None:
    order = late_money(shop, staff)
    refund = Refund.objects.get()
    start = text_of(client.get("/admin/"))
    assert "Refunds that you send from the bank" in start and TO_SEND in start
    for page in (text_of(client.get(TO_SEND)), text_of(client.get(page_of(refund)))):
        for words in (order.reference, "45,90\xa0€", "Mira Falk", "paid after it was cancelled", "DE89 3704"):
            assert words in page, words
    page = text_of(client.get(page_of(refund)))
    assert worded("Refund of order %(reference)s", reference=order.reference) in page, "in the language of the order"
    assert "staff-code" in page
    assert "to go back" in text_of(client.get(f"/admin/checkout/order/{order.pk}/change/"))


def test_it_is_sent_once_and_then_off_the_list(client: Client, shop: Shop, staff: User) -> None:
    order = late_money(shop, staff)
    refund = Refund.objects.get()
    assert "cannot be taken back" in text_of(client.get(page_of(refund, "sent")))
    yesterday = timezone.localdate() - timedelta(days=1)
    answer = send(client, page_of(refund, "sent"), day=yesterday.isoformat())
    assert answer.headers["Location"] == page_of(refund)
    page = text_of(client.get(page_of(refund)))
    assert "Booked: one refund was sent." in page and "Transferred, value date" in page
    assert "staff-code" not in page and 'href="' + page_of(refund, "sent") not in page
    assert client.post(page_of(refund, "sent"), {"day": yesterday.isoformat()}).status_code == 403
    refund.refresh_from_db()
    assert (refund.state, refund.entry.staff, balance(order)) == (Refund.State.DONE, staff, Decimal(0))
    assert "Refunds that you send" not in text_of(client.get("/admin/"))
    noted = AuditEntry.objects.filter(model="checkout.ledgerentry", who=str(staff))
    assert noted.exists()
    assert broken_invariants() == {}


def test_several_are_sent_at_once(client: Client) -> None:
    refunds = [of_a_line(), of_a_line()]
    chosen = {"action": "sent", "_selected_action": [str(one.pk) for one in refunds]}
    page = text_of(client.post(TO_SEND, chosen | {"index": "0"}))
    assert "40,00\xa0€" in page
    answer = client.post(TO_SEND, chosen | {"day": timezone.localdate().isoformat()}, follow=True)
    assert "Booked: 2 refunds were sent." in text_of(answer)
    answer = client.post(LIST, chosen | {"index": "0"}, follow=True)
    assert "None of these waits for a transfer." in text_of(answer)
    assert LedgerEntry.objects.filter(kind="refund").count() == 2
    assert broken_invariants() == {}


@pytest.mark.parametrize("day", ["", "x", "2999-01-01"])
def test_a_day_that_is_none_or_still_to_come_books_nothing(client: Client, day: str) -> None:
    refund = of_a_line()
    assert errors_of(send(client, page_of(refund, "sent"), day=day))
    assert not LedgerEntry.objects.filter(kind="refund").exists()


def test_two_of_the_staff_book_it_once(staff: User) -> None:
    refund = of_a_line()
    book_transfer(refund=refund, day=timezone.localdate(), staff=staff)
    with pytest.raises(RefundHandled):
        book_transfer(refund=refund, day=timezone.localdate(), staff=staff)
    assert LedgerEntry.objects.filter(kind="refund").count() == 1


def test_what_a_payment_service_sends_is_not_sent_by_hand_unless_it_refused(client: Client, staff: User) -> None:
    refund = of_a_line()
    Payment.objects.update(method="paypal", provider="paypal")
    assert client.get(page_of(refund, "sent")).status_code == 403
    with pytest.raises(RefundHandled):
        book_transfer(refund=refund, day=timezone.localdate(), staff=staff)
    Refund.objects.update(state=Refund.State.FAILED, problem="account closed")
    page = text_of(client.get(TO_SEND))
    assert "account closed" in page and "not known: ask the buyer" in page
    assert send(client, page_of(refund, "sent")).status_code == 302
    assert Refund.objects.get().state == Refund.State.DONE
    assert broken_invariants() == {}


def test_what_was_refused_and_asked_for_again_is_not_sent_twice(client: Client, staff: User) -> None:
    refused = of_a_line()
    Refund.objects.update(state=Refund.State.FAILED)
    line = refused.lines.get().line
    request_refund(payment=refused.payment, lines={line: Decimal("20.00")})
    with pytest.raises(RefundTooLarge):
        book_transfer(refund=refused, day=timezone.localdate(), staff=staff)
    send(client, page_of(refused, "sent"))
    assert "this money goes back by another refund" in text_of(client.get(page_of(refused)))
    assert not LedgerEntry.objects.filter(kind="refund").exists()


@pytest.mark.parametrize("by", ["shipping", "excess", "ended"])
def test_nothing_that_was_asked_for_in_another_way_since_is_sent_too(staff: User, by: str) -> None:
    placement = place((shirt(), 2))
    transfer(placement, "50.00")
    order, line = placement.order, placement.lines.get()

    def once() -> Refund:
        if by == "shipping":
            command = RefundCommand(RefundScope.LINES, shipping={placement.pk: Decimal("5.90")})
            return refund_order(order=order, command=command, action=action_by(staff)).refunds[0]
        if by == "ended" and not Refund.objects.exists():
            command = RefundCommand(RefundScope.LINES, lines={line.pk: RefundCommandLine(1, None, Disposition.AGAIN)})
            return refund_order(order=order, command=command, action=action_by(staff)).refunds[0]
        return refund_overpayment(order=order, staff=staff)[0]

    refused = once()
    Refund.objects.update(state=Refund.State.FAILED)
    again = once()
    with pytest.raises(RefundTooLarge):
        book_transfer(refund=refused, day=timezone.localdate(), staff=staff)
    Refund.objects.filter(pk=again.pk).update(state=Refund.State.FAILED)
    book_transfer(refund=refused, day=timezone.localdate(), staff=staff)
    assert LedgerEntry.objects.get(kind="refund").amount == refused.amount
    assert broken_invariants() == {}


def test_who_may_look_books_nothing_and_sees_no_accounts(client: Client, shop: Shop, staff: User) -> None:
    late_money(shop, staff)
    refund = Refund.objects.get()
    client.force_login(looker := User.objects.create_user("looker", is_staff=True))
    assert client.get(LIST).status_code == 403
    looker.user_permissions.set(Permission.objects.filter(codename="view_refund"))
    page = text_of(client.get(page_of(refund))) + text_of(client.get(LIST))
    assert "45,90\xa0€" in page and "DE89 3704" not in page and "It is sent" not in page
    assert client.post(page_of(refund, "sent"), {"day": timezone.localdate().isoformat()}).status_code == 403
    assert client.post(page_of(refund), {"state": "done"}).status_code == 403
    assert not LedgerEntry.objects.filter(kind="refund").exists()


def test_the_payer_is_known_until_the_money_went_back(shop: Shop, staff: User) -> None:
    late_money(shop, staff)
    BankLine.objects.update(handled_at=timezone.now() - PAYERS.span - timedelta(hours=1))
    assert forget_payers() == 0
    book_transfer(refund=Refund.objects.get(), day=timezone.localdate(), staff=staff)
    assert forget_payers() == 1


@proves(
    "design §4",
    "what is too much goes back at a word of the staff, the way it came, the last payment first; not "
    "where a payment code paid",
)
def test_what_is_too_much_goes_back(client: Client, shop: Shop, staff: User) -> None:
    order = order_of(shop)
    book(take(staff, entry("50.00", purpose(order))), staff)
    give_back = f"/admin/checkout/order/{order.pk}/give-back/"
    assert "4,10\xa0€" in text_of(client.get(give_back))
    answer = client.post(give_back, follow=True)
    assert "Noted: 4,10\xa0€ go back." in text_of(answer)
    refund = Refund.objects.get()
    assert (refund.amount, refund.staff) == (Decimal("4.10"), staff)
    assert "more came in than was due" in text_of(client.get(TO_SEND))
    assert client.post(give_back).status_code == 403, "it is on its way"
    with pytest.raises(RefundTooLarge):
        refund_overpayment(order=order, staff=staff)
    send(client, page_of(refund, "sent"))
    assert (balance(order), Refund.objects.count()) == (Decimal(0), 1)
    assert broken_invariants() == {}


def test_too_much_of_two_payments_goes_back_from_the_last(staff: User) -> None:
    placement = place((shirt(), 1))
    first = placement.payments.get()
    last = Payment.objects.create(
        order=placement.order, placement=placement, method="bank_transfer", provider="bank_transfer",
        amount=Decimal("25.90"), reference="BAX-2", attempt=2,
    )  # fmt: skip
    record_capture(payment=first, amount=Decimal("30.00"), event_id="1")
    record_capture(payment=last, amount=Decimal("25.90"), event_id="2")
    refunds = refund_overpayment(order=placement.order, staff=staff)
    assert [(one.payment, one.amount) for one in refunds] == [(last, Decimal("25.90")), (first, Decimal("4.10"))]
    assert broken_invariants() == {}


@proves(
    "design §4",
    "another currency, another amount, a refund or payment that nobody knows books nothing and is told to staff",
)
def test_what_a_payment_service_told_that_does_not_fit_is_listed(client: Client) -> None:
    refund = of_a_line()
    for number, problem in enumerate((MORE_BACK, "")):
        ProviderEvent.objects.create(
            provider="paypal", event_id=f"WH-{number}", external_id="5O1", problem=problem, handled_at=timezone.now(),
            payment=refund.payment,
        )  # fmt: skip
    page = text_of(client.get("/admin/checkout/providerevent/?found=misfit"))
    assert "More money went back than came in." in page and refund.payment.order.reference in page
    assert len(client.get("/admin/checkout/providerevent/").context["cl"].result_list) == 2
    client.cookies["locale"] = "de"
    assert worded("More money went back than came in. It is not booked.") in text_of(
        client.get("/admin/checkout/providerevent/?found=misfit")
    )
    assert not client.get("/admin/checkout/providerevent/?found=waiting").context["cl"].result_list
