"""Why a picture is not taken or has no thumbnails, for staff."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from shop.core.bounded.texts import TEXTS as OVER_BUDGET

TEXTS: dict[str, Any] = {
    **OVER_BUDGET,
    "format": _("Use a JPEG, PNG, WebP, AVIF or GIF picture."),
    "unreadable": _("This file is not a picture that can be read."),
    "sides": _("The picture is wider or higher than 16 000 pixels."),
    "pixels": _("The picture has more than 50 million pixels."),
    "size": _("The picture is larger than 20 MB."),
    "undrawn": _("The picture could not be drawn. Its job is among the failed ones and can be run again there."),
    "missing": _("The picture's file is not there any more."),
}
