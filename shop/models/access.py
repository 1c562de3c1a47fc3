from django.db import models
from django.utils.translation import gettext_lazy as _

from .shop import Shop


class AccessCode(models.Model):
    """One entry of a shop's password list (catalogue §4). A shop with at least one code shows nothing without it."""

    shop = models.ForeignKey(Shop, on_delete=models.CASCADE, related_name="access_codes")
    code = models.CharField(_("code"), max_length=60)
    note = models.CharField(_("note"), max_length=120, blank=True)

    class Meta:
        verbose_name = _("access code")
        verbose_name_plural = _("access codes")
        constraints = [models.UniqueConstraint(fields=["shop", "code"], name="access_code_once_per_shop")]

    def __str__(self) -> str:
        return self.note or self.code
