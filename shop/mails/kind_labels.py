"""The names that staff read of the kinds of mails. Each app names its own kinds beside the code that sends them."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from .keys import parted

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# In place of a kind's name: the mail repeats the one whose id follows.
AGAIN = "again"
LABELS: dict[str, "StrPromise"] = {
    AGAIN: _("sent again"),
    "newsletter_confirm": _("newsletter: to confirm"),
    "newsletter_welcome": _("newsletter: confirmed"),
    "newsletter_already": _("newsletter: was confirmed before"),
    "staff_new_browser": _("staff: log-in in a new browser"),
}


def kind_label(kind: str) -> str:
    """Return the label of a value of `Mail.kind`; the value itself if its kind was given up."""
    label = LABELS.get(parted(kind)[0])
    return str(label) if label else kind
