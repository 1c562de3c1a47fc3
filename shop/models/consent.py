import uuid

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from .shop import Shop


class ConsentText(models.Model):
    """The exact text of the question to visitors. Each changed text is a row of its own."""

    digest = models.CharField(max_length=64, unique=True, editable=False)
    language = models.CharField(_("language"), max_length=2)
    text = models.TextField(_("text"))
    since = models.DateTimeField(_("since"), db_default=Now())

    class Meta:
        verbose_name = _("wording of the question")
        verbose_name_plural = _("wordings of the question")
        ordering = ["-since"]

    def __str__(self) -> str:
        return f"{self.language}, {self.since:%Y-%m-%d}"


class ConsentDecision(models.Model):
    """A visitor's consent to be counted, or its withdrawal: the proof of Art. 7 (1) GDPR.

    `visitor` is a random number in the visitor's browser; nothing else is known of them. A visitor who never agreed has
    none.
    """

    visitor = models.UUIDField(_("visitor's number"), default=uuid.uuid4, db_index=True)
    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.CASCADE, related_name="consent_decisions")
    allowed = models.BooleanField(_("allowed"))
    asked = models.ForeignKey(ConsentText, verbose_name=_("wording"), on_delete=models.PROTECT)
    decided_at = models.DateTimeField(_("decided"), db_default=Now(), db_index=True)

    class Meta:
        verbose_name = _("decision about being counted")
        verbose_name_plural = _("decisions about being counted")
        ordering = ["-decided_at"]

    def __str__(self) -> str:
        return str(self.visitor)
