"""The staff's start page: today, the last two weeks, and what waits for somebody."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import BigIntegerField, Count, Q, Sum, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, TruncDate
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from procrastinate.contrib.django.models import ProcrastinateJob

from aftersale.models import RefundRequest
from aftersale.printed_tickets.queries import numbers_to_do
from aftersale.refunds.queries import offers_with_money_left
from aftersale.ticket_service.queries import requests_to_do
from aftersale.withdrawals.queries import withdrawals_to_do
from catalogue.models import WITHOUT_MANUFACTURER, Product
from checkout.models import BankFile, BankLine, Hold, LedgerEntry, Order, OrderStep, Placement, Refund
from checkout.orders.deadlines import to_do as payments_to_do
from checkout.orders.order_state import SIGNED, orders_with_state, with_money_state, with_owed
from checkout.payments.disputes import first_to_answer
from checkout.payments.inbox import stuck_events
from checkout.refunds.refundable import overpaid
from checkout.shipping.deliveries import to_do
from shop.core.values.languages import LANGUAGES
from shop.models import GuaranteeNotice, Image, Mail
from shop.models.image import THUMBNAIL_JOB
from shop.staff.access import NO_SHOP, Shops, is_member, shops_with

DAYS = 14
# A mail that waits longer than this is one that nobody sends: a confirmation is held for less
# (`checkout.mails.together.HELD_FOR`).
MAIL_PATIENCE = timedelta(minutes=10)


@dataclass(frozen=True)
class Task:
    """Something that waits. `urgent`: a customer waits too."""

    title: Any
    number: int
    link: str
    icon: str
    urgent: bool = False


@dataclass(frozen=True)
class DayTotal:
    day: date
    money: Decimal
    percent: int


def start_page(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Show members the figures of their shops. What waits is counted over the whole house, for rights of the house."""
    may, shops = request.user.has_perm, shops_with(request.user, "checkout.view_order")
    days = [] if shops == NO_SHOP else last_days(shops)
    context["tasks"] = [task for task in tasks(may) if task.number]
    context["is_member"] = is_member(request.user) and not context["tasks"]
    context["days"] = days
    if days:
        context["today"] = ordered_since(start_of(timezone.localdate()), shops)
        context["money_today"] = days[-1].money
        context["money_fortnight"] = sum((day.money for day in days), Decimal(0))
        orders = Order.objects.filter(in_shops("shop", shops))
        latest = with_money_state(orders.select_related("shop", "billing_address"))
        context["latest"] = latest[:8]
    return context


def in_shops(path: str, shops: Shops) -> Q:
    return Q() if shops is None else Q(**{f"{path}__in": shops})


def ordered_since(moment: datetime, shops: Shops) -> dict[str, Any]:
    """Return how many orders were placed since then, and what is owed for them in euros. An exchange changes what its
    order owes, and is no order of its own.
    """
    is_new = Q(order__placed_at__gte=moment) | ~Q(step__kind=OrderStep.Kind.EXCHANGE)
    placed = with_owed(Placement.objects.live().filter(is_new, in_shops("order__shop", shops), placed_at__gte=moment))
    return placed.aggregate(orders=Count("order", distinct=True), ordered=Sum("owed", default=Decimal(0)))


def start_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def last_days(shops: Shops) -> list[DayTotal]:
    """Money in less money back of each of the last days, today last."""
    today = timezone.localdate()
    first = today - timedelta(days=DAYS - 1)
    booked = LedgerEntry.objects.filter(in_shops("payment__order__shop", shops))
    rows = booked.filter(created_at__gte=start_of(first)).order_by()
    sums = dict(rows.annotate(day=TruncDate("created_at")).values_list("day").annotate(money=Sum(SIGNED)))
    money = [sums.get(first + timedelta(days=number), Decimal(0)) for number in range(DAYS)]
    most = max([*money, Decimal(1)])
    return [
        DayTotal(first + timedelta(days=number), one, max(0, round(100 * one / most)))
        for number, one in enumerate(money)
    ]


def tasks(may: Any) -> list[Task]:
    found = []
    if may("checkout.view_order"):
        found += payment_tasks()
        waiting = waiting_orders()
        found.append(
            Task(
                _("Orders whose mail cannot be delivered"), waiting["mail"],
                reverse("admin:checkout_order_changelist") + "?mail=undeliverable", "unsubscribe", urgent=True,
            )
        )  # fmt: skip
        found.append(
            Task(
                _("Orders that too much money came in for"), waiting["over"],
                reverse("admin:checkout_order_changelist") + "?money=over", "savings", urgent=True,
            )
        )  # fmt: skip
        if may("checkout.view_hold"):
            found.append(
                Task(
                    _("Orders held back from deletion, to be looked at again"), waiting["held"],
                    reverse("admin:checkout_hold_changelist") + "?state=look", "back_hand",
                )
            )  # fmt: skip
    if may("checkout.view_delivery"):
        found += parcel_tasks()
    if may("aftersale.view_printednumber"):
        found += printed_tasks()
    refunds = waiting_refunds() if may("checkout.view_refund") or may("aftersale.view_refundrequest") else Counter()
    if may("checkout.view_refund"):
        found.append(
            Task(
                _("Refunds that you send from the bank"), refunds["transfer"],
                reverse("admin:checkout_refund_changelist") + "?to_do=transfer", "undo", urgent=True,
            )
        )  # fmt: skip
    if may("checkout.view_dispute"):
        found += dispute_tasks()
    if may("aftersale.view_refundrequest"):
        found.append(
            Task(
                _("Refund requests that somebody has to decide"), refunds["decide"],
                reverse("admin:aftersale_refundrequest_changelist") + "?state__exact=received", "undo", urgent=True,
            )
        )  # fmt: skip
        found.append(
            Task(
                _("Refunds that the shipping costs are missing from"), refunds["shipping"],
                reverse("admin:aftersale_refundrequest_changelist") + "?problem__exact=shipping", "undo", urgent=True,
            )
        )  # fmt: skip
    if may("aftersale.view_refundoffer"):
        found.append(
            Task(
                _("Cancelled events with money still to be given back"), offers_with_money_left().count(),
                reverse("admin:aftersale_refundoffer_changelist") + "?left=money", "event_busy", urgent=True,
            )
        )  # fmt: skip
    if may("aftersale.view_ticketservicerequest"):
        found.append(
            Task(
                _("Requests of the ticket service that somebody has to decide"), requests_to_do(),
                reverse("admin:aftersale_ticketservicerequest_changelist") + "?state__exact=received", "support_agent",
                urgent=True,
            )
        )  # fmt: skip
    if may("aftersale.view_withdrawal"):
        found += withdrawal_tasks()
    if may("checkout.view_bankline") and may("checkout.view_bankfile"):
        found += bank_tasks()
    if may("checkout.view_providerevent"):
        found.append(
            Task(
                _("Events of payment services that wait for too long"), stuck_events(timezone.now()),
                reverse("admin:checkout_providerevent_changelist") + "?found=waiting", "sync_problem", urgent=True,
            )
        )  # fmt: skip
    if may("shop.view_mail"):
        late = Q(attempts__gt=0) | Q(created_at__lt=timezone.now() - MAIL_PATIENCE)
        found.append(
            Task(
                _("Mails not sent"), Mail.objects.waiting().filter(late).count(),
                reverse("admin:shop_mail_changelist") + "?sent=no", "mail", urgent=True,
            )
        )  # fmt: skip
    if may("shop.view_image"):
        failed = ProcrastinateJob.objects.filter(task_name=THUMBNAIL_JOB, status="failed")
        broken = failed.annotate(image=Cast(KeyTextTransform("image_id", "args"), BigIntegerField())).values("image")
        found.append(
            Task(
                _("Pictures without thumbnails"),
                Image.objects.filter(Q(pk__in=broken) | ~Q(problem=""), thumbnails_ready=False).count(),
                reverse("admin:shop_image_changelist") + "?ready=no", "broken_image",
            )
        )  # fmt: skip
    if may("procrastinate.view_procrastinatejob"):
        # Pictures are counted above, where they are mended.
        failed = ProcrastinateJob.objects.filter(status="failed").exclude(task_name=THUMBNAIL_JOB)
        found.append(
            Task(
                _("Failed background jobs"), failed.count(),
                reverse("admin:procrastinate_procrastinatejob_changelist") + "?status__exact=failed",
                "settings_suggest", urgent=True,
            )
        )  # fmt: skip
    if may("catalogue.view_product"):
        found.append(
            Task(
                _("Products without a manufacturer"), Product.objects.filter(WITHOUT_MANUFACTURER, active=True).count(),
                reverse("admin:catalogue_product_changelist") + "?active__exact=1&manufacturer=none", "gavel",
            )
        )  # fmt: skip
    if may("shop.view_guaranteenotice"):
        found.append(
            Task(
                _("Languages without the EU guarantee notice"), languages_without_notice(),
                reverse("admin:shop_guaranteenotice_changelist"), "verified_user",
            )
        )  # fmt: skip
    return found


def dispute_tasks() -> list[Task]:
    """By two statements, or one where there are none."""
    here = f"{reverse('admin:checkout_dispute_changelist')}?state__exact=to_answer"
    number, first = first_to_answer()
    return [Task(_("Disputes to be answered: %(first)s") % {"first": first}, number, here, "gavel", urgent=True)]


def payment_tasks() -> list[Task]:
    """By one statement."""
    here, left = reverse("admin:checkout_order_changelist"), payments_to_do(timezone.localdate())
    return [
        Task(_("Bank transfers awaited"), left["awaited"], f"{here}?money=awaited", "account_balance"),
        Task(
            _("Unpaid orders past their end that somebody has to decide"), left["decided"],
            f"{here}?money=decide", "event_busy", urgent=True,
        ),
    ]  # fmt: skip


def waiting_orders() -> Counter[str]:
    """How many orders wait for what; by one statement."""
    over = overpaid(orders_with_state()).order_by().values_list(Value("over"), "pk")
    mail = Order.objects.with_undeliverable_mail().order_by().values_list(Value("mail"), "pk")
    held = Hold.objects.to_look_at().order_by().values_list(Value("held"), "order")
    return Counter(kind for kind, _key in over.union(mail, held, all=True))


def waiting_refunds() -> Counter[str]:
    """How many refunds wait for what; by one statement."""
    sent = Refund.objects.to_transfer().order_by().values_list(Value("transfer"), "pk")
    asked = RefundRequest.objects.open().order_by().values_list(Value("decide"), "pk")
    short = RefundRequest.objects.without_shipping().order_by().values_list(Value("shipping"), "pk")
    return Counter(kind for kind, _key in sent.union(asked, short, all=True))


def parcel_tasks() -> list[Task]:
    """By one statement."""
    here, left = reverse("admin:checkout_delivery_changelist"), to_do()
    return [
        Task(_("Parcels that can go today"), left["today"], here, "local_shipping", urgent=True),
        Task(_("Parcels that are lost or came back"), left["stranded"], f"{here}?when=stranded", "help"),
    ]


def printed_tasks() -> list[Task]:
    """By one statement."""
    here, left = reverse("admin:aftersale_printednumber_report"), numbers_to_do()
    return [
        Task(
            _("Printed tickets that wait for a number"), left["waiting"], f"{here}?to_do=waiting",
            "confirmation_number", urgent=True,
        ),
        Task(_("Events whose printed tickets run out"), left["low"], f"{here}?to_do=low", "production_quantity_limits"),
    ]  # fmt: skip


def bank_tasks() -> list[Task]:
    """By one statement."""
    left = BankLine.objects.filter(state=BankLine.State.OPEN).aggregate(
        settle=Count("pk", filter=BankLine.TO_SETTLE),
        files=Count("file", distinct=True, filter=Q(file__state=BankFile.State.LOOKED_AT)),
    )
    return [
        Task(
            _("Bank transactions that somebody has to decide"), left["settle"],
            reverse("admin:checkout_bankline_changelist") + "?to_do=settle", "account_balance",
        ),
        Task(
            _("Bank statements that are not booked"), left["files"],
            reverse("admin:checkout_bankfile_changelist") + "?state__exact=looked_at", "receipt",
        ),
    ]  # fmt: skip


def withdrawal_tasks() -> list[Task]:
    """By one statement."""
    here, left = reverse("admin:aftersale_withdrawal_changelist"), withdrawals_to_do()
    return [
        Task(
            _("Withdrawals whose money is overdue"), left["overdue"],
            f"{here}?to_do=overdue", "assignment_late", urgent=True,
        ),
        Task(
            _("Withdrawals that nobody has looked at"), left["unseen"],
            f"{here}?state__exact=received", "assignment_return", urgent=True,
        ),
        Task(
            _("Withdrawals whose receipt cannot be delivered"), left["without_receipt"],
            f"{here}?to_do=receipt", "unsubscribe", urgent=True,
        ),
    ]  # fmt: skip


def languages_without_notice() -> int:
    """Only goods need the notice: where none are sold, no language lacks it."""
    goods = Product.objects.filter(active=True, external_url="", variants__active=True, variants__physical=True)
    known = ArraySubquery(GuaranteeNotice.objects.values("language"))
    return sum(len(LANGUAGES) - len(languages) for languages in goods.values_list(known, flat=True)[:1])
