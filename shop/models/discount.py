from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from shop.core.codes.digest import CodeDigestField
from shop.core.codes.normal import normal_code
from shop.core.database.audit_triggers import audited

from .shop import Shop


class DiscountCode(models.Model):
    """A percentage off one shop's own goods for buyers who know the code (docs/decisions/0016)."""

    class State(models.TextChoices):
        VALID = "valid", _("valid")
        WAITING = "waiting", _("begins later")
        ENDED = "ended", _("ended")
        USED_UP = "used_up", _("used up")

    shop = models.ForeignKey(
        Shop, verbose_name=_("shop"), on_delete=models.CASCADE, related_name="discount_codes",
        help_text=_("Whose goods it reduces. It cannot be changed later."),
    )  # fmt: skip
    code = models.CharField(_("code"), max_length=40, help_text=_("Capitals and blanks make no difference."))
    digest = CodeDigestField()
    note = models.CharField(
        _("note"), max_length=120, blank=True, help_text=_("For the staff: where it was announced.")
    )
    percent = models.PositiveSmallIntegerField(
        _("discount in percent"), validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    valid_from = models.DateTimeField(_("valid from"), null=True, blank=True, help_text=_("Empty: at once."))
    valid_until = models.DateTimeField(_("valid until"), null=True, blank=True, help_text=_("Empty: for good."))
    usage_limit = models.PositiveIntegerField(
        _("limit of orders"), null=True, blank=True, validators=[MinValueValidator(1)],
        help_text=_("How many orders may use it. Empty: any number."),
    )  # fmt: skip
    used = models.PositiveIntegerField(_("used"), default=0, editable=False)

    class Meta:
        verbose_name = _("discount code")
        verbose_name_plural = _("discount codes")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["shop", "code"], name="discount_code_once_per_shop",
                violation_error_message=_("This shop has that code already."),
            ),
            models.UniqueConstraint(fields=["shop", "digest"], name="discount_code_by_its_digest"),
            models.CheckConstraint(condition=Q(percent__gte=1, percent__lte=100), name="discount_is_a_percentage"),
            models.CheckConstraint(
                condition=Q(usage_limit=None) | Q(used__lte=F("usage_limit")), name="discount_within_its_limit",
                violation_error_message=_("More orders have used it already."),
            ),
            models.CheckConstraint(
                condition=Q(valid_from=None) | Q(valid_until=None) | Q(valid_from__lt=F("valid_until")),
                name="discount_begins_before_it_ends",
                violation_error_message=_("It ends before it begins."),
            ),
        ]  # fmt: skip
        triggers = audited(masked=["code"], ignored=["digest", "used"])

    def __str__(self) -> str:
        # never the code: the staff's log and error reports keep this
        return f"{self.note} ({self.percent} %)" if self.note else f"{self.percent} %"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.code = normal_code(self.code)
        super().save(*args, **kwargs)

    def state(self, now: datetime) -> "DiscountCode.State":
        if self.valid_until is not None and self.valid_until <= now:
            return self.State.ENDED
        if self.usage_limit is not None and self.used >= self.usage_limit:
            return self.State.USED_UP
        return self.State.WAITING if self.valid_from is not None and now < self.valid_from else self.State.VALID

    def clean(self) -> None:
        self.code = normal_code(self.code)
        if not self.code:
            raise ValidationError({"code": _("A code needs letters or numbers.")})
