from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from catalogue.models import Event
from shop.core.database.audit_triggers import audited
from shop.core.values.languages import DEFAULT_LANGUAGE, localized
from shop.models.entered import HtmlField

from .ticket import Ticket

MAX_NAME = 40


class CheckInForm(models.Model):
    """The form of an event's online check-in (purchase §3 "Check-in"). An event without one asks nothing."""

    event = models.OneToOneField(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="check_in_form"
    )  # fmt: skip
    allow_retake = models.BooleanField(
        _("may be done again"), default=False,
        help_text=_("The latest answers count. Without it, only staff can let somebody check in once more."),
    )  # fmt: skip

    class Meta:
        verbose_name = _("check-in form")
        verbose_name_plural = _("check-in forms")
        ordering = ["-event__happening_from"]
        triggers = audited(part_of=["event"])

    def __str__(self) -> str:
        return str(self.event)


class CheckInItem(models.Model):
    """A text or a field of the form."""

    class Kind(models.TextChoices):
        CONTENT = "content", _("text to read")
        FORM = "form", _("field")

    class FormType(models.TextChoices):
        TEXT = "text", _("line of text")
        CHECKBOX = "checkbox", _("box to tick")

    form = models.ForeignKey(CheckInForm, on_delete=models.CASCADE, related_name="items")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.CONTENT)
    header = models.CharField(_("heading"), max_length=160, blank=True)
    content = HtmlField(_("text"), blank=True)
    form_type = models.CharField(_("kind of field"), max_length=10, choices=FormType.choices, default=FormType.TEXT)
    # None for texts, so that names can be unique.
    name = models.SlugField(
        _("name"), max_length=MAX_NAME, null=True, blank=True,
        help_text=_("By which answers are kept; empty: made of the question. Another name is another question."),
    )  # fmt: skip
    label = models.CharField(_("question"), max_length=300, blank=True)
    required = models.BooleanField(_("required"), default=False)
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("part of a check-in form")
        verbose_name_plural = _("parts of check-in forms")
        ordering = ["order", "id"]
        constraints = [
            models.UniqueConstraint(fields=["form", "name"], name="check_in_field_names_of_a_form"),
            models.CheckConstraint(
                condition=Q(kind="content", name=None, required=False)
                | Q(kind="form", name__isnull=False) & ~Q(name=""),
                name="check_in_fields_have_names",
            ),
        ]
        triggers = audited(part_of=["form__event", "form"])

    def __str__(self) -> str:
        return self.label or self.header or self.get_kind_display()

    def clean(self) -> None:
        if self.kind == self.Kind.FORM and not self.label:
            raise ValidationError({localized("label", DEFAULT_LANGUAGE): _("A field needs a question.")})
        if self.kind == self.Kind.CONTENT and not (self.header or self.content):
            raise ValidationError(
                {localized("header", DEFAULT_LANGUAGE): _("A text to read needs a heading or a text.")}
            )


class CheckIn(models.Model):
    """A ticket's check-in, with the answers by the names of the form's fields.

    Answers are erased some weeks after the event (`aftersale.check_in.retention`).
    """

    ticket = models.OneToOneField(
        Ticket, verbose_name=_("ticket"), on_delete=models.PROTECT, related_name="check_in"
    )  # fmt: skip
    checked_in_at = models.DateTimeField(_("checked in"), help_text=_("The last time."))
    expires_on = models.DateField(_("counts until"))
    answers = models.JSONField(_("answers"), default=dict, blank=True)

    class Meta:
        verbose_name = _("check-in")
        verbose_name_plural = _("check-ins")
        ordering = ["-checked_in_at"]
        permissions = [
            ("see_checkin_answers", _("Can see what was answered at check-ins")),
            ("export_checkin", _("Can export check-ins")),
        ]
        triggers = audited(
            part_of=["ticket__line__placement__order", "ticket"], masked=["answers"], shoppers_write=True
        )

    def __str__(self) -> str:
        return str(self.ticket)
