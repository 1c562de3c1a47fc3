import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from catalogue.models import Event
from checkout.models import Order, OrderLine, Refund
from checkout.payments.references import MAX_LENGTH
from shop.core.database.audit_triggers import audited
from shop.models import Shop

from .printed_number import PrintedNumber
from .ticket import Ticket

MAX_NAME, MAX_NUMBER, MAX_COMMENT = 80, 40, 1000


class TicketServicePeriod(models.Model):
    """Deadlines of an event's forms for other names and cancellations. An event without one offers no form (purchase
    §2).
    """

    event = models.OneToOneField(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="ticket_service"
    )  # fmt: skip
    change_until = models.DateTimeField(
        _("name change until"), null=True, blank=True, help_text=_("Empty: names cannot be changed by the form.")
    )
    cancel_until = models.DateTimeField(
        _("cancellation until"), null=True, blank=True, help_text=_("Empty: tickets cannot be cancelled by the form.")
    )

    class Meta:
        verbose_name = _("ticket service")
        verbose_name_plural = _("ticket service")
        ordering = ["-event__happening_from"]
        triggers = audited(part_of=["event"])

    def __str__(self) -> str:
        return str(self.event)


class ProofUpload(models.Model):
    """A permitted upload of a picture that proves a printed ticket's destruction.

    One request claims it. Unclaimed pictures are deleted after a day, or earlier to make room. `printed`: the ticket.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    shop = models.ForeignKey(Shop, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=50, unique=True, default=secrets.token_urlsafe, editable=False)
    content_type = models.CharField(max_length=20)
    printed = models.ForeignKey(PrintedNumber, null=True, on_delete=models.SET_NULL, related_name="+")
    # The announced size in bytes, which the upload must not exceed.
    size = models.PositiveIntegerField(db_default=4 * 1024 * 1024)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.pk)


class TicketServiceRequestQuerySet(models.QuerySet["TicketServiceRequest"]):
    def open(self) -> "TicketServiceRequestQuerySet":
        """Return requests that staff must decide."""
        return self.filter(state=TicketServiceRequest.State.RECEIVED)


class TicketServiceRequest(models.Model):
    """A request for another name on tickets of one order, or their cancellation. Staff decide; personal data is erased
    some days later (`aftersale.ticket_service.retention`).
    """

    RECEIVED_MAIL, DONE_MAIL, DECLINED_MAIL = (
        "ticket_service_received", "ticket_service_done", "ticket_service_declined",
    )  # fmt: skip

    class Kind(models.TextChoices):
        CHANGE = "change", _("name change")
        CANCEL = "cancel", _("cancellation")

    class State(models.TextChoices):
        RECEIVED = "received", pgettext_lazy("ticket service", "to be decided")
        DONE = "done", pgettext_lazy("ticket service", "done")
        SETTLED = "settled", _("settled by hand")
        DECLINED = "declined", _("declined")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(_("what for"), max_length=10, choices=Kind.choices)
    order = models.ForeignKey(
        Order, verbose_name=pgettext_lazy("purchase", "order"), on_delete=models.PROTECT,
        related_name="ticket_service_requests",
    )  # fmt: skip
    language = models.CharField(_("language"), max_length=2)
    name = models.CharField(_("name"), max_length=MAX_NAME, blank=True)
    email = models.EmailField(_("e-mail"), blank=True, help_text=_("Told as well, beside the order's own."))
    reference = models.CharField(_("order number as given"), max_length=MAX_LENGTH, blank=True)
    comment = models.TextField(_("comment"), max_length=MAX_COMMENT, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.RECEIVED)
    note = models.CharField(_("note"), max_length=500, blank=True, help_text=_("What staff wrote."))
    created_at = models.DateTimeField(_("received"), auto_now_add=True, db_index=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("decided by"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="+",
    )  # fmt: skip
    refunds = models.ManyToManyField(Refund, verbose_name=_("refunds"), related_name="ticket_service_requests")

    objects = TicketServiceRequestQuerySet.as_manager()

    class Meta:
        verbose_name = _("ticket service request")
        verbose_name_plural = _("ticket service requests")
        ordering = ["-created_at"]
        default_permissions = ["view", "change"]
        indexes = [models.Index(Upper("email"), condition=~Q(email=""), name="service_requests_of_an_address")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="received", decided_at=None) | ~Q(state="received") & Q(decided_at__isnull=False),
                name="decided_ticket_service_request_knows_when",
            )
        ]
        triggers = audited(
            part_of=["order"], masked=["name", "email", "reference", "comment", "note"], shoppers_write=True
        )

    def __str__(self) -> str:
        return str(self.order)

    @property
    def is_open(self) -> bool:
        return self.state == self.State.RECEIVED

    @property
    def is_cancellation(self) -> bool:
        return self.kind == self.Kind.CANCEL


class TicketServiceItem(models.Model):
    """A ticket of a request, as it was entered. In one waiting request at most."""

    class Type(models.TextChoices):
        ONLINE = "online", _("online ticket")
        HARD = "hard", _("printed ticket")

    request = models.ForeignKey(TicketServiceRequest, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveSmallIntegerField(_("order"))
    type = models.CharField(_("kind of ticket"), max_length=10, choices=Type.choices)
    number = models.CharField(_("number"), max_length=MAX_NUMBER)
    name = models.CharField(_("present name"), max_length=MAX_NAME, blank=True)
    name_new = models.CharField(_("new name"), max_length=MAX_NAME, blank=True)
    line = models.ForeignKey(OrderLine, on_delete=models.PROTECT, related_name="ticket_service_items")
    ticket = models.ForeignKey(
        Ticket, verbose_name=_("ticket"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="ticket_service_items",
    )  # fmt: skip
    printed = models.ForeignKey(
        PrintedNumber, verbose_name=_("printed ticket"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="ticket_service_items",
    )  # fmt: skip
    proof = models.OneToOneField(
        ProofUpload, verbose_name=_("proof"), null=True, blank=True, on_delete=models.SET_NULL, related_name="item"
    )
    stands = models.BooleanField(_("stands"), default=True, help_text=_("As long as its request waits."))

    class Meta:
        verbose_name = _("ticket of a request")
        verbose_name_plural = _("tickets of a request")
        ordering = ["position"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["ticket"], condition=Q(stands=True), name="a_ticket_stands_in_one_service_request"
            ),
            models.UniqueConstraint(
                fields=["printed"], condition=Q(stands=True), name="a_printed_ticket_stands_in_one_service_request"
            ),
            models.CheckConstraint(
                condition=Q(type="online", ticket__isnull=False, printed=None, proof=None)
                | Q(type="hard", ticket=None, printed__isnull=False),
                name="service_item_is_of_its_type",
            ),
        ]
        triggers = audited(part_of=["request"], masked=["name", "name_new"], shoppers_write=True)

    def __str__(self) -> str:
        return self.number
