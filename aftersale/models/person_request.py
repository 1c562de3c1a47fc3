from typing import Any

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from shop.core.database.audit_triggers import audited


def digest_of(email: str) -> str:
    """Return a keyed digest that identifies an address without revealing it."""
    return salted_hmac("aftersale.person_request", email.strip().lower(), algorithm="sha256").hexdigest()


class PersonRequest(models.Model):
    """Proof that a person's data was exported or erased (Art. 15, 17, 20 GDPR), without the data.

    `counts`: rows by kind of data.
    """

    class Kind(models.TextChoices):
        HANDED_OVER = "handed_over", pgettext_lazy("personal data", "handed over")
        ERASED = "erased", pgettext_lazy("personal data", "erased")

    kind = models.CharField(_("what was done"), max_length=12, choices=Kind.choices)
    digest = models.CharField(
        _("check value of the address"), max_length=64, db_index=True,
        help_text=_("The same for the same address; the address itself is not kept."),
    )  # fmt: skip
    at = models.DateTimeField(_("at"), auto_now_add=True)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    counts: Any = models.JSONField(_("counts"), default=dict)

    class Meta:
        verbose_name = _("request about personal data")
        verbose_name_plural = _("requests about personal data")
        ordering = ["-at"]
        default_permissions = ("view",)
        permissions = [("answer_personrequest", _("Can find, hand over and erase personal data"))]
        triggers = audited(masked=["digest", "counts"])

    def __str__(self) -> str:
        return str(self.get_kind_display())
