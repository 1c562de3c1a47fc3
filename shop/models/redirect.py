from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import OF_ITS_SHOP, version_triggers
from shop.core.values.validators import validate_inside_path, validate_target

from .shop import Shop


class PathRedirect(models.Model):
    """One entry of a shop's path redirection map (catalogue §2). An empty target means no redirect."""

    shop = models.ForeignKey(Shop, on_delete=models.CASCADE, related_name="path_redirects")
    source = models.CharField(
        _("path"),
        max_length=200,
        validators=[validate_inside_path],
        help_text=_("Within the shop, for example /old-page."),
    )
    target = models.CharField(
        _("leads to"),
        max_length=500,
        blank=True,
        validators=[validate_target],
        help_text=_("A path of the shop or an address that begins with https://. Empty: no redirect."),
    )

    class Meta:
        verbose_name = _("path redirection")
        verbose_name_plural = _("path redirections")
        ordering = ["source"]
        constraints = [models.UniqueConstraint(fields=["shop", "source"], name="path_redirect_once_per_shop")]
        triggers = [*version_triggers(OF_ITS_SHOP), *audited(part_of=["shop"])]

    def __str__(self) -> str:
        return self.source

    def clean(self) -> None:
        self.source = self.source.rstrip("/") or "/"
        if self.target.rstrip("/") == self.source.rstrip("/"):
            raise ValidationError({"target": _("A path cannot lead to itself.")})
