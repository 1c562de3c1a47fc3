import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now, Upper
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from checkout.models import Order, OrderLine, Refund
from shop.core.database.audit_triggers import audited
from shop.core.values.deadlines import DEADLINES

from .refund_offer import RefundOffer
from .ticket import Ticket

# The limit of a SEPA transfer (EPC, “Creditor Name”).
MAX_ACCOUNT_NAME = 70
# How long the mailed link can confirm an account.
CONFIRMED_WITHIN = timedelta(hours=DEADLINES["refundLinkHours"])
UNDECIDED = ["to_confirm", "received"]


class RefundRequestQuerySet(models.QuerySet["RefundRequest"]):
    def open(self) -> "RefundRequestQuerySet":
        """Return requests that staff must decide."""
        return self.filter(state=RefundRequest.State.RECEIVED)

    def without_shipping(self) -> "RefundRequestQuerySet":
        """Return approved requests whose shipping costs staff must still refund."""
        return self.filter(state=RefundRequest.State.APPROVED, problem=RefundRequest.Problem.SHIPPING)

    def waiting_for_mail(self) -> "RefundRequestQuerySet":
        """Return unconfirmed requests whose link is still valid."""
        return self.filter(state=RefundRequest.State.TO_CONFIRM, created_at__gt=Now() - CONFIRMED_WITHIN)

    def under_way(self) -> "RefundRequestQuerySet":
        """Return requests whose money is not paid out yet."""
        left = Refund.objects.to_go().filter(requests=OuterRef("pk"))
        return self.filter(Exists(left), state=RefundRequest.State.APPROVED)


class RefundRequest(models.Model):
    """A refund for tickets of one order, requested by a guest or made by an event's offer.

    Approved at once if all conditions hold; then `refunds` move the money. Otherwise staff decide. If the bank account
    is not the one that the money came from, a link mailed to the order's address must confirm it first; until then the
    request does not block its tickets. The account is erased some days after the refund
    (`aftersale.refunds.retention`).
    """

    RECEIVED_MAIL, DECIDED_MAIL, DECLINED_MAIL = "refund_received", "refund_decided", "refund_declined"
    CONFIRM_MAIL = "refund_confirm"

    class Origin(models.TextChoices):
        GUEST = "guest", _("asked for by a guest")
        OFFER = "offer", _("by the event's offer")

    class State(models.TextChoices):
        TO_CONFIRM = "to_confirm", _("waits for confirmation by mail")
        RECEIVED = "received", pgettext_lazy("refund", "to be decided")
        APPROVED = "approved", _("approved")
        SETTLED = "settled", _("settled by hand")
        DECLINED = "declined", _("declined")

    class Problem(models.TextChoices):
        """Why it was not approved automatically. SHIPPING: it was, without the shipping costs."""

        MONEY = "money", _("a code paid, or no payment of the order has that much left")
        PARTS = "parts", _("only some tickets of one line")
        ACCOUNT = "account", _("paid by card or PayPal, or without an e-mail address, and wanted on an account")
        SHIPPING = "shipping", _("no payment of the order has the shipping costs left")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    offer = models.ForeignKey(
        RefundOffer, verbose_name=_("refund offer"), on_delete=models.PROTECT, related_name="requests"
    )
    order = models.ForeignKey(
        Order, verbose_name=pgettext_lazy("purchase", "order"), on_delete=models.PROTECT, related_name="refund_requests"
    )
    origin = models.CharField(_("whence"), max_length=10, choices=Origin.choices)
    language = models.CharField(_("language"), max_length=2)
    email = models.EmailField(_("e-mail"), blank=True, help_text=_("Told as well, beside the order's own."))
    to_account = models.BooleanField(_("to a bank account"), default=False)
    account_name = models.CharField(_("account holder"), max_length=MAX_ACCOUNT_NAME, blank=True)
    iban = models.CharField("IBAN", max_length=34, blank=True)
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.RECEIVED)
    problem = models.CharField(_("problem"), max_length=10, choices=Problem.choices, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True, help_text=_("What staff wrote."))
    created_at = models.DateTimeField(_("received"), auto_now_add=True, db_index=True)
    confirmed_at = models.DateTimeField(
        _("confirmed by mail"), null=True, blank=True, help_text=_("By a link that only the order's address got.")
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("decided by"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="+",
    )  # fmt: skip
    refunds = models.ManyToManyField(Refund, verbose_name=_("refunds"), related_name="requests")

    objects = RefundRequestQuerySet.as_manager()

    class Meta:
        verbose_name = _("refund request")
        verbose_name_plural = _("refund requests")
        ordering = ["-created_at"]
        indexes = [models.Index(Upper("email"), condition=~Q(email=""), name="refund_requests_of_an_address")]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="refund_request_wants_something"),
            models.CheckConstraint(
                condition=Q(state__in=UNDECIDED, decided_at=None)
                | ~Q(state__in=UNDECIDED) & Q(decided_at__isnull=False),
                name="decided_refund_request_knows_when",
            ),
            models.CheckConstraint(
                condition=Q(to_account=True) | Q(account_name="", iban=""), name="account_only_where_money_goes_there"
            ),
        ]
        triggers = audited(
            part_of=["order", "offer__event"], masked=["email", "account_name", "iban", "note"], shoppers_write=True
        )

    def __str__(self) -> str:
        return str(self.order)

    @property
    def is_open(self) -> bool:
        return self.state == self.State.RECEIVED

    @property
    def lacks_shipping(self) -> bool:
        """As `without_shipping`."""
        return self.state == self.State.APPROVED and self.problem == self.Problem.SHIPPING

    @property
    def is_undecided(self) -> bool:
        return self.state in UNDECIDED


class RequestedTicket(models.Model):
    """A ticket, or a line of printed tickets, of a request. In one active request at most (`stands`)."""

    request = models.ForeignKey(RefundRequest, on_delete=models.CASCADE, related_name="tickets")
    line = models.ForeignKey(OrderLine, on_delete=models.PROTECT, related_name="refund_requests")
    ticket = models.ForeignKey(
        Ticket, verbose_name=_("ticket"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="refund_requests",
    )  # fmt: skip
    stands = models.BooleanField(
        _("stands"), default=True, help_text=_("Not, where the request is unconfirmed or declined.")
    )

    class Meta:
        verbose_name = _("ticket of a refund request")
        verbose_name_plural = _("tickets of refund requests")
        constraints = [
            models.UniqueConstraint(
                fields=["ticket"], condition=Q(stands=True, ticket__isnull=False), name="a_ticket_is_refunded_once"
            ),
            models.UniqueConstraint(
                fields=["line"], condition=Q(stands=True, ticket=None), name="a_printed_line_is_refunded_once"
            ),
        ]
        triggers = audited(part_of=["request"], shoppers_write=True)

    def __str__(self) -> str:
        return str(self.ticket or self.line)
