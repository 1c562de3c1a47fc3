import uuid
from typing import Any

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from aftersale.numbers.tickets import DIGITS
from catalogue.models import Event
from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import refusing_trigger

from .ticket import Ticket

ONE_ADMISSION_PER_TICKET = "one_admission_per_ticket"
# Columns of a scan that never change. Only `let_in` may become true later.
SCANNED_COLUMNS = (
    "id", "device_id", "event_id", "ticket_id", "against_id", "scanned_at", "received_at", "offline", "verdict",
    "read_by", "number", "by_number",
)  # fmt: skip
OLD, NEW = (", ".join(f"{row}.{name}" for name in SCANNED_COLUMNS) for row in ("OLD", "NEW"))
CHANGED = f"ROW({OLD}) IS DISTINCT FROM ROW({NEW}) OR OLD.let_in AND NOT NEW.let_in"


class EntranceDeviceQuerySet(models.QuerySet["EntranceDevice"]):
    def active(self) -> "EntranceDeviceQuerySet":
        return self.filter(withdrawn_at=None)


class EntranceDevice(models.Model):
    """A phone at the entrance of one event. Only the digest of its key is stored.

    Staff pair it by a code that works once. A newly paired phone replaces the former one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=60, help_text=_("As colleagues read it: “Main entrance, left”."))
    event = models.ForeignKey(
        Event, verbose_name=_("event"), on_delete=models.PROTECT, related_name="entrance_devices",
        help_text=_("Whose tickets it lets in."),
    )  # fmt: skip
    may_undo = models.BooleanField(
        _("may undo entries"), default=False, help_text=_("Otherwise only staff with the right do so, here.")
    )
    may_sell = models.BooleanField(
        _("sells tickets"), default=False,
        help_text=_("For cash or by card, to whoever comes without a ticket. Sales are of whoever paired the phone."),
    )  # fmt: skip
    may_admit_by_number = models.BooleanField(
        _("lets in by number"), default=False,
        help_text=_(
            "Also who names a number or a name on the list, without the ticket’s code. Each such entry is marked."
        ),
    )  # fmt: skip
    # Ever allowed: a phone that does not know yet that it lost the right still admits people.
    might_admit_by_number = models.BooleanField(default=False, db_default=False, editable=False)
    paired_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("paired by"), null=True, editable=False, on_delete=models.PROTECT,
        related_name="+",
    )  # fmt: skip
    offered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, editable=False, on_delete=models.PROTECT, related_name="+"
    )
    pairing_digest = models.CharField(max_length=64, null=True, unique=True, editable=False)
    pairing_until = models.DateTimeField(null=True, editable=False)
    key_digest = models.CharField(max_length=64, null=True, unique=True, editable=False)
    paired_at = models.DateTimeField(_("paired"), null=True, editable=False)
    seen_at = models.DateTimeField(_("last heard of"), null=True, editable=False)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, editable=False)

    objects = EntranceDeviceQuerySet.as_manager()

    class Meta:
        verbose_name = _("entrance device")
        verbose_name_plural = _("entrance devices")
        ordering = ["-event__happening_from", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "name"], name="entrance_device_names_of_an_event",
                violation_error_message=_("This event has a device of that name."),
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at=None) | Q(key_digest=None, pairing_digest=None),
                name="withdrawn_device_has_no_key",
            ),
        ]  # fmt: skip
        triggers = audited(
            part_of=["event"], shoppers_write=True,
            ignored=["pairing_digest", "pairing_until", "key_digest", "seen_at", "might_admit_by_number"],
        )  # fmt: skip

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **more: Any) -> None:
        self.might_admit_by_number = self.might_admit_by_number or self.may_admit_by_number
        super().save(*args, **more)


class ScanQuerySet(models.QuerySet["Scan"]):
    def let_in_wrongly(self) -> "ScanQuerySet":
        """Return scans that let somebody in wrongly."""
        return self.filter(let_in=True).exclude(verdict=Scan.Verdict.ADMITTED)

    def let_in_by_number(self) -> "ScanQuerySet":
        """Return scans that let somebody in by a number alone, on a device with that right."""
        return self.filter(verdict=Scan.Verdict.ADMITTED, by_number=True)


class Scan(models.Model):
    """What a device read, as it came in; never changed or deleted. The device sets the id, so that a repeated scan is
    stored once.

    `read_by`: how it was read. `number`: the number read. `by_number`: True for a bare number instead of a signed code.
    `let_in`: whether the person went in; an offline device decides that itself. `verdict`: the shop's result. If
    `let_in` is true with another verdict than ADMITTED, it was a double or wrong entry, or an entry by number alone
    with a valid ticket.
    """

    class Verdict(models.TextChoices):
        ADMITTED = "admitted", _("let in")
        ALREADY = "already", _("in already")
        OTHER_EVENT = "other_event", _("for another event")
        ENDED = "ended", _("no longer valid")
        OLD_CODE = "old_code", _("old code")
        UNKNOWN = "unknown", _("no ticket of ours")
        NUMBER_ONLY = "number_only", _("only a number")
        SENT_AWAY = "sent_away", _("good, but sent away")

    class ReadBy(models.TextChoices):
        UNTOLD = "", _("not told")
        CAMERA = "camera", _("camera")
        TYPED = "typed", _("typed")
        # Set by the shop for sales at the door; devices cannot send it.
        SOLD = "sold", _("sold at the door")

    id = models.UUIDField(primary_key=True, editable=False)
    device = models.ForeignKey(
        EntranceDevice, verbose_name=_("entrance device"), on_delete=models.PROTECT, related_name="scans"
    )
    event = models.ForeignKey(Event, verbose_name=_("event"), on_delete=models.PROTECT, related_name="scans")
    ticket = models.ForeignKey(
        Ticket, verbose_name=_("ticket"), null=True, on_delete=models.PROTECT, related_name="scans"
    )
    against = models.ForeignKey(
        "self", verbose_name=_("entry before it"), null=True, on_delete=models.PROTECT, related_name="doubles"
    )
    scanned_at = models.DateTimeField(
        _("scanned"), help_text=_("By the device's clock, put right by what it was off when it sent this.")
    )
    received_at = models.DateTimeField(_("received"), db_default=Now())
    offline = models.BooleanField(_("decided offline"))
    read_by = models.CharField(
        _("read by"), max_length=6, choices=ReadBy.choices, blank=True, default="", db_default=""
    )
    number = models.CharField(_("number read"), max_length=DIGITS, blank=True, default="", db_default="")
    by_number = models.BooleanField(_("by number alone"), default=False, db_default=False)
    verdict = models.CharField(_("found"), max_length=12, choices=Verdict.choices)
    let_in = models.BooleanField(_("let in"))

    objects = ScanQuerySet.as_manager()

    class Meta:
        verbose_name = _("scan")
        verbose_name_plural = _("scans")
        ordering = ["-received_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(verdict="unknown", ticket=None) | ~Q(verdict="unknown") & Q(ticket__isnull=False),
                name="scan_knows_its_ticket",
            ),
            models.CheckConstraint(
                condition=Q(verdict="already", against__isnull=False) | ~Q(verdict="already") & Q(against=None),
                name="double_scan_knows_the_entry_before",
            ),
            models.CheckConstraint(
                condition=~Q(verdict="admitted") | Q(let_in=True), name="admitted_scan_let_somebody_in"
            ),
            models.CheckConstraint(
                condition=~Q(verdict="admitted", by_number=True) | Q(read_by="typed"), name="number_lets_in_only_typed"
            ),
        ]
        indexes = [models.Index(fields=["event", "-received_at"], name="scans_of_an_event")]
        triggers = [
            refusing_trigger("told", pgtrigger.Update, "A scan is never changed", CHANGED),
            refusing_trigger("stays", pgtrigger.Delete, "A scan is never deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.ticket or '–'}: {self.get_verdict_display()}"

    @property
    def is_trouble(self) -> bool:
        """True if it let somebody in wrongly."""
        return self.let_in and self.verdict != self.Verdict.ADMITTED


class AdmissionQuerySet(models.QuerySet["Admission"]):
    def in_force(self) -> "AdmissionQuerySet":
        return self.filter(undone_at=None)


class Admission(models.Model):
    """A ticket's holder is inside, until it is undone. At most one per ticket."""

    ticket = models.ForeignKey(Ticket, verbose_name=_("ticket"), on_delete=models.PROTECT, related_name="admissions")
    scan = models.OneToOneField(Scan, verbose_name=_("scan"), on_delete=models.PROTECT, related_name="admission")
    at = models.DateTimeField(_("in since"))
    undone_at = models.DateTimeField(_("undone"), null=True, editable=False)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("undone by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    undone_on = models.ForeignKey(
        EntranceDevice, verbose_name=_("undone on"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    objects = AdmissionQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("admission", "entry")
        verbose_name_plural = _("entries")
        ordering = ["-at"]
        default_permissions = ["view"]
        permissions = [("undo_admission", _("Can undo entries")), ("admit_by_number", _("Can let in by number"))]
        constraints = [
            models.UniqueConstraint(
                fields=["ticket"], condition=Q(undone_at=None), name=ONE_ADMISSION_PER_TICKET
            ),
            models.CheckConstraint(
                condition=Q(undone_at=None, undone_by=None, undone_on=None)
                | Q(undone_at__isnull=False) & (Q(undone_by__isnull=False) | Q(undone_on__isnull=False)),
                name="undone_admission_knows_by_whom",
            ),
            models.CheckConstraint(condition=Q(undone_at=None) | Q(undone_at__gte=F("at")), name="undone_after_entry"),
        ]  # fmt: skip
        triggers = audited(part_of=["ticket"], masked=["reason"], shoppers_write=True)

    def __str__(self) -> str:
        return str(self.ticket)


class EntranceEvent(Event):
    """An event on the staff pages of the entrance."""

    class Meta:
        proxy = True
        verbose_name = _("entrance")
        verbose_name_plural = _("entrances")
        default_permissions = ["view"]
        permissions = [
            ("sell_at_door", _("Can sell tickets at the door")),
            ("put_on_guest_list", _("Can put guests on the list")),
        ]


class Attendee(Ticket):
    """A ticket on the staff's list of attendees."""

    class Meta:
        proxy = True
        verbose_name = _("attendee")
        verbose_name_plural = _("attendees")
        default_permissions = ["view"]
        permissions = [("export_attendee", _("Can export attendees"))]
