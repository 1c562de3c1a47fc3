"""The staff area's scripts, with the languages and texts that they need."""

from django.forms import Script
from django.utils.translation import gettext_lazy as _

from shop.core.values.languages import LANGUAGES

WITH_LANGUAGES = {"data-languages": " ".join(LANGUAGES)}
STAFF = Script(
    "staff/staff.js",
    **WITH_LANGUAGES,
    **{"data-switch-label": _("Language of the texts"), "data-tabs-label": _("More tabs")},
)
NEW_ROWS = Script("staff/new_rows.js", **WITH_LANGUAGES)
