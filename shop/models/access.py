from django.db import models
from django.db.models import F, Func, Value
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import OF_EVERY_SHOP, version_triggers

from .shop import Shop

# shop.core.codes.normal.normal_code, as the database says it.
NORMAL_CODE = Upper(Func(F("code"), Value(r"\s"), Value(""), Value("g"), function="regexp_replace"))


class AccessCode(models.Model):
    """One entry of a shop's password list (catalogue §4). A shop with at least one code shows nothing without it."""

    shop = models.ForeignKey(Shop, on_delete=models.CASCADE, related_name="access_codes")
    code = models.CharField(_("code"), max_length=60, help_text=_("Capitals and blanks make no difference."))
    note = models.CharField(_("note"), max_length=120, blank=True)

    class Meta:
        verbose_name = _("access code")
        verbose_name_plural = _("access codes")
        constraints = [
            models.UniqueConstraint(
                "shop", NORMAL_CODE, name="access_code_once_per_shop_however_written",
                violation_error_message=_("This shop has that code already. Capitals and blanks make no difference."),
            )
        ]  # fmt: skip
        # With the first code the shop's things leave every other shop's pages, with the last they come back.
        triggers = [*version_triggers(OF_EVERY_SHOP), *audited(part_of=["shop"], masked=["code"])]

    def __str__(self) -> str:
        return self.note or self.code
