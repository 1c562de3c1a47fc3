import uuid

import pgtrigger
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from aftersale.numbers.tickets import DIGITS, drawn_number
from checkout.models import OrderLine
from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import refusing_trigger

ONE_TICKET_PER_PIECE = "one_ticket_per_piece"
# Checked after the insert: a transaction that waited for a number sees only then that it became a former one.
NEVER_AGAIN = """IF EXISTS (SELECT 1 FROM aftersale_formernumber former WHERE former.number = NEW.number) THEN
    RAISE unique_violation USING MESSAGE = 'The number was a ticket''s before';
END IF;
RETURN NULL;"""


class TicketQuerySet(models.QuerySet["Ticket"]):
    def valid(self) -> "TicketQuerySet":
        return self.filter(invalidated_at=None)

    def in_order(self) -> "TicketQuerySet":
        return self.order_by("line__placement__number", "line__number", "position")


class Ticket(models.Model):
    """The right of one person to get in: one for each piece of a paid line of tickets (design §4, invariant 6).

    The line has its seat and holder. A reissued ticket gets a new `version` and number, which invalidate its former
    code and number.
    """

    class Ended(models.TextChoices):
        LINE = "line", _("no longer part of the order")
        REFUND = "refund", _("its money goes back")
        STAFF = "staff", _("by staff")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    line = models.ForeignKey(OrderLine, verbose_name=_("line"), on_delete=models.PROTECT, related_name="tickets")
    position = models.PositiveSmallIntegerField(_("which of the line's"))
    number = models.CharField(_("number"), max_length=DIGITS, unique=True, default=drawn_number, editable=False)
    version = models.PositiveSmallIntegerField(
        _("version"), default=1, help_text=_("A new one ends the code that was sent with the one before.")
    )
    issued_at = models.DateTimeField(_("issued"), default=timezone.now, editable=False)
    reissued_at = models.DateTimeField(_("issued anew"), null=True, blank=True)
    invalidated_at = models.DateTimeField(_("invalid since"), null=True, blank=True)
    ended = models.CharField(_("why it is invalid"), max_length=8, choices=Ended.choices, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True, help_text=_("What staff wrote, last."))

    # Only if read by `aftersale.refunds.queries.tickets_for`.
    is_asked_for: bool
    is_used: bool

    objects = TicketQuerySet.as_manager()

    class Meta:
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        ordering = ["-issued_at", "position"]
        constraints = [
            models.UniqueConstraint(fields=["line", "position"], name=ONE_TICKET_PER_PIECE),
            models.CheckConstraint(condition=Q(position__gt=0, version__gt=0), name="tickets_count_from_one"),
            models.CheckConstraint(condition=Q(number__regex=r"^[1-9][0-9]{12}$"), name="ticket_number_has_13_digits"),
            models.CheckConstraint(
                condition=Q(invalidated_at=None, ended="") | Q(invalidated_at__isnull=False) & ~Q(ended=""),
                name="invalid_ticket_knows_why",
            ),
        ]
        triggers = [
            *audited(part_of=["line__placement__order", "line__placement"], shoppers_write=True),
            pgtrigger.Trigger(
                name="number_never_again", when=pgtrigger.After,
                operation=pgtrigger.Insert | pgtrigger.UpdateOf("number"), func=NEVER_AGAIN,
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.number

    @property
    def is_valid(self) -> bool:
        return self.invalidated_at is None


class FormerNumber(models.Model):
    """A number that a ticket had before it was reissued. It is invalid and never used again."""

    number = models.CharField(_("number"), max_length=DIGITS, primary_key=True)
    ticket = models.ForeignKey(
        Ticket, verbose_name=_("ticket"), on_delete=models.PROTECT, related_name="former_numbers"
    )
    version = models.PositiveSmallIntegerField(_("version"), help_text=_("The last one that had it."))
    good_until = models.DateTimeField(_("good until"))

    class Meta:
        verbose_name = _("former ticket number")
        verbose_name_plural = _("former ticket numbers")
        ordering = ["good_until"]
        default_permissions = ()
        triggers = [refusing_trigger("stays", pgtrigger.Update | pgtrigger.Delete, "A former number stays as it is")]

    def __str__(self) -> str:
        return self.number
