"""An order's mails: stored with their cause, written and sent by a job (design §4, invariant 8)."""

from dataclasses import dataclass, replace
from decimal import Decimal
from uuid import UUID

from django.db.models import CharField, Q, Sum
from django.db.models.functions import Cast
from procrastinate.contrib.django import app

from checkout import hooks
from checkout.bank.transfer_details import bank_details, details_of_open
from checkout.invoices.documents import PDF, invoice_pdf
from checkout.models import Delivery, Invoice, LedgerEntry, Order, OrderLine, OrderStep, Placement, RefundShipping
from checkout.orders.access import access_order, kinds_of_tickets
from checkout.orders.deadlines import end_of, first_end
from checkout.orders.links import confirmation_page, order_page, payment_page
from checkout.orders.texts import method_name
from checkout.shipping.deliveries import is_paid_for
from shop.core.values.money import NOTHING
from shop.legal.files import legal_files
from shop.legal.queries import agreed_texts
from shop.mails.sending import Attachment, Content, render_mail, store_mail
from shop.models import Mail, NewsletterSubscription
from shop.models.mail import MailQuerySet
from shop.newsletter.mails import signup_page

from .kinds import AGAIN

ORDER_MAIL_JOB = "checkout.send_order_mail"
CONFIRMATION_MAIL = "confirmation"
# In place of the confirmation, until its link was followed.
TO_CONFIRM_MAIL = "to_confirm"
REMINDER_MAIL = "payment_reminder"
EXPIRED_MAIL = "expired"
# Before the number of the batch.
INVOICE_MAIL = "invoice"
# Before the id of the delivery.
SHIPPED_MAIL = "shipped"
# Before the id of the step of the staff's.
REFUND_MAIL, CANCELLED_MAIL, CHANGED_MAIL = "refund", "cancel", "change"
# About a placement that is a step of the staff's.
EXCHANGED_MAIL = "exchange"


@dataclass(frozen=True)
class Parcel:
    """The parcel as the mail about its shipping describes it. `is_again`: it replaces a parcel that was lost or came
    back.
    """

    delivery: Delivery
    lines: list[OrderLine]
    is_again: bool
    more_follows: bool


@dataclass(frozen=True)
class Way:
    """How some money goes back."""

    method: str
    by_transfer: bool
    amount: Decimal


@dataclass(frozen=True)
class Back:
    """What the mail about a step of the staff's tells: lines with `back`, what of them goes back; and of shipping."""

    ways: list[Way]
    lines: list[OrderLine]
    shipping: Decimal
    all_ended: bool

    @property
    def total(self) -> Decimal:
        return sum((one.amount for one in self.ways), NOTHING)


def queue_order_mail(kind: str, placement: Placement) -> bool:
    """Store the mail and the job that sends it in the present transaction; once per kind, placement and address."""
    order = placement.order
    mail = store_mail(
        shop=order.shop, kind=kind, about=str(placement.pk), language=order.language, recipient=order.email
    )
    if mail is not None:
        defer(mail.pk)
    return mail is not None


def queue_again(mail: Mail, order: Order) -> None:
    """Of its kind nothing else goes to this address: it stands for the mail that went before."""
    last = mail
    while repeated := mails_of(order).filter(kind=f"{AGAIN}{last.pk.hex}").first():
        last = repeated
    again = store_mail(
        shop=mail.shop, kind=f"{AGAIN}{last.pk.hex}", about=mail.subject_key, language=order.language,
        recipient=order.email,
    )  # fmt: skip
    assert again is not None
    defer(again.pk)


def kind_of(mail: Mail) -> str:
    """Of one that is sent once more: that of what was sent first."""
    kind = mail.kind
    while kind.startswith(AGAIN):
        kind = Mail.objects.values_list("kind", flat=True).get(pk=UUID(kind.removeprefix(AGAIN)))
    return kind


def defer(mail_id: UUID) -> None:
    app.configure_task(ORDER_MAIL_JOB).defer(mail_id=str(mail_id))


def mails_of(order: Order) -> MailQuerySet:
    placements = order.placements.annotate(key=Cast("pk", CharField())).values("key")
    return Mail.objects.filter(subject_key__in=placements).order_by("created_at")


def send_again(order: Order) -> int:
    """Send the order's mails to its present address: those that were given up, and those that went elsewhere; how many.

    What waits to be sent goes there, too.
    """
    return sum(send_placement_again(placement) for placement in order.placements.select_related("order__shop"))


def send_placement_again(placement: Placement) -> int:
    recipient, about_it = placement.order.email, Mail.objects.filter(subject_key=str(placement.pk))
    anew = list((about_it & Mail.objects.undeliverable()).values_list("pk", flat=True))
    there = about_it.filter(recipient=recipient).exclude(pk__in=anew).values("kind")
    about_it.filter(sent_at=None, kind__in=there).exclude(recipient=recipient).delete()
    about_it.filter(sent_at=None).update(recipient=recipient)
    anew = list(Mail.objects.filter(pk__in=anew).values_list("pk", flat=True))
    Mail.objects.filter(pk__in=anew).update(undeliverable_at=None, problem="", attempts=0)
    for mail_id in anew:
        defer(mail_id)
    elsewhere = about_it.exclude(Q(recipient=recipient) | Q(kind__startswith=AGAIN)).order_by("created_at")
    kinds = elsewhere.values_list("kind", flat=True)
    return len(anew) + sum(queue_order_mail(kind, placement) for kind in dict.fromkeys(kinds))


def write_order_mail(mail: Mail, placement: Placement) -> Content:
    """`templates/mails/order_{kind}`: all that was placed, on a durable medium (§ 312f BGB). What stands behind a colon
    of the kind tells mails of one kind apart.
    """
    order = placement.order
    kind, _colon, batch = kind_of(mail).partition(":")
    enclosed = hooks.above.enclosed(kind, placement)
    invoices = list(placement.invoices.filter(batch=batch).order_by("sequence")) if kind == INVOICE_MAIL else []
    content = render_mail(
        shop=order.shop,
        template=f"order_{kind}",
        language=mail.language,
        context={
            "order": order,
            "placement": placement,
            "lines": placement.lines.select_related("ticket_holder"),
            # As it was ordered; what went apart since then is not told here.
            "deliveries": order.deliveries.filter(lines__placement=placement).order_by("pk").distinct()[:1],
            "parcel": parcel_of(batch) if kind == SHIPPED_MAIL else None,
            "back": back_of(step) if (step := step_of(kind, batch, placement)) else None,
            "vat_shares": placement.vat_shares.all(),
            "arrived": arrived_for(placement),
            "bank": bank_details(placement) if placement.is_open else None,
            "ends_on": end_of(placement),
            "kept_until": (placement.rides_with or placement).open_until,
            "order_url": order_page(order.shop, placement.access),
            "takes_more": order.shop.order_merging_allowed and placement.secret is None,
            "payment_url": payment_page(order.shop, placement.access) if placement.is_open else "",
            **(what_is_asked(placement) if kind == TO_CONFIRM_MAIL else {}),
            "newsletter_missed": missed_newsletter(placement) if kind == "confirmation" else "",
            "invoices": invoices,
            "is_correction": any(one.kind == Invoice.Kind.CANCELLATION for one in invoices),
            "is_again": any(one.corrects_id for one in invoices),
            **(what_is_open(placement) if kind in (REMINDER_MAIL, EXCHANGED_MAIL) else {}),
            **enclosed.context,
        },
    )
    # The confirmation is the contract's: what was agreed to goes with it.
    agreed = agreed_files(placement) if kind == CONFIRMATION_MAIL else []
    papers = [Attachment(one.file_name, invoice_pdf(one), PDF) for one in invoices]
    return replace(content, attachments=[*agreed, *papers, *enclosed.attachments])


def missed_newsletter(placement: Placement) -> str:
    """Where to sign up, for a buyer who ticked the box and could not be asked; else empty (docs/decisions/0011)."""
    order = placement.order
    wishes = NewsletterSubscription.objects.kept(shop=order.shop, email=order.email, since=placement.placed_at)
    return "" if not placement.newsletter_wanted or wishes.exists() else signup_page(order.shop)


def what_is_open(placement: Placement) -> dict[str, object]:
    """As the page tells it that the reminder leads to: all that is to be paid together."""
    known = access_order(placement.order.shop, placement.access.secret)
    return {"open_sum": known.to_pay, "bank": details_of_open(known), "ends_on": first_end(known)}


def what_is_asked(placement: Placement) -> dict[str, object]:
    return {"confirm_url": confirmation_page(placement), "tickets": kinds_of_tickets(placement)}


def arrived_for(placement: Placement) -> Decimal:
    """What its buyer is thanked for; for what was exchanged, the rest that came since."""
    if placement.step_id is None:
        return placement.total
    brought = LedgerEntry.objects.brought_since(placement).aggregate(sum=Sum("amount", default=NOTHING))
    return Decimal(brought["sum"])


def parcel_of(delivery_id: str) -> Parcel:
    delivery = Delivery.objects.select_related("origin").get(pk=delivery_id)
    lines = list(delivery.lines.counting().select_related("ticket_holder").order_by("placement__number", "number"))
    open_ones = delivery.order.deliveries.filter(state__in=[Delivery.State.OPEN, Delivery.State.PACKED])
    return Parcel(
        delivery,
        lines,
        is_again=delivery.origin is not None and not delivery.origin.lines.exists(),
        more_follows=any(is_paid_for(one) for one in open_ones),
    )


def step_of(kind: str, batch: str, placement: Placement) -> str:
    """The id of the step of the staff's that a mail is about; empty for others."""
    if kind == EXCHANGED_MAIL:
        return str(placement.step_id)
    return batch if kind in (REFUND_MAIL, CANCELLED_MAIL, CHANGED_MAIL) else ""


def back_of(step_id: str) -> Back:
    step = OrderStep.objects.get(pk=step_id)
    refunds = step.refunds.select_related("payment").order_by("created_at")
    ways = [Way(method_name(one.payment.method), one.is_by_transfer, one.amount) for one in refunds]
    lines = OrderLine.objects.filter(Q(ended_by=step) | Q(refunds__refund__step=step)).distinct()
    shares = lines.annotate(back=Sum("refunds__amount", filter=Q(refunds__refund__step=step), default=NOTHING))
    shipping = RefundShipping.objects.filter(refund__step=step).aggregate(sum=Sum("amount", default=NOTHING))
    left = OrderLine.objects.counting().filter(placement__order=step.order_id)
    return Back(ways, list(shares.order_by("placement__number", "number")), shipping["sum"], not left.exists())


def agreed_files(placement: Placement) -> list[Attachment]:
    """Of placements from before wordings were kept: the texts that were in force then."""
    order = placement.order
    kept = list(placement.accepted_texts.order_by("kind", "language"))
    return legal_files(order.shop, kept or agreed_texts(order.shop, order.language, at=placement.placed_at))
