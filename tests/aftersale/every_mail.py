"""Every kind of mail once, about real orders of one shop, written and sent by its own job."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from aftersale.models import RefundRequest, TicketServiceRequest, Withdrawal
from aftersale.refunds.mails import OFFER_MAIL, queue_mail, queue_refund_mails
from aftersale.ticket_service.mails import queue_service_mails
from aftersale.withdrawals.actions.withdrawing import Declaration, declare_withdrawal
from aftersale.withdrawals.mails import queue_withdrawal_mail
from catalogue.models import Event
from checkout.actions.invoices.invoicing import write_invoices
from checkout.mails.kinds import place_of
from checkout.mails.order_mails import kind_of, queue_order_mail, queue_repeated_mail
from checkout.mails.parcels import SHIPPED_MAIL
from checkout.mails.payments import EXPIRED_MAIL, REMINDER_MAIL
from checkout.mails.steps import CANCELLED_MAIL, CHANGED_MAIL, REFUND_MAIL
from checkout.models import OrderStep, Placement
from checkout.payments.ledger import record_capture
from shop.mails.keys import joined, parted
from shop.models import Mail, NewsletterSubscription, Shop
from shop.newsletter.actions import SignUp, subscribe
from shop.newsletter.mails import queue_newsletter_mail
from shop.staff_log_in.mails import queue_new_browser_mail
from tests.aftersale.refunds.bought import IBAN, ask, numbers, opened, sent
from tests.aftersale.ticket_service.asked import asked_for, open_service
from tests.checkout.exchanging import exchange
from tests.checkout.payments.jobs import call
from tests.checkout.placing import place
from tests.factories import first_variant, make_event, make_product, make_variant

MAIL_JOBS = [
    "checkout.send_order_mail",
    "aftersale.send_refund_mail",
    "aftersale.send_ticket_service_mail",
    "aftersale.send_withdrawal_mail",
    "shop.send_newsletter_mail",
    "shop.send_staff_mail",
]


def templates_of_mails() -> set[str]:
    """Names of the templates that are whole mails; the others are parts of them."""
    pages = (Path(settings.BASE_DIR) / "templates/mails").glob("*.html")
    return {page.stem for page in pages if "{% extends" in page.read_text()}


def every_mail(shop: Shop) -> dict[str, EmailMultiAlternatives]:
    """Return a message of each kind by the name of its template."""
    order_mails(shop)
    refund_mails(shop)
    ticket_service_mails(shop)
    withdrawal_mails(shop)
    newsletter_mails(shop)
    staff_mails(shop)
    outbox.outbox.clear()
    run_mail_jobs()
    send_parts_again(shop)
    run_mail_jobs()
    kinds = {mail.message_id: template_of(mail) for mail in Mail.objects.filter(shop=shop)}
    return {kinds[one.extra_headers["Message-ID"]]: one for one in outbox.outbox}  # type: ignore[misc]


def send_parts_again(shop: Shop) -> None:
    """Each mail that one message brought with others, alone."""
    placement = Placement.objects.filter(shop=shop, paid_at__isnull=False).order_by("placed_at")[0]
    for mail in Mail.objects.filter(subject_key=str(placement.pk)):
        if place_of(mail.kind):
            queue_repeated_mail(mail, placement.order)


def template_of(mail: Mail) -> str:
    if place_of(mail.kind) and Mail.objects.filter(sent_at=mail.sent_at).count() > 1:
        return "together"
    name = parted(kind_of(mail))[0]
    return f"order_{name}" if f"order_{name}" in templates_of_mails() else name


def run_mail_jobs() -> None:
    for job in ProcrastinateJob.objects.filter(task_name__in=MAIL_JOBS, status="todo").order_by("pk"):
        call(job)


def order_mails(shop: Shop) -> None:
    """Of a paid order of goods and tickets, an exchange, an open order, and free tickets that are to be confirmed."""
    show = make_event(shop, checkin=True, slug="show")
    shirt = make_product(shop, capacity=9)
    placement = place((first_variant(show), 1), (first_variant(shirt), 2))
    # Asked for after the sale, the mail says where to enter it.
    Event.objects.filter(pk=show.pk).update(personalization_requirement=Event.Personalization.CONTACT_TRACING)
    pay(placement)
    write_invoices(placement_id=placement.pk)
    queue_order_mail(SHIPPED_MAIL, placement, placement.lines.exclude(delivery=None)[0].delivery_id)
    staff = User.objects.create_user(f"clerk of {shop.slug}", is_staff=True)
    for kind, mail in (("refund", REFUND_MAIL), ("cancellation", CANCELLED_MAIL), ("address", CHANGED_MAIL)):
        step = OrderStep.objects.create(order=placement.order, kind=kind, staff=staff)
        queue_order_mail(mail, placement, step.pk.hex)
    dearer = make_variant(product=shirt, description="XXL", capacity=9, additional_price=5)
    exchange(placement.lines.get(variant=first_variant(shirt)), dearer, staff)
    open_one = place((first_variant(shirt), 1), key="open")
    queue_order_mail(REMINDER_MAIL, open_one)
    queue_order_mail(EXPIRED_MAIL, open_one)
    place((first_variant(make_event(shop, price="0.00")), 1), key="free")


def pay(placement: Placement) -> None:
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")


def bought(shop: Shop, key: str, **fields: Any) -> tuple[Event, Placement]:
    show = make_event(shop, **fields)
    placement = place((first_variant(show), 1), key=key)
    pay(placement)
    return show, placement


def refund_mails(shop: Shop) -> None:
    show, placement = bought(shop, "refunded")
    offer, order = opened(show), placement.order
    queue_mail(OFFER_MAIL, order, joined(offer.pk, order.pk), order.language, order.email)
    request = ask(order, offer, *map(sent, numbers(order)), account_name="Mira Falk", iban=IBAN).request
    for kind in (RefundRequest.RECEIVED_MAIL, RefundRequest.DECIDED_MAIL, RefundRequest.DECLINED_MAIL):
        queue_refund_mails(kind, request)


def ticket_service_mails(shop: Shop) -> None:
    show, placement = bought(shop, "renamed")
    open_service(show)
    request = asked_for("change", placement.order, numbers(placement.order))
    for kind in (TicketServiceRequest.DONE_MAIL, TicketServiceRequest.DECLINED_MAIL):
        queue_service_mails(kind, request)


def withdrawal_mails(shop: Shop) -> None:
    declaration = Declaration(name="Mira Falk", contract="B-12345", items=("Shirt",), text="", email="m@example.org")
    withdrawal = declare_withdrawal(shop=shop, declaration=declaration, language="en", key="k")
    queue_withdrawal_mail(Withdrawal.ANSWER_MAIL, withdrawal, to=withdrawal.email)


def staff_mails(shop: Shop) -> None:
    member = User.objects.create_user("anna", email="anna@merchstand.example")
    queue_new_browser_mail(shop=shop, user=member, browser="Firefox, Linux")


def newsletter_mails(shop: Shop) -> None:
    subscribe(shop=shop, sign_up=SignUp("mira@example.org", True, "en"))
    subscription = NewsletterSubscription.objects.get(shop=shop)
    subscription.mailed_at = timezone.now()
    for kind in ("newsletter_welcome", "newsletter_already"):
        queue_newsletter_mail(kind, subscription)
