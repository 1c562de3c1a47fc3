from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import OF_EVERY_SHOP, version_triggers
from shop.core.values.validators import validate_notice_picture

from .image import new_key, original_path


def notice_path(_notice: Any, filename: str) -> str:
    """A place of its own each time. No picture of a shop has its key, so it never needs a gated shop's code."""
    return original_path(new_key(), filename)


class GuaranteeNotice(models.Model):
    """The EU's notice on the legal guarantee of goods in one language, for all shops (Regulation (EU) 2025/1960).

    It is shown as it was given out: the file that was uploaded, to the last byte, and no thumbnail of it.
    """

    language = models.CharField(
        _("language"),
        max_length=2,
        choices=settings.LANGUAGES,
        unique=True,
        help_text=_("The notice is shown on pages in this language only."),
    )
    file = models.ImageField(
        _("official picture"),
        upload_to=notice_path,
        width_field="width",
        height_field="height",
        validators=[validate_notice_picture],
        help_text=_(
            "The harmonised notice of Implementing Regulation (EU) 2025/1960, Annex I, in colour and in this language,"
            " as the European Commission offers it for download: neither redrawn nor cropped. PNG or JPEG; every shop"
            " shows exactly this file on the pages of goods and before an order."
        ),
    )
    width = models.PositiveIntegerField(editable=False, default=0)
    height = models.PositiveIntegerField(editable=False, default=0)

    class Meta:
        verbose_name = _("EU guarantee notice")
        verbose_name_plural = _("EU guarantee notices")
        ordering = ["language"]
        triggers = [*version_triggers(OF_EVERY_SHOP), *audited()]

    def __str__(self) -> str:
        return self.get_language_display()
